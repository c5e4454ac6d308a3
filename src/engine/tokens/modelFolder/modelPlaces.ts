import type { Span } from '../../core/span.ts';
import { jsonValueSpan, memberSpans, spanAtPath } from '../../json/jsonSpans.ts';
import { unescapeJsonString } from '../../json/jsonStringMap.ts';
import type { ModelChatTemplate } from './modelFolder.ts';

/** The place of a value in a file's JSON, or of the nearest one around it. Linear. */
export function spanAt(text: string, path: readonly (string | number)[]): Span {
  return spanAtPath(text, jsonValueSpan(text, 0, text.length), path);
}

/** The place of a key of a file's object, quotes included; `undefined` where it has none. Linear. */
export function keySpanOf(text: string, key: string): Span | undefined {
  const { start } = jsonValueSpan(text, 0, text.length);
  return memberSpans(text, start).findLast(member => member.key === key)?.keySpan;
}

/** The same of a key at a path. */
export function keySpanAt(text: string, path: readonly (string | number)[]): Span | undefined {
  const key = path.at(-1);
  return memberSpans(text, spanAt(text, path.slice(0, -1)).start).findLast(member => member.key === key)?.keySpan;
}

/** Gives the place in a template's file of a stretch of the template. */
export function placesOf({ path }: ModelChatTemplate, source: string): (span: Span) => Span {
  if (!path) return span => span;
  const { start, end } = spanAt(source, path);
  const { offsets } = unescapeJsonString(source, start + 1, end - 1);
  return span => ({ start: offsets[span.start] ?? start, end: offsets[span.end] ?? end });
}
