import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { isSourceDocument, parsersOfCell } from './sourceDocuments.ts';

/** Keeps the context key `parserlens.inSource`: whether the active editor shows a source that names a class of a parser. */
export function followInSource(): vscode.Disposable {
  let known = false;
  const look = () => {
    const document = vscode.window.activeTextEditor?.document;
    const is = document !== undefined && (isSourceDocument(document) || parsersOfCell(document) !== undefined);
    if (is === known) return;
    known = is;
    void vscode.commands.executeCommand('setContext', `${prefix}.inSource`, is);
  };
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document === vscode.window.activeTextEditor?.document) look();
    }),
  );
}
