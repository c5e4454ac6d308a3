import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { type LogString, logStrings, responseString, stringAt } from '../../views/logStrings.ts';
import { clip, oneLine } from '../../views/valuePreview.ts';
import { toSpan } from '../convert.ts';
import type { Services } from '../services.ts';
import type { Among, DefinitionId } from './responseSession.ts';
import { lengthOf } from './responseSessions.ts';

/** A stretch of a document to parse. `field`: what the log calls it; `among`: which of several answers it is. */
export interface Stretch {
  readonly span: Span;
  readonly field?: string;
  readonly among?: Among;
}

/** The longest JSON file that is searched for the cursor's string, in UTF-16 units. */
const maxJson = 5_000_000;

/**
 * The selections of an editor; where nothing is selected, in a log the string of each cursor's row, else the whole text.
 * `chosen`: the field that was last chosen in this document.
 */
export function selectedStretches({ document, selections }: vscode.TextEditor, chosen?: string): readonly Stretch[] {
  const selected = selections.filter(selection => !selection.isEmpty).map(one => ({ span: toSpan(document, one) }));
  if (selected.length > 0) return selected.sort((a, b) => a.span.start - b.span.start);
  const found = new Map<number, Stretch>();
  for (const { active } of selections) {
    const stretch = stretchAt(document, active, chosen);
    if (stretch) found.set(stretch.span.start, stretch);
  }
  if (found.size > 0) return [...found.values()].sort((a, b) => a.span.start - b.span.start);
  return [{ span: { start: 0, end: lengthOf(document) } }];
}

/** Lets the user pick another field of the row that a response stands in. */
export async function pickField(document: vscode.TextDocument, { start }: Span): Promise<Stretch | undefined> {
  const { from, strings } = rowAt(document, document.positionAt(start)) ?? { from: 0, strings: [] };
  const text = ({ span }: LogString) =>
    document.getText(
      new vscode.Range(
        document.positionAt(from + span.start),
        document.positionAt(from + Math.min(span.end, span.start + 200)),
      ),
    );
  const items = strings.map(string => ({ label: string.field, description: clip(oneLine(text(string)), 80), string }));
  const placeHolder = vscode.l10n.t('Pick the field that holds the response');
  const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  return picked && toStretch(picked.string, from);
}

function stretchAt(document: vscode.TextDocument, position: vscode.Position, chosen?: string): Stretch | undefined {
  const row = rowAt(document, position);
  if (!row) return undefined;
  const { from, strings, isLine } = row;
  const offset = document.offsetAt(position) - from;
  const found = isLine ? responseString(strings, offset, chosen) : stringAt(strings, offset);
  if (found) return toStretch(found, from);
  const { text } = document.lineAt(position.line);
  return isLine && text !== '' ? { span: { start: from, end: from + text.length } } : undefined;
}

function toStretch({ span, field }: LogString, from: number): Stretch {
  return { span: { start: from + span.start, end: from + span.end }, field };
}

/** The row of a log: a line of JSON Lines, or the whole of a JSON file that is a list. `undefined`: the document is not a log. */
function rowAt(
  document: vscode.TextDocument,
  { line }: vscode.Position,
): { readonly from: number; readonly strings: readonly LogString[]; readonly isLine: boolean } | undefined {
  if (/\.(?:jsonl|ndjson)$/.test(document.uri.path) || document.languageId === 'jsonl') {
    const strings = logStrings(document.lineAt(line).text);
    return { from: document.offsetAt(new vscode.Position(line, 0)), strings, isLine: true };
  }
  if (/\.log$/.test(document.uri.path)) {
    const { text } = document.lineAt(line);
    const json = text.search(/[[{]/);
    const strings = json < 0 ? [] : logStrings(text.slice(json));
    if (strings.length === 0) return undefined;
    return { from: document.offsetAt(new vscode.Position(line, json)), strings, isLine: true };
  }
  if (document.languageId !== 'json' || lengthOf(document) > maxJson) return undefined;
  const text = document.getText();
  return text.trimStart().startsWith('[') ? { from: 0, strings: logStrings(text), isLine: false } : undefined;
}

/** The answers that a document holds, where it holds several that a definition reads or diagnoses, in its order. */
export async function answersOf(
  { engine, definitions }: Services,
  document: vscode.TextDocument,
  { uri, name }: DefinitionId,
): Promise<readonly Stretch[]> {
  const definition = await definitions.get(uri, name);
  const spans = definition ? await engine.responses.answers(definition, document.getText()) : [];
  return spans.map((span, i) => ({ span, among: { number: i + 1, count: spans.length } }));
}
