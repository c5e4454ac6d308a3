import type { Span } from '../../core/span.ts';
import { literalsOf } from './anchorLiterals.ts';
import type { AnswerRegion } from './answerRegion.ts';
import { leftInCalls } from './leftInCalls.ts';
import type { ResponseTemplate } from './responseTemplate.ts';

/** A delimiter that stayed in the value of a field. */
export interface LeftOver {
  readonly field: string;
  readonly span: Span;
  /** The field that it would have opened; absent for what closes one, and for special tokens that the template does not name. */
  readonly opens?: string;
}

/** How many are told. */
const maxLeftOver = 100;
const specialToken = /<\|[^<>|\s]{1,60}\|>/g;

/**
 * Delimiters and special tokens that stand in the text of regions, where they close and open nothing, and of contents in
 * tags what no tag took; those in JSON are left alone. Linear in the answer for each delimiter.
 */
export function leftOverIn(
  template: ResponseTemplate,
  regions: readonly AnswerRegion[],
  answer: string,
): readonly LeftOver[] {
  const fields = [...template.fields.values()];
  const opens = fields.flatMap(({ name, open }) => literalsOf(open).map(text => ({ text, name })));
  const others = fields
    .flatMap(({ close }) => literalsOf(close))
    .filter(text => !opens.some(each => each.text === text));
  const found: LeftOver[] = [];
  for (const region of regions) {
    const { field, inner, isReplaced } = region;
    if (isReplaced) continue;
    const { content } = template.fields.get(field) ?? {};
    if (content === 'xml-inline') found.push(...leftInCalls(template, region, answer).map(span => ({ field, span })));
    if (content !== 'text') continue;
    const text = answer.slice(inner.start, inner.end);
    const own: LeftOver[] = [];
    const add = (start: number, length: number, name?: string) => {
      const span = { start: inner.start + start, end: inner.start + start + length };
      if (own.some(other => other.span.start < span.end && span.start < other.span.end)) return;
      own.push({ field, span, ...(name !== undefined && { opens: name }) });
    };
    for (const { text: literal, name } of opens)
      for (const start of placesOf(text, literal)) add(start, literal.length, name);
    for (const literal of others) for (const start of placesOf(text, literal)) add(start, literal.length);
    for (const { index, 0: token } of text.matchAll(specialToken)) {
      if (own.length >= maxLeftOver) break;
      add(index, token.length);
    }
    found.push(...own.sort((a, b) => a.span.start - b.span.start));
  }
  return found.slice(0, maxLeftOver);
}

function placesOf(text: string, literal: string): readonly number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(literal);
    at !== -1 && places.length < maxLeftOver;
    at = text.indexOf(literal, at + literal.length)
  )
    places.push(at);
  return places;
}
