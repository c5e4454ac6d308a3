import * as vscode from 'vscode';
import { applyEdits, oneLine } from '../../engine/index.ts';
import { canEdit } from '../canEdit.ts';
import { prefix, registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { causePage } from '../problems/problemPages.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { ResultNode } from '../responses/resultNode.ts';
import type { Services } from '../services.ts';
import type { Diagnoses } from './diagnoses.ts';
import { RepairDocuments } from './repairDocuments.ts';
import { type Repair, repairsOf, workspaceEdit } from './repairEdits.ts';
import { type AppliedRepair, aboutToApply, RepairMarks } from './repairMarks.ts';
import { causeNames, certainty } from './repairWords.ts';

/** *Apply Repair*, *Show Repair*, *Explain*. */
export function registerRepairs(
  { log }: Services,
  sessions: ResponseSessions,
  diagnoses: Diagnoses,
): vscode.Disposable {
  const documents = new RepairDocuments(sessions, diagnoses);
  const marks = new RepairMarks();

  /** What a command was called on: a lens or quick fix, a row of the result, a diff; else the response at the cursor. */
  const target = (place: unknown, number: unknown): { readonly session?: ResponseSession; readonly index?: number } => {
    const named = place instanceof vscode.Uri ? documents.repairOf(place) : isRow(place) ? place : undefined;
    const id = named ? ('id' in named ? named.id : named.session) : place;
    const index = named?.index ?? (typeof number === 'number' ? number : undefined);
    const found = typeof id === 'string' ? sessions.get(id) : atCursor(sessions);
    return { ...(found && { session: found }), ...(index !== undefined && { index }) };
  };

  const choose = async (place: unknown, number: unknown): Promise<{ repair: Repair; index: number } | undefined> => {
    const { session, index } = target(place, number);
    const repairs = repairsOf(session, diagnoses);
    const [only] = repairs;
    if (!only) throw new Error(vscode.l10n.t('No repair is known for this response.'));
    if (index === undefined && repairs.length > 1) return pickRepair(repairs);
    const repair = repairs[index ?? 0];
    return repair && { repair, index: index ?? 0 };
  };

  const setContext = () => {
    const hasRepair = sessions.all().some(session => (diagnoses.of(session)?.candidates.length ?? 0) > 0);
    void vscode.commands.executeCommand('setContext', `${prefix}.hasRepair`, hasRepair);
  };

  return vscode.Disposable.from(
    documents,
    marks,
    diagnoses.onDidChange(setContext),
    sessions.onDidChange(setContext),
    registerCommand(log, 'applyRepair', async (place?: unknown, number?: unknown) => {
      const chosen = await choose(place, number);
      if (!chosen) return;
      const { document } = chosen.repair;
      // What cannot be edited stays what the model wrote.
      if (!canEdit(document.uri)) return documents.show(chosen.repair, chosen.index);
      // Of the response as it stood when it was picked.
      if (!repairsOf(sessions.get(chosen.repair.session.id), diagnoses).some(isSame(chosen.repair)))
        throw new Error(vscode.l10n.t('The response was edited in the meantime. Try again.'));
      const applied = aboutToApply(chosen.repair);
      if (!(await vscode.workspace.applyEdit(workspaceEdit(chosen.repair))))
        throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(document.uri)));
      marks.show(applied);
    }),
    registerCommand(log, 'showRepair', async (place?: unknown, number?: unknown) => {
      const chosen = await choose(place, number);
      if (chosen) await documents.show(chosen.repair, chosen.index);
    }),
    registerCommand(log, 'markRepair', (applied: AppliedRepair) => marks.show(applied)),
    registerCommand(log, 'copyRepaired', async (place?: unknown, number?: unknown) => {
      const chosen = await choose(place, number);
      if (!chosen) return;
      const { document, span } = chosen.repair.session;
      const text = document?.getText().slice(span.start, span.end) ?? '';
      await vscode.env.clipboard.writeText(applyEdits(text, chosen.repair.candidate.edits));
    }),
    registerCommand(log, 'explainCause', async (cause?: unknown) => {
      const code = isRow(cause)
        ? cause.code
        : typeof cause === 'string'
          ? cause
          : repairsOf(atCursor(sessions), diagnoses)[0]?.candidate.causes[0]?.code;
      if (code === undefined) throw new Error(vscode.l10n.t('No cause is known for this response.'));
      await vscode.commands.executeCommand('vscode.open', causePage(code), { preview: true });
    }),
  );
}

function isSame({ candidate }: Repair): (other: Repair) => boolean {
  return other => other.candidate === candidate;
}

function isRow(place: unknown): place is ResultNode & { readonly index?: number; readonly code?: string } {
  return typeof place === 'object' && place !== null && 'session' in place && 'kind' in place;
}

function atCursor(sessions: ResponseSessions): ResponseSession | undefined {
  const editor = vscode.window.activeTextEditor;
  return (editor && sessions.at(editor.document, editor.selection.active)) ?? sessions.current;
}

async function pickRepair(
  repairs: readonly Repair[],
): Promise<{ readonly repair: Repair; readonly index: number } | undefined> {
  const items = repairs.map((repair, index) => ({
    label: causeNames(repair.candidate.causes),
    description: certainty(repair.candidate),
    detail: oneLine(repair.candidate.value.long),
    repair,
    index,
  }));
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Apply Repair'),
    placeHolder: vscode.l10n.t('The response can be read in several ways. Pick the one that was meant'),
    matchOnDetail: true,
  });
}
