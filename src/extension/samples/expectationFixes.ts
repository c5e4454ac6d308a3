import * as vscode from 'vscode';
import { toDiagnostic, toTextEdit } from '../convert.ts';
import { type FailingSample, failingSamples, maxShown } from './failingSamples.ts';
import { placeRange } from './sampleMessages.ts';
import type { SampleStore } from './sampleStore.ts';

/** Offers to write what came out in the place of what a failing sample expects; for one sample, or for all of a definition. */
export function expectationFixes(samples: SampleStore): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, range, _context, token) {
      const listed = await samples.list(document.uri);
      if (!listed || listed.broken || token.isCancellationRequested || listed.written !== document.getText())
        return undefined;
      const all = failingSamples(samples, listed);
      const here = all.filter(one => one.range.intersection(range) || placeRange(one.row.place).contains(range));
      const actions: vscode.CodeAction[] = [];
      for (const one of here) {
        const edits = await samples.expectationEdits(listed, [one.number]);
        if (edits.length === 0) continue;
        const update = actionFor(document, vscode.l10n.t('Update Expectation of {0}', one.row.name), [one]);
        update.edit = new vscode.WorkspaceEdit();
        update.edit.set(
          document.uri,
          edits.map(edit => toTextEdit(document, edit)),
        );
        actions.push(update);
      }
      for (const name of new Set(here.map(({ row }) => row.definition))) {
        const own = all.filter(({ row }) => row.definition === name);
        if (own.length > 1) actions.push(updateAll(document, name, own));
      }
      return token.isCancellationRequested ? undefined : actions;
    },
  };
}

/** Works out its edits when it is chosen: they may be thousands. */
function updateAll(document: vscode.TextDocument, name: string, failing: readonly FailingSample[]): vscode.CodeAction {
  const title = vscode.l10n.t('Update All Failing Expectations of {0}', name);
  const update = actionFor(document, title, failing);
  update.command = {
    title,
    command: 'parserlens.updateAllExpectations',
    arguments: [document.uri.toString(), name],
  };
  return update;
}

function actionFor(document: vscode.TextDocument, title: string, failing: readonly FailingSample[]): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = failing.slice(0, maxShown).map(({ problem }) => toDiagnostic(document, problem(document)));
  return action;
}
