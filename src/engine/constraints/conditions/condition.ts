import type { Subschema } from '../../json/schema/subschema.ts';

/** When a rule holds: in words for the page, and for a keyword of a subschema. */
export interface Condition {
  readonly words: string;
  holds(at: Subschema, keyword: string): boolean;
}

/** A condition, of its words and its test. */
export function condition(words: string, holds: Condition['holds']): Condition {
  return { words, holds };
}

/** All of the conditions. */
export function all(...conditions: readonly Condition[]): Condition {
  return condition(conditions.map(({ words }) => words).join(', '), (at, keyword) =>
    conditions.every(each => each.holds(at, keyword)),
  );
}

/** Not the condition. */
export function not(words: string, { holds }: Condition): Condition {
  return condition(words, (at, keyword) => !holds(at, keyword));
}
