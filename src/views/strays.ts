import { type ParseResult, type ParserType, type Span, toPlain } from '../engine/index.ts';
import { extraDict } from './highlights.ts';

/** Text of a response that did not come into the value, or a mark that came into it and should not. */
export interface StrayModel {
  readonly kind: 'lost' | 'left-over';
  readonly span: Span;
  /** The field that took its place, or that it stayed in; absent: there is none. */
  readonly field?: string;
}

/** How many are shown. */
const maxStrays = 200;

/** What of a response fell to the ground, in its order. Empty spans are left out. */
export function strayModels(
  { display }: ParserType,
  result: ParseResult & { readonly ok: true },
  toGiven: (span: Span) => Span,
): readonly StrayModel[] {
  if (!display?.strays) return [];
  const extra = extraDict(result);
  const found = Object.entries(display.strays).flatMap(([key, kind]) => {
    const listed = toPlain(extra.get(key) ?? null);
    return (Array.isArray(listed) ? listed : []).slice(0, maxStrays).flatMap((item: unknown): StrayModel[] => {
      const { start, end, field } = (item ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof start !== 'number' || typeof end !== 'number') return [];
      return [{ kind, span: toGiven({ start, end }), ...(typeof field === 'string' && { field }) }];
    });
  });
  return found.sort((a, b) => a.span.start - b.span.start);
}
