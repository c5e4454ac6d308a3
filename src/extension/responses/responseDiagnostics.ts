import * as vscode from 'vscode';
import { detailText, isNotRun, raisingSplits } from '../../views/responseModel.ts';
import { toRange } from '../convert.ts';
import { splitName } from './destinationWords.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** Underlines where a response did not parse, with the framework's class and message, and a response that a filter raises on. */
export function registerResponseDiagnostics(sessions: ResponseSessions): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('parserlens-responses');
  return vscode.Disposable.from(
    collection,
    sessions.onDidChange(uri => collection.set(uri, sessions.of(uri).flatMap(diagnosticsOf))),
  );
}

function diagnosticsOf({ document, span, state }: ResponseSession): vscode.Diagnostic[] {
  if (!document || state.kind !== 'parsed' || state.stale || isNotRun(state.model)) return [];
  const { error } = state.model;
  const whole = firstLine(document, toRange(document, span));
  if (!error)
    return raisingSplits(state.model).map(({ destination, error: raised }) => {
      const message = `${splitName([destination])}: ${raised.class}: ${raised.message}`;
      return problem(whole, message, raised.class, vscode.DiagnosticSeverity.Warning);
    });
  const place = error.span
    ? toRange(document, { start: span.start + error.span.start, end: span.start + error.span.end })
    : whole;
  const message = [`${error.class}: ${error.message}`, ...error.details.map(detailText)].join('\n');
  return [problem(place, message, error.class, vscode.DiagnosticSeverity.Error)];
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
