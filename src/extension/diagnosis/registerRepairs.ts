import * as vscode from 'vscode';
import { applyEdits, oneLine } from '../../engine/index.ts';
import { causeName } from '../../views/diagnosisModel.ts';
import { prefix, registerCommand, setContext } from '../commands.ts';
import { toRange } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { causePage } from '../problems/problemPages.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { ResultNode } from '../responses/resultNode.ts';
import type { Services } from '../services.ts';
import { canEdit } from '../structure/files.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';
import type { Diagnoses } from './diagnoses.ts';
import {
  type AppliedRepair,
  aboutToApply,
  type Repair,
  RepairMarks,
  repairedText,
  repairsOf,
  workspaceEdit,
} from './repairMarks.ts';
import { causeNames, certainty } from './repairWords.ts';

/** Of the read-only documents that hold a repaired response with all that stands around it. */
const repairScheme = 'parserlens-repair';

/** Shows repairs as diffs: the response's document, and what it becomes. */
class RepairDocuments implements vscode.Disposable {
  readonly #sessions: ResponseSessions;
  readonly #diagnoses: Diagnoses;
  /** They keep what they show: a repair that is made is in no diagnosis any more. */
  readonly #documents = new VirtualDocuments(repairScheme, uri => this.#read(uri));
  readonly #following: vscode.Disposable;

  constructor(sessions: ResponseSessions, diagnoses: Diagnoses) {
    this.#sessions = sessions;
    this.#diagnoses = diagnoses;
    this.#following = diagnoses.onDidChange(() => this.#refresh());
  }

  /** Opens the diff of a session's repair. */
  async show(repair: Repair, index: number): Promise<void> {
    const { session, document, candidate } = repair;
    const name = baseName(document.uri);
    const uri = vscode.Uri.from({ scheme: repairScheme, path: `/${name}`, query: JSON.stringify([session.id, index]) });
    this.#documents.keep(uri, repairedText(repair));
    const repaired = await vscode.workspace.openTextDocument(uri);
    // Coloured as the response is.
    await vscode.languages.setTextDocumentLanguage(repaired, document.languageId);
    const title = vscode.l10n.t('{0}: Repair ({1})', name, certainty(candidate));
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, { preview: true });
  }

  /** The session and the number of the repair that a document shows. */
  repairOf(uri: vscode.Uri): { readonly id: string; readonly index: number } | undefined {
    if (uri.scheme !== repairScheme) return undefined;
    try {
      const [id, index] = JSON.parse(uri.query) as [string, number];
      return { id, index };
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    this.#following.dispose();
    this.#documents.dispose();
  }

  #read(uri: vscode.Uri): string {
    const repair = this.#shownRepair(uri);
    if (repair) this.#documents.keep(uri, repairedText(repair));
    return this.#documents.kept(uri) ?? '';
  }

  #refresh(): void {
    for (const uri of this.#documents.open) {
      const repair = this.#shownRepair(uri);
      if (repair) this.#documents.keep(uri, repairedText(repair));
    }
  }

  #shownRepair(uri: vscode.Uri): Repair | undefined {
    const { id, index } = this.repairOf(uri) ?? {};
    return id === undefined ? undefined : repairsOf(this.#sessions.get(id), this.#diagnoses)[index ?? 0];
  }
}

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

  const update = () => {
    const hasRepair = sessions.all().some(session => (diagnoses.of(session)?.candidates.length ?? 0) > 0);
    void setContext('hasRepair', hasRepair);
  };

  return vscode.Disposable.from(
    documents,
    marks,
    diagnoses.onDidChange(update),
    sessions.onDidChange(update),
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
