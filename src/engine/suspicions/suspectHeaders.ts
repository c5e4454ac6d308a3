import type { ParseResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { headerSpellings } from '../diagnosis/index.ts';
import type { AnswerFormat } from './answerFormat.ts';
import { none } from './foundTogether.ts';

/** Headers of sections in another spelling: each became a part of the value before it. */
export function suspectHeaders(
  text: string,
  { fields }: Extract<ParseResult, { ok: true }>,
  { markup }: AnswerFormat,
): readonly Suspicion[] {
  return (headerSpellings(text, markup)?.edits ?? none).flatMap(({ start, end }): readonly Suspicion[] => {
    const field = fields.find(({ inner }) => inner.start <= start && end <= inner.end);
    return field ? [{ code: 'field-in-field', detail: field.key, span: { start, end } }] : [];
  });
}
