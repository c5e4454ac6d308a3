import * as vscode from 'vscode';
import { isPreviewMemory } from '../../protocol/instructionGuards.ts';
import { pickDefinition } from '../../views/definitions.ts';
import { registerCommand } from '../commands.ts';
import { clickedUri, isDefinitionUri } from '../definitions/definitionUris.ts';
import { viewTypes } from '../later/documentSchemes.ts';
import { LaterFeature, loadPanels, type Panels } from '../later/laterFeature.ts';
import { previewColumn } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { offsetIn } from '../sources/notebookSource.ts';
import { holdsDefinitions, isSourceUri, parsersOfCell } from '../sources/sourceDocuments.ts';
import { chooseDefinition } from './chooseDefinition.ts';
import { DefinitionLenses } from './definitionLenses.ts';
import { InstructionDocuments, instructionText } from './instructionDocuments.ts';
import type { PreviewPanel } from './previewPanel.ts';
import type { PreviewTarget } from './previewReading.ts';
import { SavedTexts } from './savedTexts.ts';

/** The instruction preview, its commands, and its return after a reload. */
export function registerInstruction(services: Services): vscode.Disposable {
  const { log } = services;
  const documents = new InstructionDocuments(services);
  const saved = new SavedTexts();
  let preview: PreviewPanel | undefined;

  services.parsers.previewed = async () => {
    if (!preview) return undefined;
    const { uri, name, offset } = preview.target;
    const file = await services.definitions.file(uri);
    const found = file && pickDefinition(file.definitions, file.written, name, offset);
    return found && { uri, name: found.name };
  };

  const adopt = ({ PreviewPanel }: Panels, panel: vscode.WebviewPanel, target: PreviewTarget) => {
    const made = new PreviewPanel(panel, services, documents, saved, target);
    preview = made;
    panel.onDidDispose(() => {
      made.dispose();
      if (preview === made) preview = undefined;
    });
  };

  /** The definition that a command means: what it was called on, the preview's, the editor's, else what the user picks. */
  const target = async (place?: unknown, name?: unknown): Promise<PreviewTarget | undefined> => {
    // A row of the Parsers view names its file and definition.
    if (isRow(place)) return { uri: place.uri, ...(place.name !== undefined && { name: place.name }) };
    const uri = clickedUri(place);
    if (uri && (isDefinitionUri(uri) || isSourceUri(uri) || uri.scheme === 'untitled'))
      return typeof name === 'string' ? { uri, name } : (cursor(vscode.window.activeTextEditor, uri) ?? { uri });
    if (preview?.active) return preview.target;
    return cursor(vscode.window.activeTextEditor) ?? chooseDefinition(services);
  };

  /** The same, by name and with its instruction; shows why when there is none. */
  const instruction = async (uri?: unknown, name?: unknown) => {
    const found = await target(uri, name);
    const file = found && (await services.definitions.file(found.uri));
    const definition = file && pickDefinition(file.definitions, file.written, found.name, found.offset);
    if (!found || !definition) return undefined;
    return { uri: found.uri, name: definition.name };
  };

  const open = async (uri?: unknown, name?: unknown) => {
    const found = await target(uri, name);
    if (!found) return;
    const panels = await loadPanels();
    if (preview) return preview.show(found);
    const column = { viewColumn: previewColumn(), preserveFocus: true };
    adopt(panels, vscode.window.createWebviewPanel(viewTypes.instruction, vscode.l10n.t('Instruction'), column), found);
  };

  /** One step for many moves of the cursor: while the user types it moves with every key. */
  let following: ReturnType<typeof setTimeout> | undefined;
  const followSoon = () => {
    following ??= setTimeout(() => {
      following = undefined;
      const at = cursor(vscode.window.activeTextEditor);
      if (preview && at) preview.follow(at.uri, at.offset).catch(error => log.error(error));
    }, getSetting('preview.delay'));
  };

  return vscode.Disposable.from(
    documents,
    saved,
    new LaterFeature(log, { commands: ['openMutation', 'saveMutation'] }, panels => panels.registerMutations(services)),
    new DefinitionLenses(services),
    new vscode.Disposable(() => {
      clearTimeout(following);
      preview?.dispose();
    }),
    vscode.window.onDidChangeActiveTextEditor(followSoon),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (preview && (holdsDefinitions(textEditor.document) || parsersOfCell(textEditor.document))) followSoon();
    }),
    onSettingChange(['tokens.counters', 'tokens.tokenizers'], () => preview?.count()),
    vscode.window.registerWebviewPanelSerializer(viewTypes.instruction, {
      async deserializeWebviewPanel(panel, memory: unknown) {
        if (!isPreviewMemory(memory)) return panel.dispose();
        const { uri, name, view } = memory;
        adopt(await loadPanels(), panel, {
          uri: vscode.Uri.parse(uri),
          ...(name !== undefined && { name }),
          ...(view !== undefined && { view }),
        });
      },
    }),
    registerCommand(log, 'previewInstruction', open),
    registerCommand(log, 'checkRobustness', async (uri?: unknown, name?: unknown) => {
      await open(uri, name);
      preview?.robustness.show();
    }),
    registerCommand(log, 'showConstraint', async (uri?: unknown, name?: unknown) => {
      await open(uri, name);
      preview?.constraint.show();
    }),
    registerCommand(log, 'copyInstruction', async (uri?: unknown, name?: unknown) => {
      if (preview?.active && preview.isRead) return preview.copy();
      const found = await instruction(uri, name);
      if (!found) return;
      const { text, error } = await instructionText(services, found.uri, found.name);
      if (text === undefined) throw new Error(error);
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the instruction of {0}.', found.name), 3000);
    }),
    registerCommand(log, 'openInstruction', async (uri?: unknown, name?: unknown) => {
      if (preview?.active && preview.isRead) return preview.open();
      const found = await instruction(uri, name);
      if (found) await documents.show(found.uri, found.name);
    }),
    registerCommand(log, 'showDefinition', () => preview?.showDefinition()),
  );
}

function isRow(place: unknown): place is { readonly uri: vscode.Uri; readonly name?: string } {
  return typeof place === 'object' && place !== null && 'uri' in place && place.uri instanceof vscode.Uri;
}

/** The cursor's place, in an editor of a definition file (of `only`, where that is set). */
function cursor(
  editor: vscode.TextEditor | undefined,
  only?: vscode.Uri,
): Required<Pick<PreviewTarget, 'uri' | 'offset'>> | undefined {
  if (!editor) return undefined;
  const { document, selection } = editor;
  const cell = parsersOfCell(document);
  if (!cell && !holdsDefinitions(document)) return undefined;
  const { uri } = cell?.notebook ?? document;
  if (only && only.toString() !== uri.toString()) return undefined;
  return { uri, offset: cell ? offsetIn(cell, document, selection.active) : document.offsetAt(selection.active) };
}
