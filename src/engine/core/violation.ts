import type { Span } from './span.ts';

/**
 * Why a value breaks what is asked of it: every cause with one sentence for its documentation. Codes never change their
 * meaning.
 */
export const violationCatalogue = {
  'missing-key': 'A required member is not there.',
  'null-value': '`null` stands where a value is wanted.',
  'wrong-type': 'The value is of another type than the one that is wanted.',
  'outside-enum': 'The value is none of those that are allowed.',
  'enum-spelling': 'The value is one of those that are allowed, in other letters.',
  'out-of-range': 'A number is smaller or larger than allowed, or not a multiple.',
  pattern: 'A text does not have the form that is wanted.',
  length: 'A text, a list or an object is too short or too long.',
  'unknown-key': 'A member has a name that is not allowed here.',
  'key-spelling': 'A member has the name of one that is wanted, in other letters.',
  'wrong-variant': 'The value is none of several variants.',
  'wrapped-value': 'The value stands inside another object or list.',
  'schema-echo': 'The answer repeats the schema, or stands inside its `properties`.',
  'broken-rule': 'The value breaks another rule of the schema.',
} as const satisfies Record<string, string>;

/** A code of {@link violationCatalogue}. */
export type ViolationCause = keyof typeof violationCatalogue;

/** One place where a value that reads breaks what is asked of it. */
export interface Violation {
  /** A JSON pointer into the value that is validated, of a tool call into its arguments. A missing member has the path that it would have. */
  readonly path: string;
  readonly cause: ViolationCause;
  /** The place in the text that was given: the value; the name of a member that is not allowed; the opening brace of the object that lacks a member. */
  readonly span: Span;
  /** What is wanted there, and what stands there, in few words. */
  readonly wanted: string;
  readonly got: string;
  /** In the words of the framework, or of `jsonschema` where there is no framework. */
  readonly message: string;
  /** Of tool calls: which of them, from 0. */
  readonly call?: number;
  /** What a repair may put there. Not enumerable: no part of what is printed. */
  readonly wants?: Wants;
}

/** What a value may be, as far as a repair needs it. */
export interface Wants {
  /** Names of JSON Schema; none where anything goes. */
  readonly types: readonly string[];
  /** The values that are allowed, where there is a list of them: Python's. */
  readonly values?: readonly unknown[];
  /** Other names of these values, as the prompt may show them. */
  readonly names?: readonly { readonly name: string; readonly text: string }[];
  /** Of a member that is misspelt: the name that is wanted. */
  readonly key?: string;
  /** Of an object that has one member: the name of that member. */
  readonly onlyMember?: string;
}

/** A path that stands for the same member of all items: the indexes of lists are `*`; `/` for the value itself. */
export function memberPath(path: string): string {
  return path === '' ? '/' : path.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** The violations that are told of one value; of more than these it is only told how many they are. */
export const mostViolations = 100;

/** None: the value is what is wanted, or nobody knows. */
export const noViolations: Violations = { violations: [], more: 0 };

/** The violations of one value. `more`: how many there are beside those that are told. */
export interface Violations {
  readonly violations: readonly Violation[];
  readonly more: number;
}
