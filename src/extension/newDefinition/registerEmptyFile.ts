import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import type { Services } from '../services.ts';

/** The longest answer from the clipboard that a definition is drafted for, in UTF-16 units. */
const maxAnswer = 200_000;

/**
 * What the lenses of an empty `.parser.json` do: a type to start with, an answer to draft a definition for.
 * `fill` asks for a type and writes its template into a document.
 */
export function registerEmptyFile(
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
export async function replaceEmpty(document: vscode.TextDocument, text: string): Promise<void> {
  if (document.getText().trim() !== '') throw new Error(vscode.l10n.t('The file is no longer empty.'));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
}

async function emptyDocument(address: string): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(vscode.Uri.parse(address));
}

/** A type that can be drafted for an answer; asked for where there are several. */
async function pickDraft({ engine }: Services, answer: string): Promise<string | undefined> {
  const { rows } = await engine.find.findParsers([{ text: answer }], [], { isTrusted: vscode.workspace.isTrusted });
  const drafts = rows.filter(({ file, read, asksForForm }) => file === undefined && read > 0 && asksForForm);
  const items = drafts.map(({ type, description = '', why }) => ({ label: type, description, detail: why }));
  if (items.length === 0) throw new Error(vscode.l10n.t('Nothing can be drafted from the answer on the clipboard.'));
  if (items.length === 1) return items[0]?.label;
  const placeHolder = vscode.l10n.t('Pick the type that should read the answer on the clipboard');
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.label;
}
