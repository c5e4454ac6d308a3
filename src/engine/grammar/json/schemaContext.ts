import type { Grammar, SchemaNotes } from '../grammar.ts';

/** What the grammar of a subschema is made within. */
export interface SchemaContext {
  readonly notes: SchemaNotes;
  /** What must not stand in a string as it is. */
  readonly words: readonly string[];
  /** A new rule, and the reference to it. */
  rule(name: string, grammar: Grammar): Grammar;
  /** The JSON that a subschema allows. Throws `NoGrammarError` where no value is valid, or the grammar is too large. */
  value(schema: unknown, path: string): Grammar;
}
