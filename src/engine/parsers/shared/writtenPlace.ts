import type { PyValue } from '../../core/pyValue.ts';
import type { ValidatedText } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueEnd, jsonValueSpan } from '../../json/jsonSpans.ts';
import { jsonDumps, jsonLoads } from '../../python/index.ts';
import type { ResponseInput } from '../parser.ts';

/** Brackets of a text behind which the value is looked for, and calls of a message. */
const mostStarts = 40;
/** How much of a text is read in the search, in its lengths. */
const mostRead = 4;

/** The strict JSON of a value in a response: in its text, or in the arguments of its calls. */
export function writtenPlace(value: PyValue, { text, message }: ResponseInput): ValidatedText {
  const expected = printed(value);
  const answer = text ?? '';
  const whole = { text: answer, span: jsonValueSpan(answer, 0, answer.length), isJson: false };
  if (expected === undefined) return whole;
  const found = spanOf(expected, answer);
  if (found) return { text: answer, span: found, isJson: true };
  for (const [call, source] of callTexts(message).entries()) {
    const span = source === undefined ? undefined : spanOf(expected, source);
    if (source !== undefined && span) return { text: source, span, isJson: true, call };
  }
  return whole;
}

function spanOf(expected: string, text: string): Span | undefined {
  const whole = jsonValueSpan(text, 0, text.length);
  if (isWritten(expected, text, whole)) return whole;
  let read = 0;
  const opening = /[[{]/g;
  for (let i = 0; i < mostStarts && read <= mostRead * text.length; i++) {
    const start = opening.exec(text)?.index;
    if (start === undefined) break;
    const span = { start, end: jsonValueEnd(text, start) };
    read += span.end - start;
    if (isWritten(expected, text, span)) return span;
  }
  return undefined;
}

function isWritten(expected: string, text: string, span: Span): boolean {
  const read = jsonLoads(text, { ...span, strict: false });
  return read.ok && printed(read.value) === expected;
}

function printed(value: PyValue): string | undefined {
  try {
    return jsonDumps(value, { ensureAscii: false });
  } catch {
    // What is not JSON stands nowhere.
    return undefined;
  }
}

/** The arguments of a message's calls, as far as they are text. */
function callTexts(message: ResponseInput['message']): readonly (string | undefined)[] {
  const calls: unknown = Array.isArray(message?.tool_calls) ? message.tool_calls : message?.output;
  if (!Array.isArray(calls)) return [];
  return calls.slice(0, mostStarts).map(call => {
    const entry = call as { function?: { arguments?: unknown }; arguments?: unknown } | null;
    const source = entry?.function?.arguments ?? entry?.arguments;
    return typeof source === 'string' ? source : undefined;
  });
}
