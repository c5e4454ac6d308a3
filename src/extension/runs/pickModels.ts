import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { EngineThreads } from '../engineThreads.ts';
import { getSetting } from '../settings.ts';
import type { RunModel } from './runsApi.ts';

interface ModelItem extends vscode.QuickPickItem {
  readonly model?: RunModel;
  readonly adds?: true;
}

/**
 * The models that the user picks: of VS Code's, and of the addresses in `parserlens.models`, which is a setting of the user
 * alone; a new address is added to it, and one that is unchecked is removed. `undefined`: none.
 */
export async function pickModels(engine: EngineThreads, several: boolean): Promise<readonly RunModel[] | undefined> {
  let ticked: readonly string[] = [];
  for (;;) {
    const picked = await pick(await modelItems(), several, ticked);
    if (!picked || picked.length === 0) return undefined;
    if (!picked.some(({ adds }) => adds)) return picked.flatMap(({ model }) => model ?? []);
    const added = await addAddress(engine);
    if (added === undefined && !several) return undefined;
    if (!several && added !== undefined) return [{ kind: 'address', address: added }];
    ticked = [...picked.flatMap(({ model }) => keyOf(model) ?? []), ...(added === undefined ? [] : [added])];
  }
}

/** Shows the list; an address has a button that takes it out. `ticked`: the models that are chosen at first. */
async function pick(
  items: readonly ModelItem[],
  several: boolean,
  ticked: readonly string[],
): Promise<readonly ModelItem[] | undefined> {
  const list = vscode.window.createQuickPick<ModelItem>();
  list.title = several ? vscode.l10n.t('Run Many Times') : vscode.l10n.t('Run with Model');
  list.placeholder = several ? vscode.l10n.t('Which models are asked?') : vscode.l10n.t('Which model is asked?');
  list.matchOnDescription = true;
  const show = (all: readonly ModelItem[], chosen: readonly string[]) => {
    // The one entry that adds a model is no model to tick.
    list.canSelectMany = several && all.some(({ model }) => model);
    list.items = all;
    list.selectedItems = all.filter(({ model }) => chosen.includes(keyOf(model) ?? ''));
  };
  show(items, ticked);
  try {
    return await new Promise<readonly ModelItem[] | undefined>(resolve => {
      // With nothing ticked, Enter means the entry that it is pressed on.
      list.onDidAccept(() => resolve(list.selectedItems.length > 0 ? list.selectedItems : list.activeItems));
      list.onDidHide(() => resolve(undefined));
      // Its tick is a click: there is nothing else to choose first.
      list.onDidChangeSelection(chosen => {
        if (list.canSelectMany && chosen.some(({ adds }) => adds)) resolve(chosen);
      });
      list.onDidTriggerItemButton(async ({ item }) => {
        const chosen = list.selectedItems.flatMap(({ model }) => keyOf(model) ?? []);
        await removeAddress(keyOf(item.model));
        show(await modelItems(), chosen);
      });
      list.show();
    });
  } finally {
    list.dispose();
  }
}

/** What tells a model from others. */
function keyOf(model: RunModel | undefined): string | undefined {
  if (!model) return undefined;
  return model.kind === 'address' ? model.address : `${model.vendor} ${model.id}`;
}

async function removeAddress(address: string | undefined): Promise<void> {
  const left = getSetting('models').filter(each => each !== address);
  await vscode.workspace.getConfiguration(prefix).update('models', left, vscode.ConfigurationTarget.Global);
}

async function modelItems(): Promise<readonly ModelItem[]> {
  const addresses = getSetting('models').map((address): ModelItem => {
    const hash = address.indexOf('#');
    return {
      label: hash < 0 ? address : address.slice(hash + 1),
      description: hash < 0 ? '' : address.slice(0, hash),
      model: { kind: 'address', address },
      buttons: [{ iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Remove from the List') }],
    };
  });
  const editor = (await editorModels()).map(
    ({ id, name, vendor }): ModelItem => ({
      label: name,
      description: vscode.l10n.t('VS Code · {0}', vendor),
      model: { kind: 'editor', vendor, id, name },
    }),
  );
  return [
    ...addresses,
    ...editor,
    {
      label: `$(add) ${vscode.l10n.t('Add an Address…')}`,
      detail: vscode.l10n.t('Ollama, vLLM, LM Studio, llama.cpp, OpenAI, DeepSeek, Anthropic, Gemini'),
      adds: true,
    },
  ];
}

/** VS Code's own models; none where it has none to offer. */
async function editorModels(): Promise<readonly vscode.LanguageModelChat[]> {
  try {
    return (await vscode.lm?.selectChatModels?.()) ?? [];
  } catch {
    return [];
  }
}

async function addAddress(engine: EngineThreads): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add an Address'),
    prompt: vscode.l10n.t('The address of a server, a # and the model’s name. Nothing is sent yet.'),
    placeHolder: 'http://127.0.0.1:11434/v1#llama3',
    ignoreFocusOut: true,
    validateInput: text => engine.runs.addressProblem(text.trim()),
  });
  const written = address?.trim();
  if (!written) return undefined;
  const before = getSetting('models').filter(each => each !== written);
  const configuration = vscode.workspace.getConfiguration(prefix);
  await configuration.update('models', [...before, written], vscode.ConfigurationTarget.Global);
  return written;
}
