import * as vscode from 'vscode';
import type { SelectedResponse } from '../../view/fitService.ts';
import { baseName } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import type { DefinitionId } from './responseSession.ts';

/**
 * Opens a new definition of a type, drafted for responses, beside their document: not saved, its text one edit that can be
 * undone. It is named after the document and, where that is a file, stands in its folder.
 */
export async function openDraft(
  { engine, definitions }: Services,
  document: vscode.TextDocument,
  responses: readonly SelectedResponse[],
  type: string,
): Promise<DefinitionId | undefined> {
  const draft = await engine.fit.draft(responses, type);
  if (!draft) throw new Error(vscode.l10n.t('No {0} can be drafted: the response has nothing of its format.', type));
  const opened = await openNew(document, draft.text);
  await vscode.window.showTextDocument(opened, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  if (draft.unread !== undefined)
    void vscode.window.showWarningMessage(vscode.l10n.t('This draft does not read everything: {0}', draft.unread));
  const name = (await definitions.file(opened.uri))?.definitions[0]?.name;
  return name === undefined ? undefined : { uri: opened.uri, name };
}

async function openNew(document: vscode.TextDocument, content: string): Promise<vscode.TextDocument> {
  const uri = await freeName(document.uri);
  if (!uri) return vscode.workspace.openTextDocument({ language: 'jsonc', content });
  const opened = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), content);
  await vscode.workspace.applyEdit(edit);
  return opened;
}

/** An untitled document that will be saved in the response's folder under a name that is not taken. */
async function freeName(response: vscode.Uri): Promise<vscode.Uri | undefined> {
  if (response.scheme !== 'file') return undefined;
  const folder = vscode.Uri.joinPath(response, '..');
  const base = baseName(response).replace(/(?<=.)\..*$/, '');
  const names = [base, ...Array.from({ length: 20 }, (_, i) => `${base}-${i + 2}`)];
  for (const name of names) {
    const file = vscode.Uri.joinPath(folder, `${name}.parser.json`);
    const untitled = file.with({ scheme: 'untitled' });
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === untitled.toString());
    if (!isOpen && !(await exists(file))) return untitled;
  }
  return undefined;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
