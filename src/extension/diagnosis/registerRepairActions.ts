import * as vscode from 'vscode';
import { causeName } from '../../views/diagnosisModel.ts';
import { canEdit } from '../canEdit.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { Diagnoses } from './diagnoses.ts';
import { aboutToApply, type Repair, repairsOf, workspaceEdit } from './repairMarks.ts';
import { causeNames, certainty } from './repairWords.ts';

/** From this confidence on a repair is VS Code's preferred fix, which a key applies unseen. */
const sure = 0.9;
const { QuickFix } = vscode.CodeActionKind;
/** The repairs of a response as quick fixes on each of its lines; below them, as linters do, what shows and explains them. */
export function registerRepairActions(sessions: ResponseSessions, diagnoses: Diagnoses): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    '*',
    {
      provideCodeActions(document, { start }, { only, diagnostics }) {
        if (only && !only.contains(QuickFix)) return [];
        const session = sessions.of(document.uri).find(({ span }) => {
          const lines = toRange(document, span);
          return lines.start.line <= start.line && start.line <= lines.end.line;
        });
        const repairs = repairsOf(session, diagnoses);
        const fixed = diagnostics.filter(({ source }) => source === 'ParserLens');
        return [
          ...(canEdit(document.uri)
            ? repairs.map((repair, i) => applyAction(repair, i, fixed))
            : repairs.map(({ session: { id } }, i) =>
                commandAction(vscode.l10n.t('Copy Repaired'), 'copyRepaired', id, i),
              )),
          ...repairs.map((repair, i) => showAction(repair, i, repairs.length)),
          ...explainActions(repairs[0]),
        ];
      },
    },
    { providedCodeActionKinds: [QuickFix] },
  );
}

function applyAction(repair: Repair, index: number, diagnostics: vscode.Diagnostic[]): vscode.CodeAction {
  const { candidate } = repair;
  const title = vscode.l10n.t('Apply Repair: {0} ({1})', causeNames(candidate.causes), certainty(candidate));
  const action = new vscode.CodeAction(title, QuickFix);
  action.edit = workspaceEdit(repair);
  action.command = { title, command: `${prefix}.markRepair`, arguments: [aboutToApply(repair)] };
  action.diagnostics = diagnostics;
  action.isPreferred = index === 0 && candidate.confidence >= sure && !candidate.lossy;
  return action;
}

function showAction({ session, candidate }: Repair, index: number, count: number): vscode.CodeAction {
  const title =
    count > 1
      ? vscode.l10n.t('Show Repair: {0} ({1})', causeNames(candidate.causes), certainty(candidate))
      : vscode.l10n.t('Show Repair');
  return commandAction(title, 'showRepair', session.id, index);
}

function explainActions(repair: Repair | undefined): vscode.CodeAction[] {
  return (repair?.candidate.causes ?? [])
    .slice(0, 3)
    .map(({ code }) => commandAction(vscode.l10n.t('Explain {0}', causeName(code)), 'explainCause', code));
}

function commandAction(title: string, name: string, ...args: unknown[]): vscode.CodeAction {
  const action = new vscode.CodeAction(title, QuickFix);
  action.command = { title, command: `${prefix}.${name}`, arguments: args };
  return action;
}
