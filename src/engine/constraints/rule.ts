import type { JsonSchema } from '../json/jsonSchema.ts';
import type { Condition } from './conditions.ts';

/** What an engine makes of a keyword. */
export type Verdict = 'enforced' | 'dropped' | 'narrowed' | 'refused';

/** What an engine makes of some keywords, where a condition holds. */
export interface Rule {
  /** `additionalProperties` is meant where it is absent too. */
  readonly keywords: readonly string[];
  readonly when?: Condition;
  readonly verdict: Verdict;
  /** A sentence, without its full stop. */
  readonly reason: string;
  /** The first and the last version, as the engine lists them, for which it holds; absent: all. */
  readonly since?: string;
  readonly until?: string;
  /**
   * The engine does not look at the schemas in the keyword: what stands there fares as the keyword does. `parsed`: it reads them
   * before it passes them over, and refuses what it cannot read: what {@link RuleBook.parsing} says.
   */
  readonly isUnread?: true | 'parsed';
}

/**
 * One way in which a converter reads a subschema. It takes the first that fits, and reads those keywords alone; of a list of
 * types it does so for each.
 */
export interface Reading {
  readonly when: Condition;
  readonly reads: readonly string[];
}

/** A keyword, where it stands, and what the engine makes of it. */
export interface JudgedKeyword {
  readonly keyword: string;
  /** A JSON pointer to the subschema that has the keyword. */
  readonly path: string;
  readonly verdict: Verdict;
}

/** The rules of one engine, in the order in which they are asked. */
export interface RuleBook {
  /** The versions that rules speak of, the oldest first; absent: there is one. */
  readonly versions?: readonly string[];
  /** What is asked before the converter reads. */
  readonly checks?: readonly Rule[];
  /** The checks look into schemas too that the converter does not read. */
  readonly looksEverywhere?: true;
  /** Absent: it reads all keywords. */
  readonly readings?: readonly Reading[];
  /** What it finds while it reads a schema, whether it goes on to use it or not; asked before `rules`. */
  readonly parsing?: readonly Rule[];
  readonly rules: readonly Rule[];
  /** What else to know of a schema that was judged, as sentences; `undefined`: nothing. */
  readonly note?: (root: JsonSchema, verdicts: readonly JudgedKeyword[]) => string | undefined;
}
