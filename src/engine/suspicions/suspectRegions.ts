import type { ParseResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';

/** What a reading that tells of strays says of one, see `DisplayFeatures`. */
interface Stray {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly why?: unknown;
  readonly field?: unknown;
  readonly opens?: unknown;
}

/** What is odd about the regions of an answer: text that is replaced or in none, and delimiters that stayed in one. Linear in what the reading tells. */
export function suspectRegions(
  { extra }: Extract<ParseResult, { ok: true }>,
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
