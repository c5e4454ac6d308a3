import * as vscode from 'vscode';
import type { TemplateWord } from '../../engine/index.ts';
import { isModelMemory, type ModelChoice, type ModelMemory } from '../../protocol/modelProtocol.ts';
import { registerCommand } from '../commands.ts';
import { toRange } from '../convert.ts';
import { clickedUri } from '../definitions/definitionUris.ts';
import { viewTypes } from '../later/documentSchemes.ts';
import type { LoadedFeature } from '../later/loadedFeature.ts';
import { previewColumn } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import { definitionPlaceOf, deriveForFolder, deriveInDefinition } from './deriveResponseTemplate.ts';
import { ModelDiagnostics } from './modelDiagnostics.ts';
import { modelDocuments, modelFileOf } from './modelFiles.ts';
import { ModelLenses } from './modelLenses.ts';
import { ModelPanel } from './modelPanel.ts';
import { ModelStore } from './modelStore.ts';

const firstChoice: ModelChoice = { tab: 'prompt', tools: true, generationPrompt: true, args: {} };

/** The templates of models: their problems and lenses, the preview and the round trip, and their return after a reload. */
export function registerModels(services: Services): LoadedFeature {
  const { log } = services;
  const store = new ModelStore();
  let page: ModelPanel | undefined;
  const adopt = (panel: vscode.WebviewPanel, memory: ModelMemory) => {
    const made = new ModelPanel(panel, services, store, memory);
    page = made;
    made.onDidDispose(() => {
      made.dispose();
      if (page === made) page = undefined;
    });
  };
  const open = async (tab: ModelChoice['tab'], place?: unknown, template?: unknown) => {
    const folder = await folderOf(place);
    if (!folder) return;
    const choice = { tab, ...(typeof template === 'string' && { template }) };
    if (page) return page.show(folder, choice);
    const column = { viewColumn: previewColumn(), preserveFocus: true };
    adopt(vscode.window.createWebviewPanel(viewTypes.model, vscode.l10n.t('Chat Template'), column), {
      folder: folder.toString(),
      choice: { ...firstChoice, ...choice },
    });
  };
  const registered = vscode.Disposable.from(
    store,
    new ModelDiagnostics(services, store),
    new ModelLenses(services, store),
    registerTemplateCompletion(services),
    new vscode.Disposable(() => page?.dispose()),
    registerCommand(log, 'previewChatTemplate', (place?: unknown, template?: unknown) =>
      open('prompt', place, template),
    ),
    registerCommand(log, 'deriveResponseTemplate', async (place?: unknown, name?: unknown) => {
      const definition = await definitionPlaceOf(place, name);
      if (definition) return deriveInDefinition(services, store, definition);
      const folder = await folderOf(place);
      return folder && deriveForFolder(services, store, folder, typeof name === 'string' ? name : undefined);
    }),
    registerCommand(log, 'roundTrip', (place?: unknown, template?: unknown) => open('roundTrip', place, template)),
  );
  return {
    dispose: () => registered.dispose(),
    restore(panel, memory) {
      if (isModelMemory(memory)) adopt(panel, memory);
      else panel.dispose();
    },
  };
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.Directory;
  } catch {
    return false;
  }
}

/** The model's folder that a command means: the one it was called on, the editor's, else what the user picks. */
async function folderOf(place: unknown): Promise<vscode.Uri | undefined> {
  const clicked = clickedUri(place);
  const uri = clicked ?? vscode.window.activeTextEditor?.document.uri;
  const file = uri && modelFileOf(uri);
  if (file) return file.folder;
  if (clicked && (await isFolder(clicked))) return clicked;
  const found = await vscode.workspace.findFiles(
    '**/{tokenizer_config.json,chat_template.jinja}',
    '**/node_modules/**',
  );
  const folders = new Map(
    found.flatMap(each => modelFileOf(each) ?? []).map(({ folder }) => [folder.toString(), folder]),
  );
  if (folders.size === 0)
    throw new Error(vscode.l10n.t('There is no model here: no tokenizer_config.json, and no chat_template.jinja.'));
  const items = [...folders.values()].map(folder => ({ label: vscode.workspace.asRelativePath(folder), folder }));
  if (items.length === 1) return items[0]?.folder;
  const picked = await vscode.window.showQuickPick(
    items.sort((one, other) => (one.label < other.label ? -1 : 1)),
    { placeHolder: vscode.l10n.t('The folder of which model?') },
  );
  return picked?.folder;
}

const kinds: Readonly<Record<TemplateWord['kind'], vscode.CompletionItemKind>> = {
  variable: vscode.CompletionItemKind.Variable,
  function: vscode.CompletionItemKind.Function,
  filter: vscode.CompletionItemKind.Method,
  test: vscode.CompletionItemKind.Operator,
  tag: vscode.CompletionItemKind.Keyword,
};

/** Completes chat templates that are files of their own: tags, filters, tests, and the names that the engine gives them. */
function registerTemplateCompletion({ engine }: Services): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, _token, { triggerCharacter }) {
      if (!document.uri.path.endsWith('.jinja')) return undefined;
      const offset = document.offsetAt(position);
      const found = await engine.models.completeTemplate(document.getText(), offset);
      // Behind a space only what must follow: elsewhere a list would come up at every word.
      if (!found || (triggerCharacter === ' ' && found.words.some(({ kind }) => kind === 'variable'))) return undefined;
      const range = toRange(document, found.span);
      return found.words.map(({ kind, name }) => {
        const item = new vscode.CompletionItem(name, kinds[kind]);
        item.range = range;
        item.detail = wordOf(kind);
        return item;
      });
    },
  };
  return vscode.languages.registerCompletionItemProvider(modelDocuments, provider, '|', '%', '{', ' ');
}

function wordOf(kind: TemplateWord['kind']): string {
  switch (kind) {
    case 'variable':
      return vscode.l10n.t('variable');
    case 'function':
      return vscode.l10n.t('function');
    case 'filter':
      return vscode.l10n.t('filter');
    case 'test':
      return vscode.l10n.t('test');
    case 'tag':
      return vscode.l10n.t('tag');
  }
}
