import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { toRange } from '../convert.ts';
import { definitionFile, freeName, isTaken, openNew } from '../definitions/newDocument.ts';
import type { Services } from '../services.ts';
import { askText, back } from '../steps.ts';
import { pickType } from './pickType.ts';
import { StarterPreview } from './starterPreview.ts';

/** What a keybinding may say: `"args": { "type": "MarkdownJsonDictParser", "name": "vote" }`. */
interface Options {
  readonly type?: string;
  readonly name?: string;
}

/** *New Parser Definition…*: a type, a name, and its template opens with its preview beside it; nothing is on disk until it is saved. */
export function registerNewDefinition(services: Services): vscode.Disposable {
  const { engine, log, milestones } = services;
  const preview = new StarterPreview(services);

  /** The types. The first call starts the engine's thread, which may take a second: the status bar says so. */
  const listTypes = () => {
    const title = vscode.l10n.t('Reading parser types…');
    return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
      engine.newDefinition.listTypes(),
    );
  };

  /** The type and the file; `file` absent: there is no folder to put it in. */
  const ask = async (place: unknown, { type, name }: Options) => {
    const types = await listTypes();
    const folder = await folderOf(place);
    if (folder === 'none') return undefined;
    const preset = types.find(each => each.type === type);
    if (type !== undefined && !preset) throw new Error(vscode.l10n.t('There is no parser type {0}.', type));
    // The types whose value is split show the most of what there is to see.
    let start = types.find(({ filters }) => filters);
    try {
      for (;;) {
        // Before the list: a new group of editors would take the focus from it.
        if (!preset && start) await preview.show(start);
        const picked =
          preset ?? (await pickType(types, start?.type, folder !== undefined, each => report(preview.show(each))));
        if (!picked) return undefined;
        if (!folder) return { type: picked };
        const file = name === undefined ? await askName(folder, picked.type) : definitionFile(folder, name);
        if (file !== back) return file && { type: picked, file };
        if (preset) return undefined;
        start = picked;
      }
    } finally {
      await preview.hide();
    }
  };
  const report = (work: Promise<void>) => work.catch(error => log.error(error));

  /** Asks for a type, and writes its template into an empty file. */
  const fill = async (document: vscode.TextDocument) => {
    const types = await listTypes();
    const start = types.find(({ filters }) => filters);
    try {
      if (start) await preview.show(start);
      const picked = await pickType(types, start?.type, false, each => report(preview.show(each)));
      const starter = picked && (await engine.newDefinition.starter(picked.type));
      if (!starter) return;
      await preview.hide();
      await replaceEmpty(document, starter.text);
      const editor = vscode.window.visibleTextEditors.find(each => each.document === document);
      if (editor && starter.toOvertype) {
        const { start, end } = toRange(document, starter.toOvertype);
        editor.selection = new vscode.Selection(start, end);
      }
      milestones.reach('definition');
    } finally {
      await preview.hide();
    }
  };

  return vscode.Disposable.from(
    preview,
    registerEmptyFile(services, fill),
    registerCommand(log, 'newDefinition', async (place?: unknown) => {
      const choice = await ask(place, optionsOf(place));
      if (!choice) return;
      const { type, file } = choice;
      const starter = await engine.newDefinition.starter(type.type);
      if (!starter) return;
      if (file && (await isTaken(file)))
        throw new Error(
          vscode.l10n.t('{0} already exists. Nothing is overwritten.', vscode.workspace.asRelativePath(file)),
        );
      const document = await openNew(file, starter.text, { preview: false });
      const { toOvertype } = starter;
      if (toOvertype)
        await vscode.window.showTextDocument(document, { preview: false, selection: toRange(document, toOvertype) });
      await vscode.commands.executeCommand(`${prefix}.previewInstruction`, document.uri);
      milestones.reach('definition');
      if (type.runsModule) void offerModule();
    }),
  );
}

/** The folder that a menu was opened on, or of the file that it was opened on; else that of the active editor; else the workspace's. */
async function folderOf(place: unknown): Promise<vscode.Uri | 'none' | undefined> {
  const clicked = place instanceof vscode.Uri ? place : uriIn(place);
  if (clicked) {
    const { type } = await vscode.workspace.fs.stat(clicked);
    return type & vscode.FileType.Directory ? clicked : vscode.Uri.joinPath(clicked, '..');
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active && active.scheme !== 'untitled' && vscode.workspace.fs.isWritableFileSystem(active.scheme))
    return vscode.Uri.joinPath(active, '..');
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length < 2) return folders[0]?.uri;
  return (await vscode.window.showWorkspaceFolderPick())?.uri ?? 'none';
}

/** A row of the Parsers view has the address of its folder. */
function uriIn(place: unknown): vscode.Uri | undefined {
  if (typeof place !== 'object' || place === null || !('folder' in place)) return undefined;
  return place.folder instanceof vscode.Uri ? place.folder : undefined;
}

