import * as vscode from 'vscode';
import type { Edit, Problem, Span } from '../engine/index.ts';
import { problemPage } from './problems/problemPages.ts';

/** The range of a span of the document's text. */
export function toRange(document: vscode.TextDocument, span: Span): vscode.Range {
  return new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
}

/** The span of a range of the document. */
export function toSpan(document: vscode.TextDocument, range: vscode.Range): Span {
  return { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
}

/** VS Code's form of a problem; its code stays the stable name, and leads to its page: ours, or that of the rule where it is somebody else's. */
export function toDiagnostic(document: vscode.TextDocument, problem: Problem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    toRange(document, problem.span),
    problem.message,
    severities[problem.severity],
  );
  diagnostic.source = 'ParserLens';
  const { code, documentation } = problem;
  if (unused.has(code)) {
    diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
    // Faded like a variable that nothing reads: often meant so, as with a thought that is dropped.
    if (problem.severity === 'info') diagnostic.severity = vscode.DiagnosticSeverity.Hint;
  }
  diagnostic.code = {
    value: code,
    target: documentation === undefined ? problemPage(code) : vscode.Uri.parse(documentation),
  };
  return diagnostic;
}

/** VS Code's form of an edit of the document. */
export function toTextEdit(document: vscode.TextDocument, edit: Edit): vscode.TextEdit {
  return vscode.TextEdit.replace(toRange(document, edit.span), edit.text);
}

/** Problems of something that takes no effect. */
const unused: ReadonlySet<Problem['code']> = new Set(['unreachable-key', 'listed-twice']);

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
} as const;
