import * as vscode from 'vscode';
import type { Edit, Problem } from '../../engine/index.ts';
import { certainFix, fixAllEdits, preferredFix } from '../../views/problems.ts';
import { prefix } from '../commands.ts';
import { toDiagnostic, toRange, toTextEdit } from '../convert.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import type { DefinitionStore } from '../definitions/definitionStore.ts';

/** *Fix all* of ours, so that `editor.codeActionsOnSave` can name it. */
const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('parserlens');

/** The fixes of problems: one by one, and all that are surely meant at once. */
export const problemFixKinds: readonly vscode.CodeActionKind[] = [vscode.CodeActionKind.QuickFix, fixAllKind];

/** Offers the fixes of what `problemsOf` gives for a document. */
export function problemFixes(
  definitions: DefinitionStore,
  problemsOf: (document: vscode.TextDocument, file: DefinitionFile) => readonly Problem[],
): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, range, { only }, token) {
      const file = await definitions.file(document.uri);
      if (!file || token.isCancellationRequested || file.written !== document.getText()) return undefined;
      const problems = problemsOf(document, file);
      const actions: vscode.CodeAction[] = [];
      if (!only || only.contains(vscode.CodeActionKind.QuickFix))
        actions.push(...quickFixes(document, problems, range));
      if (!only || only.contains(fixAllKind)) actions.push(...fixAll(document, problems, only !== undefined));
      return actions;
    },
  };
}

/** The fixes of the problems at a range, one by one. */
export function quickFixes(
  document: vscode.TextDocument,
  problems: readonly Problem[],
  range: vscode.Range,
): vscode.CodeAction[] {
  const near = problems.filter(({ span }) => toRange(document, span).intersection(range));
  return near.flatMap(problem => [
    ...(problem.fixes ?? []).map(fix => {
      const action = actionOf(document, fix.title, vscode.CodeActionKind.QuickFix, fix.edits);
      action.diagnostics = [toDiagnostic(document, problem)];
      action.isPreferred = fix === preferredFix(problem);
      return action;
    }),
    ...(problem.code === 'no-response-template' ? [derivation(document, problem)] : []),
    ...(problem.code.startsWith('constraint-') ? [showConstraint(document, problem)] : []),
  ]);
}

/** Shows the constraint that the engine takes, with the forms to choose from: one of them may keep the keyword. */
function showConstraint(document: vscode.TextDocument, problem: Problem): vscode.CodeAction {
  const title = vscode.l10n.t('Show Constraint for Engine');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: `${prefix}.showConstraint`, arguments: [document.uri.toString()] };
  action.diagnostics = [toDiagnostic(document, problem)];
  return action;
}

/** What makes the response template that is missing: it is derived first, and then written. */
function derivation(document: vscode.TextDocument, problem: Problem): vscode.CodeAction {
  const title = vscode.l10n.t('Derive Response Template');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: `${prefix}.deriveResponseTemplate`, arguments: [document.uri.toString()] };
  action.diagnostics = [toDiagnostic(document, problem)];
  action.isPreferred = true;
  return action;
}

/** All at once: as a quick fix too, where there are several, for who looks at one of them. */
function fixAll(document: vscode.TextDocument, problems: readonly Problem[], isAsked: boolean): vscode.CodeAction[] {
  const edits = fixAllEdits(problems);
  if (edits.length === 0) return [];
  const title = vscode.l10n.t('Fix All ParserLens Problems in File');
  const fixed = problems.filter(problem => certainFix(problem)).length;
  const source = actionOf(document, title, fixAllKind, edits);
  return isAsked || fixed < 2 ? [source] : [source, actionOf(document, title, vscode.CodeActionKind.QuickFix, edits)];
}

function actionOf(
  document: vscode.TextDocument,
  title: string,
  kind: vscode.CodeActionKind,
  edits: readonly Edit[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, kind);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.set(
    document.uri,
    edits.map(edit => toTextEdit(document, edit)),
  );
  return action;
}
