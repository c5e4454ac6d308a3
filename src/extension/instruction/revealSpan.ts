import * as vscode from 'vscode';
import type { TextSpan } from '../../protocol/guards.ts';
import { documentColumn } from '../documentColumn.ts';
import { inCell, notebookSource } from '../sources/notebookSource.ts';

/** Selects a span of a file in an editor: one that shows the file already, else a new one where documents are. */
export async function revealSpan(uri: vscode.Uri, span: TextSpan): Promise<void> {
  const notebook = notebookSource(uri);
  const cell = notebook && inCell(notebook, span);
  if (cell) {
    await vscode.window.showNotebookDocument(notebook.notebook, { viewColumn: columnOf(notebook.notebook) });
    await vscode.window.showTextDocument(cell.document, { selection: cell.range });
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const key = uri.toString();
  const visible = vscode.window.visibleTextEditors.find(editor => editor.document.uri.toString() === key);
  const selection = new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
  await vscode.window.showTextDocument(document, { viewColumn: visible?.viewColumn ?? documentColumn(), selection });
}

/** Puts the cursor on a line and a column, both counted from 1, of a file that may not be one of ours. */
export async function revealLine(
  uri: vscode.Uri,
  at: { readonly line: number; readonly column: number },
): Promise<void> {
  const line = at.line - 1;
  const column = at.column - 1;
  const selection = new vscode.Range(line, column, line, column);
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, selection });
}

function columnOf(notebook: vscode.NotebookDocument): vscode.ViewColumn {
  const visible = vscode.window.visibleNotebookEditors.find(each => each.notebook === notebook);
  return visible?.viewColumn ?? documentColumn();
}
