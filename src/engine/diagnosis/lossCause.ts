import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import type { TagPair } from './expectedMarkup.ts';
import type { NamedCause } from './namedCauses.ts';

/** Suspicions that tell of something which the value does not have, or has and should not. */
const losses: ReadonlySet<SuspicionCode> = new Set<SuspicionCode>([
  'cut-value',
  'text-lost',
  'answers-lost',
  'open-command',
  'invented-turn',
]);

/** Suspicions that tell of markup that was not read as such, so that a part may have vanished into another one. */
const blurs: ReadonlySet<SuspicionCode> = new Set<SuspicionCode>(['leftover-markup', 'field-in-field']);

/** Of what is odd about an answer that reads, the markup that was taken for text. */
export function blursIn(suspicions: readonly Suspicion[]): readonly Suspicion[] {
  return suspicions.filter(({ code }) => blurs.has(code));
}

/** Of what is odd about an answer that reads, what a framework lost of it. */
export function lossesIn(suspicions: readonly Suspicion[]): readonly Suspicion[] {
  return suspicions.filter(({ code }) => losses.has(code));
}

/**
 * The cause of markup that was taken for text, for which there is no edit: what ends a part stands once more behind it.
 * `undefined`: something else.
 */
export function blurCause({ span }: Suspicion, text: string, tags: readonly TagPair[]): NamedCause | undefined {
  const stray = span && text.slice(span.start, span.end).trim();
  if (!span || !stray || !tags.some(({ close }) => close === stray)) return undefined;
  const start = text.indexOf(stray);
  return start < span.start ? { code: 'closing-in-value', start, end: span.end, count: 1 } : undefined;
}

/** The cause of a loss for which there is no edit; `undefined`: the loss itself is all that is known. */
export function lossCause({ code, span }: Suspicion, text: string): NamedCause | undefined {
  const end = text.trimEnd().length;
  const place = { start: span?.start ?? end, end: span?.end ?? end, count: 1 };
  if (code === 'answers-lost') return { code: 'several-answers', ...place };
  if (code === 'invented-turn') return { code: 'invented-turn', ...place };
  if (code === 'open-command') return { code: 'fence-in-value', ...place };
  if (code !== 'cut-value') return undefined;
  const sign = text.slice(place.start, place.start + 3);
  if (sign === '```') return { code: 'fence-in-value', ...place };
  // A tag that ends a part, and stands once more behind it.
  if (/^[<[]\/?/.test(sign) && place.end > place.start) return { code: 'closing-in-value', ...place };
  return { code: 'cut-off', start: end, end, count: 1 };
}
