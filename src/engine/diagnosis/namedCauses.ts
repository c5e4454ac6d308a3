import type { Span } from '../core/span.ts';
import type { ResponseCause } from './answerCauses.ts';
import type { Repairing } from './responseCandidate.ts';

/** A cause and where it stands: the first place of `count`. */
export interface NamedCause extends Span {
  readonly code: ResponseCause;
  readonly count: number;
}

/**
 * The causes that edits have, each once. The first stands for all of them wherever there is room for one: that the answer is
 * cut off, where part of it is missing; else the one that comes most often, of equal ones the first in the text.
 */
export function namedCauses({ edits, lossy }: Pick<Repairing, 'edits' | 'lossy'>): readonly NamedCause[] {
  const found = new Map<ResponseCause, { -readonly [key in keyof NamedCause]: NamedCause[key] }>();
  for (const { cause, start, end } of edits) {
    const counted = found.get(cause);
    if (counted) counted.count++;
    else found.set(cause, { code: cause, start, end, count: 1 });
  }
  const last = edits.at(-1);
  if (lossy && last && !found.has('cut-off'))
    found.set('cut-off', { code: 'cut-off', start: last.start, end: last.end, count: 1 });
  const rank = ({ code, count }: NamedCause) => (lossy && code === 'cut-off' ? Number.POSITIVE_INFINITY : count);
  return [...found.values()].sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
}
