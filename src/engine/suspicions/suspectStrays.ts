import type { AcceptedResult, Field } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import type { AnswerFormat } from './answerFormat.ts';

/** One of the strays that a reading lists, see `DisplayFeatures`. */
interface Stray {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly why?: unknown;
  readonly field?: unknown;
  readonly opens?: unknown;
}

/** What is odd about the regions of an answer: text that is replaced or in none, and delimiters that stayed in one. Linear in what the reading tells. */
export function suspectStrays(
  { extra }: AcceptedResult,
  strays: Readonly<Record<string, 'lost' | 'left-over'>>,
): readonly Suspicion[] {
  return Object.entries(strays).flatMap(([key, kind]) => {
    const listed = extra?.[key];
    return (Array.isArray(listed) ? (listed as readonly Stray[]) : []).flatMap((stray): Suspicion[] => {
      const { start, end, field, opens } = stray;
      if (typeof start !== 'number' || typeof end !== 'number') return [];
      const common = { span: { start, end }, ...(typeof field === 'string' && { detail: field }) };
      if (kind === 'lost') return [{ code: stray.why === 'replaced' ? 'content-replaced' : 'text-outside', ...common }];
      if (typeof opens !== 'string') return [{ code: 'leftover-markup', ...common }];
      return [{ code: 'field-in-field', ...common, detail: `${opens} in ${String(field)}` }];
    });
  });
}

/** What ends an element, and is not a token at which models stop. */
const endTag = /^(?:<\/[^<>|]+>|\[\/[^[\]]+\])$/;
/** A part that its tag opened and nothing ended, so that it goes on to the end of the text: the framework closed it. */
export function suspectOpen(text: string, fields: readonly Field[], { markup }: AnswerFormat): readonly Suspicion[] {
  const end = text.trimEnd().length;
  return fields.flatMap(({ key, span, inner, value }): Suspicion[] => {
    const open = text.slice(span.start, inner.start).trim();
    const isOpen = open !== '' && inner.end === span.end && inner.end >= end && typeof value === 'string';
    const close = isOpen ? markup.tags.find(tag => tag.open === open)?.close : undefined;
    return close !== undefined && endTag.test(close) ? [{ code: 'cut-value', detail: key, span: inner }] : [];
  });
}
