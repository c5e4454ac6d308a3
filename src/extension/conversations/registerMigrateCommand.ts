import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { PanelServices } from './conversationPanel.ts';
import type { PayloadDocuments } from './payloadDocuments.ts';

/** Lines that a dialog has room for. */
const maxLines = 25;

/**
 * *Convert Conversation to AgentScope 2*: tells all that changes, shows the payload before and after on request, and then
 * rewrites the document, which can be undone.
 */
export function registerMigrateCommand(
  { log, engine, store, payloads }: PanelServices,
  target: (uri: unknown) => vscode.Uri | undefined,
): vscode.Disposable {
  return registerCommand(log, 'migrateConversation', async (clicked?: unknown) => {
    const uri = target(clicked);
    if (!uri) throw new Error(vscode.l10n.t('Open a .messages.json or .messages.jsonl file to convert it.'));
    const document = await vscode.workspace.openTextDocument(uri);
    const { version } = document;
    const { cwd } = store.folderOf(uri);
    const made = await engine.conversations.migrateConversation(document.getText(), document.fileName, cwd);
    if (!made) throw new Error(vscode.l10n.t('{0} is no conversation of AgentScope 1.', baseName(uri)));
    const otherwise =
      made.silent.length > 0 ? ['', vscode.l10n.t('Otherwise, though nothing raises:'), ...made.silent] : [];
    const lines = [...made.changes, ...otherwise];
    log.info([baseName(uri), ...lines].join('\n'));
    const show = {
      list: () => showList(payloads, lines, baseName(uri)),
      payloads: () => showPayloads(payloads, made, baseName(uri)),
    };
    if (!(await isWanted(vscode.l10n.t('Convert {0} to AgentScope 2?', baseName(uri)), lines, show))) return;
    if (document.version !== version)
      throw new Error(vscode.l10n.t('{0} has changed in the meantime. Convert it again.', baseName(uri)));
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
    edit.replace(uri, whole, made.text);
    await vscode.workspace.applyEdit(edit);
    await vscode.window.showTextDocument(document);
  });
}

/** Asks, with all that changes or its beginning; what is looked at meanwhile leaves the question open. */
async function isWanted(
  question: string,
  lines: readonly string[],
  show: { readonly list: () => Promise<void>; readonly payloads: () => Promise<void> },
): Promise<boolean> {
  const convert = vscode.l10n.t('Convert');
  const compare = vscode.l10n.t('Compare Payloads');
  const list = vscode.l10n.t('Show All Changes');
  const isLong = lines.length > maxLines;
  const more = isLong ? [vscode.l10n.t('… and {0} more', lines.length - maxLines)] : [];
  const detail = [...lines.slice(0, maxLines), ...more].join('\n');
  const buttons = [convert, compare, ...(isLong ? [list] : [])];
  let chosen = await vscode.window.showInformationMessage(question, { modal: true, detail }, ...buttons);
  while (chosen === compare || chosen === list) {
    await (chosen === compare ? show.payloads() : show.list());
    // A modal dialog would hide what is looked at.
    chosen = await vscode.window.showInformationMessage(question, ...buttons);
  }
  return chosen === convert;
}

async function showList(payloads: PayloadDocuments, lines: readonly string[], name: string): Promise<void> {
  const address = payloads.addressOfText(vscode.l10n.t('{0}: changes.txt', name), `${lines.join('\n')}\n`);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(address), { preview: true });
}

async function showPayloads(
  payloads: PayloadDocuments,
  { before, after }: { readonly before: string; readonly after: string },
  name: string,
): Promise<void> {
  await vscode.commands.executeCommand(
    'vscode.diff',
    payloads.addressOfText(`${name}.AgentScope 1.payload.json`, before),
    payloads.addressOfText(`${name}.AgentScope 2.payload.json`, after),
    vscode.l10n.t('{0}: payload, AgentScope 1 ↔ 2', name),
  );
}
