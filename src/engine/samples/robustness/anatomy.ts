import { exactOf } from '../../core/exact.ts';
import { partitionPoint } from '../../core/partitionPoint.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { Field } from '../../core/result.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueEnd } from '../../json/jsonSpans.ts';
import { jsonLoads } from '../../python/index.ts';
import { type Fence, findFences } from '../../text/index.ts';
import { type Json, jsonTokens } from './jsonTokens.ts';
import { findTags, type Tag } from './tagPairs.ts';

/**
 * What a response is made of: the marks that give it its form, as far as they are not text of a value. A fence in a
 * value's own text is not a fence of the answer.
 */
export interface Anatomy {
  readonly text: string;
  /** What the model was told; empty where nothing is known. */
  readonly instruction: string;
  /** The Markdown fences, from the first to the last. */
  readonly fences: readonly Fence[];
  readonly tags: readonly Tag[];
  /** The object or list that the answer is. */
  readonly json?: Json;
  /** The JSON Schema of that object, where the definition says one. */
  readonly schema?: PyDict;
  /** The texts of values, as they stand in the response: without tags and quotes. */
  readonly contents: readonly Span[];
  /** What the answer takes of the text: fences, tags or JSON; the whole text where it has none of them. */
  readonly answer: Span;
}

/** How many braces and brackets are tried as the beginning of the answer's JSON. */
const maxStarts = 50;

/** Takes a text apart with the fields that were read from it. Linear. */
export function anatomyOf(text: string, fields: readonly Field[], instruction: string): Anatomy {
  const contents = fields.map(({ inner }) => inner).filter((_, i) => isText(text, fields[i]!));
  const covered = merged(contents);
  const isMark = ({ start }: Span) => !spanAt(covered, start);
  const fences = findFences(text).filter(({ open, close }) => isMark(open) && isMark(close));
  const tags = findTags(text, fields, new Set(contents));
  const span = findJson(text, fields, covered);
  let tokens: Json['tokens'] | undefined;
  const json = span && {
    span,
    get tokens() {
      tokens ??= jsonTokens(text, span);
      return tokens;
    },
  };
  const parts = [
    ...fences.map(({ open, close }) => ({ start: open.start, end: close.end })),
    ...tags.map(({ begin, end }) => ({ start: begin.start, end: end.end })),
    ...(span ? [span] : []),
  ];
  let answer = parts[0] ?? { start: 0, end: text.length };
  for (const { start, end } of parts) answer = { start: Math.min(answer.start, start), end: Math.max(answer.end, end) };
  return { text, instruction, fences, tags, ...(json && { json }), contents, answer };
}

/** Whether a field's value is a text of the response: a string of JSON, or what is the value as it is written. */
function isText(text: string, field: Field): boolean {
  const { inner } = field;
  const exact = exactOf(field);
  if (typeof exact !== 'string' || inner.end <= inner.start) return false;
  return text.charAt(inner.start - 1) === '"' || text.slice(inner.start, inner.end).trim() === exact.trim();
}

/** The same stretches in order, without overlaps. */
function merged(spans: readonly Span[]): readonly Span[] {
  const disjoint: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = disjoint.at(-1);
    if (last && span.start < last.end)
      disjoint[disjoint.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else disjoint.push(span);
  }
  return disjoint;
}

/** The one of some stretches, in order and without overlaps, that an offset is in. */
function spanAt(spans: readonly Span[], offset: number): Span | undefined {
  const span = spans[partitionPoint(spans, ({ end }) => end <= offset)];
  return span && span.start <= offset ? span : undefined;
}

/** The JSON that fields were read from, else the longest that is not a value's own text. */
function findJson(text: string, fields: readonly Field[], covered: readonly Span[]): Span | undefined {
  const opening = /[{[]/g;
  let best: { readonly span: Span; readonly isRead: boolean } | undefined;
  for (let tries = 0; tries < maxStarts; tries++) {
    const start = opening.exec(text)?.index;
    if (start === undefined) break;
    const content = spanAt(covered, start);
    if (content) {
      opening.lastIndex = content.end;
      continue;
    }
    const span = { start, end: jsonValueEnd(text, start) };
    if (!jsonLoads(text, span).ok) continue;
    opening.lastIndex = span.end;
    const isRead = fields.some(field => field.span.start < span.end && field.span.end > span.start);
    const isBetter = best && isRead === best.isRead ? lengthOf(span) > lengthOf(best.span) : isRead || !best;
    if (isBetter) best = { span, isRead };
  }
  return best?.span;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}
