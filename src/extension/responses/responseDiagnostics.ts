import * as vscode from 'vscode';
import { detailText } from '../../views/responseModel.ts';
import { toRange } from '../convert.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** Underlines where a response did not parse, with the framework's class and message. */
export function registerResponseDiagnostics(sessions: ResponseSessions): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('parserlens-responses');
  return vscode.Disposable.from(
    collection,
    sessions.onDidChange(uri => collection.set(uri, sessions.of(uri).flatMap(diagnosticOf))),
  );
}

function diagnosticOf({ document, span, state }: ResponseSession): vscode.Diagnostic[] {
  if (!document || state.kind !== 'parsed' || state.stale || !state.model.error) return [];
  const { error } = state.model;
  const place = error.span
    ? toRange(document, { start: span.start + error.span.start, end: span.start + error.span.end })
    : firstLine(document, toRange(document, span));
  const message = [`${error.class}: ${error.message}`, ...error.details.map(detailText)].join('\n');
  const diagnostic = new vscode.Diagnostic(place, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'ParserLens';
  diagnostic.code = error.class;
  return [diagnostic];
}

/** An error of the response as a whole is shown on its first line: a squiggle under everything hides the text. */
function firstLine(document: vscode.TextDocument, range: vscode.Range): vscode.Range {
  return range.isSingleLine ? range : range.with({ end: document.lineAt(range.start.line).range.end });
}
