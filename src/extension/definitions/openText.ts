import * as vscode from 'vscode';
import { isTaken, openNew, shown } from './newDocument.ts';
import { fileOf } from './openDocument.ts';

/**
 * Opens a text as a new document that is not saved, and shows it, beside the file that it comes from where that is on the machine's own
 * disk: under a name that is not taken. Nothing is written.
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
    : shown(await vscode.workspace.openTextDocument({ content, language }), show);
}

async function freeFile(folder: vscode.Uri, name: string, extension: string): Promise<vscode.Uri | undefined> {
  const base = name.replace(/[\\/:*?"<>|\s]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || 'definition';
  for (let number = 1; number <= 100; number++) {
    const file = vscode.Uri.joinPath(folder, `${number === 1 ? base : `${base}-${number}`}${extension}`);
    if (!(await isTaken(file))) return file;
  }
  return undefined;
}