function optionsOf(options: unknown): Options {
  if (typeof options !== 'object' || options === null || options instanceof vscode.Uri) return {};
  const { type, name } = options as Record<string, unknown>;
  return { ...(typeof type === 'string' && { type }), ...(typeof name === 'string' && { name }) };
}

async function offerModule(): Promise<void> {
  const create = vscode.l10n.t('New Module');
  const message = vscode.l10n.t(
    'This parser is a module of your own, which the key "module" names: Python here, or an ES module.',
  );
  if ((await vscode.window.showInformationMessage(message, create)) === create)
    await vscode.commands.executeCommand(`${prefix}.newParserModule`, 'python');
}

/** What is typed that no file may be called, on any system. */
const forbidden = /[\\:*?"<>|]|^\.|\.$|\/\.|\.\/|\/\/|^\/|\/$/;

/**
 * Asks for the name of a definition's file in a folder, which may lead into folders below. `back`: the user wants to
 * pick another type; `undefined`: they want none.
 */
async function askName(folder: vscode.Uri, type: string): Promise<vscode.Uri | typeof back | undefined> {
  const check = async (value: string): Promise<string | undefined> => {
    const name = nameOf(value);
    if (name === '') return vscode.l10n.t('A definition needs a name.');
    if (forbidden.test(name)) return vscode.l10n.t('{0} cannot be used as a file name.', name);
    return (await isTaken(definitionFile(folder, name)))
      ? vscode.l10n.t('{0} already exists. Nothing is overwritten.', `${name}.parser.json`)
      : undefined;
  };
  const name = await askText({
    title: vscode.l10n.t('New Parser Definition: {0}', type),
    number: [2, 2],
    back: true,
    stays: true,
    prompt: vscode.l10n.t('Its name, in {0}. Nothing is on disk until you save.', folderLabel(folder)),
    value: (await freeName(folder, 'answer')) ?? '',
    check,
  });
  return typeof name === 'string' ? definitionFile(folder, nameOf(name)) : name;
}

/** What was typed, without the extension that every definition has. */
function nameOf(value: string): string {
  return value.trim().replace(/(\.parser)?\.jsonc?$/i, '');
}

function folderLabel(folder: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(folder);
  return root?.uri.path === folder.path ? root.name : vscode.workspace.asRelativePath(folder);
}

/** The longest answer from the clipboard that a definition is drafted for, in UTF-16 units. */
const maxAnswer = 200_000;

/**
 * What the lenses of an empty `.parser.json` do: a type to start with, an answer to draft a definition for.
 * `fill` asks for a type and writes its template into a document.
 */
function registerEmptyFile(
  services: Services,
  fill: (document: vscode.TextDocument) => Promise<void>,
): vscode.Disposable {
  const { log } = services;
  return vscode.Disposable.from(
    registerCommand(log, 'fillDefinition', async (address: string) => fill(await emptyDocument(address))),
    registerCommand(log, 'pasteAnswer', async (address: string) => {
      const answer = await vscode.env.clipboard.readText();
      if (answer.trim() === '') throw new Error(vscode.l10n.t('There is no text on the clipboard. Copy an answer.'));
      if (answer.length > maxAnswer) throw new Error(vscode.l10n.t('The answer on the clipboard is too long.'));
      const type = await pickDraft(services, answer);
      if (type === undefined) return;
      const draft = await services.engine.find.draft([{ text: answer }], type);
      if (!draft) throw new Error(vscode.l10n.t('Nothing can be drafted from the answer on the clipboard.'));
      await replaceEmpty(await emptyDocument(address), draft.text);
      services.milestones.reach('definition');
    }),
  );
}

/** Writes a text into a document that is empty, as one edit that can be undone. */
async function replaceEmpty(document: vscode.TextDocument, text: string): Promise<void> {
  if (document.getText().trim() !== '') throw new Error(vscode.l10n.t('The file is no longer empty.'));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
}

async function emptyDocument(address: string): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(vscode.Uri.parse(address));
}

/** A type that can be drafted for an answer; the user picks where there are several. */
async function pickDraft({ engine }: Services, answer: string): Promise<string | undefined> {
  const { rows } = await engine.find.findParsers([{ text: answer }], [], { isTrusted: vscode.workspace.isTrusted });
  const drafts = rows.filter(({ file, read, asksForForm }) => file === undefined && read > 0 && asksForForm);
  const items = drafts.map(({ type, description = '', why }) => ({ label: type, description, detail: why }));
  if (items.length === 0) throw new Error(vscode.l10n.t('Nothing can be drafted from the answer on the clipboard.'));
  if (items.length === 1) return items[0]?.label;
  const placeHolder = vscode.l10n.t('Pick the type that should read the answer on the clipboard');
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.label;
}
