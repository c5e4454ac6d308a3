import * as vscode from 'vscode';
import type { TextSpan } from '../../protocol/textSpan.ts';
import { documentColumn } from '../documentColumn.ts';

/** Selects a span of a file in an editor: one that shows the file already, else a new one where documents are. */
export async function revealSpan(uri: vscode.Uri, span: TextSpan): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const key = uri.toString();
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document.uri.toString() === key);
  const selection = new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
  await vscode.window.showTextDocument(document, { viewColumn: shown?.viewColumn ?? documentColumn(), selection });
}
