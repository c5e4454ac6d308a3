import type { Span } from './span.ts';
import type { Violation } from './violation.ts';

/**
 * What can be odd about an answer that the framework accepts: every code with one sentence for its documentation. Codes
 * never change their meaning.
 */
export const suspicionCatalogue = {
  'json-kept-as-text': 'JSON was asked for, and what stands there was kept as text because it is not JSON.',
  'value-type': 'A value is not of the type that the hint or the samples say.',
  'outside-hint': 'A value is not among those that the hint lists, or outside of its range.',
  'empty-part': 'A part that the answer must have is empty.',
  'leftover-markup': 'A tag of the format is left in a value, or a code block is around it.',
  'reasoning-taken': 'A part of the answer was taken from a reasoning block.',
  'instruction-echo': 'A value is what the instruction says, not an answer to it.',
  'cut-value': 'A value ends too early.',
  'text-lost': 'Text that belongs to the answer was not read, because its end came too early.',
  'answers-lost': 'Several answers stood there, and the value has one of them.',
  'content-replaced': 'A field of the message was replaced by later text.',
  'text-outside': 'Text stands outside of all regions, and is not in the message.',
  'field-in-field': 'What begins one field stands in the text of another one, such as a call in the reasoning.',
  'call-in-text': 'A text of the answer holds what has the form of a call, which nobody makes.',
  'argument-missing': 'A call lacks an argument that the tool requires.',
  'argument-type': 'An argument of a call is of another type than the tool says.',
  'open-command': 'A here-document of a command does not end.',
  'invented-turn': 'The model wrote the next turn itself, such as what a tool answers.',
  'other-language': 'The answer stands in a code block of another language.',
  'nothing-came':
    'There is no value and no error: the run ends without one, or the model is asked again with nothing said.',
  'breaks-schema': 'A value breaks its schema, which the framework does not check.',
  'members-dropped': 'Members of the answer are not in the value, because the class does not have them.',
  coerced:
    'A value is of another type than its schema says, or a member that it does not have, and the framework changes or drops it.',
  'odd-type': 'A value is of another type than in nearly all other rows.',
} as const satisfies Record<string, string>;

/** A code of {@link suspicionCatalogue}. */
export type SuspicionCode = keyof typeof suspicionCatalogue;

/** Suspicions that are looked for only where they are named: much of what they tell was meant so. */
export const quietSuspicions: readonly SuspicionCode[] = ['coerced'];

/** Which suspicions are looked for. */
export interface SuspicionChoice {
  /** Those that are switched off. */
  readonly off?: readonly SuspicionCode[];
  /** Those of `quietSuspicions` that are looked for; else none of these is. */
  readonly on?: readonly SuspicionCode[];
}

/** One odd thing in an accepted answer. `detail` tells clusters of the same code apart: a key, a cause. */
export interface Suspicion {
  readonly code: SuspicionCode;
  readonly detail?: string;
  /** Its place in the response. */
  readonly span?: Span;
  /** Of `breaks-schema`, `coerced` and arguments of calls: where, and what is wanted there. */
  readonly violation?: Violation;
}

/** A suspicion as results have it: its code, one sentence, and its place in the text that was given, where it has one. */
export interface FoundSuspicion {
  readonly code: SuspicionCode;
  readonly message: string;
  readonly span?: Span;
  readonly violations?: readonly Violation[];
}

/** A suspicion in one sentence: that of its code, and its detail. */
export function foundSuspicion({ code, detail, span, violation }: Suspicion): FoundSuspicion {
  const sentence = suspicionCatalogue[code];
  const message = detail === undefined ? sentence : `${sentence.slice(0, -1)}: ${detail}.`;
  return { code, message, ...(span && { span }), ...(violation && { violations: [violation] }) };
}
