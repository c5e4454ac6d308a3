import * as vscode from 'vscode';
import { ownProblems } from '../../view/diagnostics.ts';
import { toDiagnostic, toRange, toTextEdit } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';

/** Underlines what is wrong in open definition files, and offers the fixes. */
export function registerDiagnostics({ definitions, log }: Services): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('parserlens');

  const check = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document) return collection.delete(uri);
    const file = await definitions.file(uri);
    // A newer text has its own check under way; ranges are of the text that they were found in.
    if (!file || document.isClosed || file.text !== document.getText()) return;
    collection.set(
      uri,
      ownProblems(file.problems).map(problem => toDiagnostic(document, problem)),
    );
  };
  const checkSoon = (uri: vscode.Uri) => {
    if (isDefinitionUri(uri)) check(uri).catch(error => log.error(error));
  };
  for (const { uri } of vscode.workspace.textDocuments) checkSoon(uri);

  const fixes: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, _context, token) {
      const file = await definitions.file(document.uri);
      if (!file || token.isCancellationRequested || file.text !== document.getText()) return undefined;
      const near = file.problems.filter(({ span }) => toRange(document, span).intersection(range));
      return near.flatMap(problem =>
        (problem.fixes ?? []).map(fix => {
          const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
          action.diagnostics = [toDiagnostic(document, problem)];
          action.edit = new vscode.WorkspaceEdit();
          action.edit.set(
            document.uri,
            fix.edits.map(edit => toTextEdit(document, edit)),
          );
          action.isPreferred = problem.fixes?.length === 1;
          return action;
        }),
      );
    },
  };
  return vscode.Disposable.from(
    collection,
    definitions.onDidChange(checkSoon),
    vscode.languages.registerCodeActionsProvider({ pattern: '**/*.parser.json' }, fixes, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(document => !document.isClosed && document.uri.toString() === key);
}
