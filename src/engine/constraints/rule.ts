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
  /** The engine does not look at the schemas in the keyword: what stands there fares as the keyword does. */
  readonly isUnread?: true;
}

/**
 * One way in which a converter reads a subschema. It takes the first that fits, and reads those keywords alone; of a list of
 * types it does so for each.
 */
export interface Reading {
  readonly when: Condition;
  readonly reads: readonly string[];
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
  readonly rules: readonly Rule[];
}
