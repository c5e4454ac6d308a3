import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openText } from '../definitions/newDocument.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { chooseDefinition } from '../instruction/chooseDefinition.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import type { Services } from '../services.ts';
import { holdsDefinitions } from '../sources/sourceDocuments.ts';

/**
 * Milliseconds after which the walkthrough's page has focused the step whose button was pressed by keyboard, which it does
 * after an animation: a list that is open by then would lose the focus.
 */
const pageDelay = 300;

/** Milliseconds after which VS Code has read the walkthroughs that its first page of them lists. */
const readDelay = 1000;

/** The length of a text that is an answer when it is pasted, in UTF-16 units. */
const shortestAnswer = 10;

interface Target {
  readonly uri: vscode.Uri;
  readonly name?: string;
}

/** Where the user was last: the walkthrough has the focus when its buttons are pressed, and there is no active editor then. */
class LastEditors implements vscode.Disposable {
  readonly #disposable: vscode.Disposable;
  #definition: vscode.TextDocument | undefined;
  #response: vscode.TextDocument | undefined;

  constructor() {
    this.#see(vscode.window.activeTextEditor);
    this.#disposable = vscode.window.onDidChangeActiveTextEditor(editor => this.#see(editor));
  }

  /** The definition file. */
  get definition(): vscode.TextDocument | undefined {
    return open(this.#definition);
  }

  /** The text that is not a definition. */
  get response(): vscode.TextDocument | undefined {
    return open(this.#response);
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #see(editor: vscode.TextEditor | undefined): void {
    if (!editor) return;
    if (holdsDefinitions(editor.document)) this.#definition = editor.document;
    else this.#response = editor.document;
  }
}

function open(document: vscode.TextDocument | undefined): vscode.TextDocument | undefined {
  return document?.isClosed ? undefined : document;
}

/** The walkthrough with the commands of its buttons, and a response to try a definition with. */
export function registerGettingStarted(services: Services): vscode.Disposable {
  const { context, definitions, engine, log, milestones } = services;
  const last = new LastEditors();

  /** The definition of a row of the Parsers view, else of the editor that was last used, else the only one, else one that is picked. */
  const target = async (place: unknown): Promise<Target | undefined> => {
    if (isTarget(place)) return { uri: place.uri, ...(place.name !== undefined && { name: place.name }) };
    if (last.definition) return { uri: last.definition.uri };
    const [only, another] = await definitions.definitionsFor(undefined);
    return only && !another ? only : chooseDefinition(services);
  };

  /** What the user does without the walkthrough's buttons counts as well: a definition that they write, an answer that they paste. */
  const watch = vscode.Disposable.from(
    definitions.onDidChange(async uri => {
      if (milestones.has('definition') || !openDocument(uri)?.isDirty) return;
      const file = await definitions.file(uri).catch(() => undefined);
      if (file && file.definitions.length > 0) milestones.reach('definition');
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (milestones.has('response') || !milestones.has('definition') || holdsDefinitions(document)) return;
      const isPasted = contentChanges.some(({ text }) => text.trim().length >= shortestAnswer);
      const isText = document.isUntitled || vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
      if (isPasted && isText) milestones.reach('response');
    }),
    followPages(() => milestones.show()),
  );

  const showResponse = async () => {
    const { response } = last;
    if (!vscode.window.activeTextEditor && response)
      await vscode.window.showTextDocument(response, { preview: false, viewColumn: vscode.ViewColumn.One });
  };

  void openFirst(services);
  return vscode.Disposable.from(
    last,
    watch,
    new LaterFeature(services.log, { commands: ['addSample'] }, panels => panels.registerAddSample(services)),
    new LaterFeature(log, { commands: ['startFromSource'] }, panels => panels.registerStartFromSource(services)),
    registerCommand(log, 'openWalkthrough', async () => {
      const walkthrough = `${context.extension.id}#start`;
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
    }),
    registerCommand(log, 'startDefinition', async () => {
      await new Promise(resolve => setTimeout(resolve, pageDelay));
      await vscode.commands.executeCommand(`${prefix}.newDefinition`);
    }),
    registerCommand(log, 'editDefinition', async () => {
      const found = await target(undefined);
      if (!found) return;
      await vscode.window.showTextDocument(found.uri, { preview: false, viewColumn: vscode.ViewColumn.One });
      await vscode.commands.executeCommand(`${prefix}.previewInstruction`, found.uri);
    }),
    registerCommand(log, 'openExampleResponse', async (place?: unknown) => {
      const found = await target(place);
      const file = found && (await definitions.file(found.uri));
      if (!found || !file) return;
      const example = await engine.newDefinition.exampleResponse(file.text, file.fileName, found.name);
      if (!example) throw new Error(vscode.l10n.t('There is no definition in {0}.', baseName(found.uri)));
      if (example.response === undefined)
        throw new Error(
          vscode.l10n.t('{0} does not show what an answer looks like. Paste one into a new file.', example.name),
        );
      const name = vscode.l10n.t('{0} answer', example.name);
      // Beside the preview, not over it.
      const viewColumn = vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.One;
      const show = { viewColumn, preview: false };
      const document = await openText(found.uri, name, '.md', example.response, 'markdown', show);
      // What it is an example of is what the list of parsers begins with.
      await services.parsers.remember(document.uri, { uri: found.uri, name: example.name }, false);
      milestones.reach('response');
    }),
    registerCommand(log, 'parseLastResponse', async () => {
      await showResponse();
      await vscode.commands.executeCommand(`${prefix}.parseSelection`);
    }),
    registerCommand(log, 'saveLastResponse', async () => {
      await showResponse();
      await vscode.commands.executeCommand(`${prefix}.saveAsSample`);
    }),
  );
}

/** Calls `onShown` once VS Code shows a walkthrough, wherever it was opened, and has read all of them by then. */
function followPages(onShown: () => void): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const see = (tabs: readonly vscode.Tab[]) => {
    // The page has no input that an extension can know it by.
    const isPage = ({ input, label }: vscode.Tab) => input === undefined && /^(Welcome|Walkthrough)/.test(label);
    if (tabs.some(isPage)) timer ??= setTimeout(onShown, readDelay);
  };
  see(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => see([...opened, ...changed])),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}

function isTarget(place: unknown): place is Target {
  return typeof place === 'object' && place !== null && 'uri' in place && place.uri instanceof vscode.Uri;
}

/** Opens what a first look is meant to begin with, a definition with its preview, in a window that has nothing open. */
async function openFirst({ runtime, log }: Services): Promise<void> {
  const { firstFile } = runtime;
  if (firstFile === undefined || vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  try {
    const uri = vscode.Uri.file(firstFile);
    // The window may show another folder than the one that it was started for.
    if (!vscode.workspace.getWorkspaceFolder(uri)) return;
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand(`${prefix}.previewInstruction`, uri);
  } catch (error) {
    log.warn(String(error));
  }
}
