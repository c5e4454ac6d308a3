import type { Span } from '../core/span.ts';
import type { ViolationCause } from '../core/violation.ts';
import type { Cause } from '../repair/index.ts';
import type { MarkupCause, ResponseCause } from './causes.ts';

/** An edit of a response: `text` replaces what stands at `[start, end)` (UTF-16 offsets, half-open). */
export interface ResponseEdit extends Span {
  readonly text: string;
  readonly cause: Cause | MarkupCause | ViolationCause;
  /** Of a message that came as an object: the call of its `tool_calls`, or the item of its `output`, whose arguments the offsets index. Absent: they index the response's text. */
  readonly call?: number;
}

/** One way to make a definition read a response. */
export interface ResponseCandidate {
  /** What the definition reads after the edits. */
  readonly value: unknown;
  /** How likely this is what was meant, 0…1. */
  readonly confidence: number;
  /** In the order of the text, never overlapping. Applied to the whole response, they give a text that the definition reads to `value`. */
  readonly edits: readonly ResponseEdit[];
  /** Whether part of the answer is missing, because the response is cut off. */
  readonly lossy: boolean;
  /** What the response says and the value does not, where something superfluous was left out: a unit, a member. */
  readonly lost?: readonly string[];
  /** Every cause once, the one that stands for all of them first: see `ResponseDiagnosis.causes`. */
  readonly causes: readonly ResponseCause[];
}

/** Some edits, what they are worth, and where the parts of the answer stand once they are made. */
export interface Repairing {
  readonly edits: readonly ResponseEdit[];
  readonly confidence: number;
  readonly lossy: boolean;
  /** See `ResponseCandidate.lost`. */
  readonly lost?: readonly string[];
  /** Stretches of the original response that may hold JSON. */
  readonly parts: readonly Span[];
}

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
