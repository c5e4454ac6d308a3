import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionStore.ts';
import type { PanelServices } from './conversationPanel.ts';

/** Lines that a dialog has room for. */
const maxLines = 25;

/**
 * *Convert Conversation to AgentScope 2*: tells all that changes, shows the payload before and after on request, and then
 * rewrites the document, which can be undone.
 */
export function registerMigrateCommand(
  { log, engine, store }: PanelServices,
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
    const convert = vscode.l10n.t('Convert');
    const compare = vscode.l10n.t('Compare Payloads');
    const otherwise =
      made.silent.length > 0 ? ['', vscode.l10n.t('Otherwise, though nothing raises:'), ...made.silent] : [];
    const lines = [...made.changes, ...otherwise];
    const more = lines.length > maxLines ? [vscode.l10n.t('… and {0} more', lines.length - maxLines)] : [];
    const detail = [...lines.slice(0, maxLines), ...more].join('\n');
    log.info([baseName(uri), ...lines].join('\n'));
    const question = vscode.l10n.t('Convert {0} to AgentScope 2?', baseName(uri));
    let chosen = await vscode.window.showInformationMessage(question, { modal: true, detail }, convert, compare);
    if (chosen === compare) {
      await showPayloads(made.before, made.after, baseName(uri));
      chosen = await vscode.window.showInformationMessage(question, convert);
    }
    if (chosen !== convert) return;
    if (document.version !== version)
      throw new Error(vscode.l10n.t('{0} has changed in the meantime. Convert it again.', baseName(uri)));
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
    edit.replace(uri, whole, made.text);
    await vscode.workspace.applyEdit(edit);
    await vscode.window.showTextDocument(document);
  });
}

async function showPayloads(before: string, after: string, name: string): Promise<void> {
  const open = (content: string) => vscode.workspace.openTextDocument({ language: 'json', content });
  const [left, right] = await Promise.all([open(before), open(after)]);
  await vscode.commands.executeCommand(
    'vscode.diff',
    left.uri,
    right.uri,
    vscode.l10n.t('{0}: payload, AgentScope 1 ↔ 2', name),
  );
}
