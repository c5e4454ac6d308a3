import type { Span } from '../../core/span.ts';
import type { ViolationCause } from '../../core/violation.ts';

/** An edit that mends a violation. */
export interface MendEdit extends Span {
  readonly text: string;
  readonly cause: ViolationCause;
}

/** One way to mend one violation. */
export interface Mend {
  readonly edits: readonly MendEdit[];
  /** How likely this is what was meant. */
  readonly trust: number;
  /** What of the answer the mended value no longer says: a unit, a member. */
  readonly lost?: string;
  /** The member goes, with its comma. */
  readonly removes?: MemberPlace;
}

/** A member of the object that opens at `object`. */
export interface MemberPlace {
  readonly object: number;
  readonly index: number;
}

/**
 * How likely a mend is what was meant, given that the schema takes the value after it. What only changes how a value is
 * written (its quotes, an enum's case) says the same as before: hardly anything can be wrong. What puts something around a value, or leaves
 * `null` out, changes the shape that the text says; what is picked out of more is a guess, never sure.
 */
export const trusts = {
  unquoted: 0.97,
  unquotedPython: 0.95,
  quotedNumber: 0.93,
  quotedLiteral: 0.8,
  listOfOne: 0.93,
  listOfText: 0.6,
  splitList: 0.7,
  onlyItem: 0.75,
  withoutNull: 0.95,
  withoutNullWord: 0.7,
  enumCase: 0.95,
  enumSpelling: 0.9,
  grouped: 0.8,
  withoutUnit: 0.5,
  outOfProse: 0.5,
  intoMember: 0.6,
  word: 0.7,
  bit: 0.6,
  jsonText: 0.8,
  unwrapped: 0.93,
  unwrappedMember: 0.6,
  schemaEcho: 0.93,
  renamed: 0.9,
  renamedNear: 0.75,
  withoutMember: 0.5,
  /** A mend shows what is to be mended below it: further than one step is never sure. */
  followed: 0.9,
} as const;
