import { ResponseError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { ReadField, Reading } from '../../parsers/parser.ts';
import { FieldsReading } from '../../parsers/shared/fields.ts';
import { jsonLoads, pyHashKey, pyIterate, pyJoin, pyTruth } from '../../python/index.ts';
import { firstLine } from '../../text/index.ts';
import { responseParsingError } from './responseErrors.ts';

/**
 * Builds the dictionary from the packed spans of match, `name` and `content`. Raises `TagNotFoundError` for required keys
 * that are not found, and what `json.loads` raises beside `JSONDecodeError`.
 */
export function readMatches(text: string, spans: Int32Array, requiredKeys: PyValue, tryJson: boolean): Reading {
  // The key is `None` for a name that did not take part.
  const lastMatches = new Map<string | null, number>();
  for (let i = 0; i < spans.length; i += 6) lastMatches.set(sliceAt(text, spans, i + 2), i);
  checkRequired(requiredKeys, lastMatches, text);
  const fields: ReadField[] = [];
  const notJson: PyValue[] = [];
  for (const [name, i] of lastMatches) {
    const span = spanAt(spans, i);
    const content = sliceAt(text, spans, i + 4);
    const inner = content === null ? { start: span.end, end: span.end } : spanAt(spans, i + 4);
    const value = tryJson ? parseTagged(text, content, span, inner) : content;
    if (tryJson && value === content) notJson.push(name);
    // Keys are strings here.
    fields.push({ key: name ?? 'None', value, span, inner });
  }
  // The class joins these names for its log, which raises for `None`.
  if (lastMatches.has(null)) pyJoin(', ', notJson);
  return new FieldsReading(fields);
}

function spanAt(spans: Int32Array, index: number): Span {
  return { start: spans[index] ?? 0, end: spans[index + 1] ?? 0 };
}

/** What stands at a packed span; `null` where its group did not take part. */
export function sliceAt(text: string, spans: Int32Array, index: number): string | null {
  const { start, end } = spanAt(spans, index);
  return start === -1 ? null : text.slice(start, end);
}

const beginsJson = /[ \t\n\r]*[[{"\-\dtfnNI]/y;

/** `json.loads`, of which only `JSONDecodeError` is caught: the text stays. */
export function parseTagged(text: string, content: string | null, span: Span, inner: Span): PyValue {
  if (content === null)
    throw new ResponseError('TypeError', 'the JSON object must be str, bytes or bytearray, not NoneType', { span });
  // Most contents are prose, which the first character tells.
  beginsJson.lastIndex = inner.start;
  if (!beginsJson.test(text)) return content;
  const result = jsonLoads(text, inner);
  if (result.ok) return result.value;
  if (result.error.kind === 'JSONDecodeError') return content;
  throw new ResponseError(result.error.kind, result.error.message, { span: inner });
}

/** Raises `TagNotFoundError` for names that are missing. A string is taken character by character, as the class does. */
function checkRequired(requiredKeys: PyValue, found: ReadonlyMap<PyValue, unknown>, text: string): void {
  if (!pyTruth(requiredKeys)) return;
  const missing = pyIterate(requiredKeys).filter(key => !found.has(pyHashKey(key)));
  if (missing.length === 0) return;
  throw responseParsingError('TagNotFoundError', `Failed to find tags: ${pyJoin(', ', missing)}`, {
    span: firstLine(text),
    rawResponse: text,
  });
}
