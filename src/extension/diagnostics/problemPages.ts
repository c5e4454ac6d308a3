import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import type { Services } from '../services.ts';

/** `parserlens.explainProblem`: what a problem's code stands for, as a page of ours beside the code that it is about. */
export function registerProblemPages({ context, log }: Services): vscode.Disposable {
  return registerCommand(log, 'explainProblem', async (code: string) => {
    const pages = vscode.Uri.joinPath(context.extensionUri, 'media', 'problems.md');
    const page = pages.with({ fragment: code });
    // Without the built-in Markdown extension the text has to do.
    if (vscode.extensions.getExtension('vscode.markdown-language-features'))
      return vscode.commands.executeCommand('markdown.showPreviewToSide', page);
    const document = await vscode.workspace.openTextDocument(pages);
    const heading = document.positionAt(Math.max(0, document.getText().indexOf(`\n## ${code}\n`) + 1));
    const selection = new vscode.Range(heading, heading);
    return vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, selection });
  });
}
