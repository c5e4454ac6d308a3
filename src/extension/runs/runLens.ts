import * as vscode from 'vscode';
import { prefix } from '../commands.ts';

/** Whether a file can be run: its log can be written beside it. In a workspace that is not trusted the click says so. */
export function mayRun(uri: vscode.Uri): boolean {
  return (
    uri.scheme === 'file' ||
    (uri.scheme !== 'untitled' && vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true)
  );
}

/** The lens that runs a definition, or a conversation, with a model. */
export function runCommand(uri: vscode.Uri, name?: string): vscode.Command {
  return {
    title: vscode.l10n.t('Run…'),
    tooltip: vscode.l10n.t('Ask a model and read its answer. What is sent is shown first.'),
    command: `${prefix}.run`,
    arguments: name === undefined ? [uri] : [uri, name],
  };
}
