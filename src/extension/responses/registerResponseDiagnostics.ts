import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { CauseModel, DiagnosisModel } from '../../views/diagnosisModel.ts';
import { detailText, type ViolationModel } from '../../views/errorModel.ts';
import { missingKeys } from '../../views/lensStatus.ts';
import { isNotRun, type ResponseModel, raisingSplits } from '../../views/responseModel.ts';
import { toRange } from '../convert.ts';
import type { Diagnoses } from '../diagnosis/diagnoses.ts';
import { causeAt, partlyText } from '../diagnosis/repairWords.ts';
import { causePage } from '../problems/problemPages.ts';
import { splitName, strayWords } from './destinationWords.ts';
import { lensWords } from './lensWords.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** A longer message of a framework repeats the response: its cause is said alone, in UTF-16 units. */
const longestSaid = 300;
/** How many causes of an error are underlined. */
const maxCauses = 5;
/** How many violations are problems. */
const maxMembers = 20;
/** How many pieces of lost text are. */
const maxStrays = 50;

/** Underlines why a response did not parse, each cause at its place and the first with the framework's class and message; what is odd about one that reads; and a response that a filter raises on. */
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
      ...state.model.suspicions.map(({ code, message, span: own }) => {
        const range = own ? toRange(document, { start: span.start + own.start, end: span.start + own.end }) : whole;
        return problem(range, message, code, vscode.DiagnosticSeverity.Warning);
      }),
      ...otherStrays(state.model)
        .slice(0, maxStrays)
        .map(({ kind, span: own, field }) => {
          const range = toRange(document, { start: span.start + own.start, end: span.start + own.end });
          return problem(range, strayWords(kind, field), kind, vscode.DiagnosticSeverity.Information);
        }),
    ];
  const [cause, ...others] = (diagnosis?.causes ?? [])
    .slice(0, maxCauses)
    .map(each => ({ ...each, range: causeRange(document, span, each) }));
  const missed = missingKeys(error.class, error.message);
  const said = `${error.class}: ${error.message.length > longestSaid ? error.cause : error.message}`;
  const named = cause
    ? causeAt(cause, cause.range.start.line + 1)
    : missed.length > 0
      ? lensWords().missingKeys(missed)
      : undefined;
  const message = [
    named === undefined ? said : `${named} · ${said}`,
    ...error.details.map(detailText),
    ...(diagnosis?.partly ? [partlyText(diagnosis.partly)] : []),
  ].join('\n');
  const range = cause?.range ?? errorRange(document, span, error, missed.length > 0) ?? whole;
  const first = problem(range, message, error.class, vscode.DiagnosticSeverity.Error);
  if (cause) first.code = { value: cause.code, target: causePage(cause.code) };
  return [
    first,
    ...(error.violations.length > 0
      ? error.violations.slice(0, maxMembers).map(each => memberProblem(document, span, each))
      : others.map(each => causeProblem(each.range, each))),
  ];
}

/** Where the framework says that the error is; of an object that lacks keys its opening brace. */
function errorRange(
  document: vscode.TextDocument,
  { start: from }: Span,
  { span }: NonNullable<ResponseModel['error']>,
  isMissing: boolean,
): vscode.Range | undefined {
  if (!span) return undefined;
  const start = from + span.start;
  return toRange(document, { start, end: isMissing ? start + 1 : from + span.end });
}

/** What fell to the ground and is no suspicion of the same place: one fault is one problem. */
function otherStrays({ strays, suspicions }: ResponseModel): ResponseModel['strays'] {
  const reported = new Set(suspicions.flatMap(({ span }) => (span ? [`${span.start} ${span.end}`] : [])));
  return strays.filter(({ span }) => !reported.has(`${span.start} ${span.end}`));
}

/** A violation at its place, leading to the page of the cause. */
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
  // A line's end has no room for a line below it.
  if (document.getText(range).trim() !== '') return range;
  const { start } = range;
  return start.character > 0
    ? new vscode.Range(start.translate(0, -1), start)
    : new vscode.Range(start, start.translate(0, 1));
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

/** An error of the response as a whole stands on its first line: a squiggle under everything hides the text. */
function firstLine(document: vscode.TextDocument, range: vscode.Range): vscode.Range {
  return range.isSingleLine ? range : range.with({ end: document.lineAt(range.start.line).range.end });
}
