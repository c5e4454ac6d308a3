import * as vscode from 'vscode';
import { exists } from '../structure/files.ts';
import { fileOf, openDocument } from './openDocument.ts';

/** Whether a file is there, or an untitled document that will be saved as it. */
export async function isTaken(file: vscode.Uri): Promise<boolean> {
  return openDocument(file.with({ scheme: 'untitled' })) !== undefined || exists(file);
}

/** The first of `base`, `base-2`, `base-3`, … of which a folder has no definition file; `undefined` where all are. */
export async function freeName(folder: vscode.Uri, base: string): Promise<string | undefined> {
  for (let number = 1; number <= 100; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!(await isTaken(definitionFile(folder, name)))) return name;
  }
  return undefined;
}

/** The address of a definition file. */
export function definitionFile(folder: vscode.Uri, name: string): vscode.Uri {
  return vscode.Uri.joinPath(folder, `${name}.parser.json`);
}

/**
 * Opens a new document with a text, and shows it. On the machine's own disk it is an untitled one that is saved as
 * `file`; elsewhere, where VS Code cannot do that, the file itself is made by an edit that can be undone. Without `file`
 * VS Code asks for one on saving. Never overwrites.
 */
export async function openNew(
  file: vscode.Uri | undefined,
  content: string,
  show: vscode.TextDocumentShowOptions,
): Promise<vscode.TextDocument> {
  if (!file) return showDocument(await vscode.workspace.openTextDocument({ language: 'jsonc', content }), show);
  const edit = new vscode.WorkspaceEdit();
  const uri = file.scheme === 'file' ? file.with({ scheme: 'untitled' }) : file;
  if (uri === file) edit.createFile(file, { overwrite: false, contents: new TextEncoder().encode(content) });
  else {
    // The edit marks it as changed, and VS Code shows changed documents that nobody shows, in a place of its own choice.
    const opened = await showDocument(await vscode.workspace.openTextDocument(uri), show);
    if (content === '') return opened;
    edit.insert(uri, new vscode.Position(0, 0), content);
  }
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('{0} cannot be created.', vscode.workspace.asRelativePath(file)));
  const document = await vscode.workspace.openTextDocument(uri);
  return uri === file ? showDocument(document, show) : document;
}

/** Shows a document, and gives it. */
async function showDocument(
  document: vscode.TextDocument,
  show: vscode.TextDocumentShowOptions,
): Promise<vscode.TextDocument> {
  await vscode.window.showTextDocument(document, show);
  return document;
}

/**
 * Opens a text as a new document that is not saved, and shows it, beside the file that it comes from where that is on the machine's own
 * disk: under a free name. Nothing is written.
 */
export async function openText(
  near: vscode.Uri | undefined,
  name: string,
  extension: string,
  content: string,
  language: string,
  show: vscode.TextDocumentShowOptions,
): Promise<vscode.TextDocument> {
  const place = near && fileOf(near);
  const folder = place?.scheme === 'file' ? vscode.Uri.joinPath(place, '..') : undefined;
  const file = folder && (await freeFile(folder, name, extension));
  return file
    ? openNew(file, content, show)
    : showDocument(await vscode.workspace.openTextDocument({ content, language }), show);
}

async function freeFile(folder: vscode.Uri, name: string, extension: string): Promise<vscode.Uri | undefined> {
  const base = name.replace(/[\\/:*?"<>|\s]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || 'definition';
  for (let number = 1; number <= 100; number++) {
    const file = vscode.Uri.joinPath(folder, `${number === 1 ? base : `${base}-${number}`}${extension}`);
    if (!(await isTaken(file))) return file;
  }
  return undefined;
}
