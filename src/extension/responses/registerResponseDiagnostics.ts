import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { CauseModel, DiagnosisModel } from '../../views/diagnosisModel.ts';
import { detailText, isNotRun, raisingSplits, type ViolationModel } from '../../views/responseModel.ts';
import { toRange } from '../convert.ts';
import type { Diagnoses } from '../diagnosis/diagnoses.ts';
import { causeAt, partlyText } from '../diagnosis/repairWords.ts';
import { causePage } from '../problems/problemPages.ts';
import { splitName } from './destinationWords.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';
import { strayWords } from './strayWords.ts';

/** How many causes of an error are underlined. */
const maxCauses = 5;
/** How many members that are not what is wanted are. */
const maxMembers = 20;
/** How many pieces of lost text are. */
const maxStrays = 50;

/** Underlines where a response did not parse, with the framework's class and message, the causes at their places, and a response that a filter raises on. */
export function registerResponseDiagnostics(sessions: ResponseSessions, diagnoses: Diagnoses): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('parserlens-responses');
  const show = (uri: vscode.Uri) =>
    collection.set(
      uri,
      sessions.of(uri).flatMap(session => diagnosticsOf(session, diagnoses.of(session))),
    );
  return vscode.Disposable.from(collection, sessions.onDidChange(show), diagnoses.onDidChange(show));
}

function diagnosticsOf(session: ResponseSession, diagnosis: DiagnosisModel | undefined): vscode.Diagnostic[] {
  const { document, span, state } = session;
  if (!document || state.kind !== 'parsed' || state.stale || isNotRun(state.model)) return [];
  const { error } = state.model;
  const whole = firstLine(document, toRange(document, span));
  if (!error)
    return [
      ...raisingSplits(state.model).map(({ destination, error: raised }) => {
        const message = `${splitName([destination])}: ${raised.class}: ${raised.message}`;
        return problem(whole, message, raised.class, vscode.DiagnosticSeverity.Warning);
      }),
      ...state.model.strays.slice(0, maxStrays).map(({ kind, span: own, field }) => {
        const range = toRange(document, { start: span.start + own.start, end: span.start + own.end });
        return problem(range, strayWords(kind, field), kind, vscode.DiagnosticSeverity.Information);
      }),
    ];
  const place = error.span
    ? toRange(document, { start: span.start + error.span.start, end: span.start + error.span.end })
    : whole;
  const causes = (diagnosis?.causes ?? [])
    .slice(0, maxCauses)
    .map(cause => ({ cause, range: causeRange(document, span, cause) }));
  const named = causes.map(({ cause, range }) => causeAt(cause, range.start.line + 1));
  const message = [
    `${error.class}: ${error.message}`,
    ...error.details.map(detailText),
    ...(named.length > 0 ? [vscode.l10n.t('Cause: {0}', named.join('; '))] : []),
    ...(diagnosis?.partly ? [partlyText(diagnosis.partly)] : []),
  ].join('\n');
  return [
    problem(place, message, error.class, vscode.DiagnosticSeverity.Error),
    ...(error.violations.length > 0
      ? error.violations.slice(0, maxMembers).map(each => memberProblem(document, span, each))
      : causes.map(({ cause, range }) => causeProblem(range, cause))),
  ];
}

/** A member that is not what is wanted, at its place, leading to the page of the cause. */
function memberProblem(
  document: vscode.TextDocument,
  { start: from }: Span,
  { path, cause, message, span }: ViolationModel,
): vscode.Diagnostic {
  const range = toRange(document, { start: from + span.start, end: from + span.end });
  const found = problem(range, `${path}: ${message}`, cause, vscode.DiagnosticSeverity.Error);
  found.code = { value: cause, target: causePage(cause) };
  return found;
}

/** A cause at its first place, leading to its page. */
function causeProblem(range: vscode.Range, { code, summary }: CauseModel): vscode.Diagnostic {
  const found = problem(range, summary, code, vscode.DiagnosticSeverity.Information);
  found.code = { value: code, target: causePage(code) };
  return found;
}

/** Where a cause is underlined: at least one character, that before the place where something is missing. */
function causeRange(document: vscode.TextDocument, { start: from }: Span, { span }: CauseModel): vscode.Range {
  const range = toRange(document, { start: from + span.start, end: from + span.end });
  if (!range.isEmpty) return range;
  const { start } = range;
  return start.character > 0 ? range.with(start.translate(0, -1)) : range.with(undefined, start.translate(0, 1));
}

function problem(
  range: vscode.Range,
  message: string,
  code: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, severity);
  diagnostic.source = 'ParserLens';
  diagnostic.code = code;
  return diagnostic;
}

/** An error of the response as a whole is shown on its first line: a squiggle under everything hides the text. */
function firstLine(document: vscode.TextDocument, range: vscode.Range): vscode.Range {
  return range.isSingleLine ? range : range.with({ end: document.lineAt(range.start.line).range.end });
}
