import { type PyDict, toPlain } from '../../core/pyValue.ts';
import {
  type AnswerGrammar,
  checkClosing,
  type Grammar,
  literal,
  NoGrammarError,
  optional,
  part,
  SchemaGrammar,
  sequence,
  textUntil,
} from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';

/** A grammar of the JSON of a schema; without one, of any JSON. `words`: what no string may hold as it is. */
export function jsonGrammar(schema: PyDict | undefined, words: readonly string[], path: readonly string[] = []) {
  const plain = (schema ? toPlain(schema) : {}) as JsonSchema;
  const made = new SchemaGrammar(plain, words);
  const grammar = part(path, 'json', made.value(plain, ''));
  return { grammar, rules: made.rules, notes: made.notes.all };
}

/** Bare JSON of a schema; without one, any. */
export function jsonAnswer(schema: PyDict | undefined, words: readonly string[] = []): AnswerGrammar {
  const { grammar, rules, notes } = jsonGrammar(schema, words);
  return { start: grammar, rules, notes };
}

/** What of the prose before a fence the reader takes for one: a `json` fence alone, or the first of any kind, also behind it. */
export type FenceReader = 'json-fence' | 'first-fence';

/** JSON in a fence, on lines of its own. `isAround`: prose before the first opening and behind. */
export function fencedJsonAnswer(
  schema: PyDict | undefined,
  isAround: boolean,
  reader: FenceReader = 'json-fence',
): AnswerGrammar {
  const { grammar, rules, notes } = jsonGrammar(schema, ['```']);
  const open = '```json';
  const fenced = sequence(literal('\n'), grammar, literal('\n```'));
  const isAny = reader === 'first-fence';
  const before = isAny ? [textUntil('```'), literal('json')] : [textUntil(open)];
  const behind = isAny ? optional(sequence(literal('\n'), textUntil('', { without: ['```'] }))) : textUntil('');
  const start = isAround ? sequence(...before, fenced, behind) : sequence(literal(open), fenced);
  return { start, rules, notes };
}

/** A grammar without rules. */
export function plainAnswer(start: Grammar): AnswerGrammar {
  return { start, rules: new Map() };
}

/** Throws `NoGrammarError` for a delimiter without text. */
export function checkDelimiters(delimiters: readonly string[]): void {
  if (delimiters.includes('')) throw new NoGrammarError('A delimiter is empty, so nothing tells where a part ends.');
}

/** Throws `NoGrammarError` for words that may stand in JSON itself. */
export function checkWords(words: readonly string[]): void {
  for (const word of words) checkClosing(word);
}

/** The grammar, whose rules go to those that are there, under names of their own. */
export function withRulesOf(
  { grammar, rules: own }: { readonly grammar: Grammar; readonly rules: ReadonlyMap<string, Grammar> },
  rules: Map<string, Grammar>,
): Grammar {
  const prefix = `${rules.size}-`;
  for (const [name, rule] of own) rules.set(prefix + name, renamed(rule, prefix));
  return renamed(grammar, prefix);
}

function renamed(grammar: Grammar, prefix: string): Grammar {
  if (grammar.kind === 'reference') return { kind: 'reference', name: prefix + grammar.name };
  if (grammar.kind === 'sequence' || grammar.kind === 'choice')
    return { ...grammar, of: grammar.of.map(each => renamed(each, prefix)) };
  if (grammar.kind === 'repetition' || grammar.kind === 'part') return { ...grammar, of: renamed(grammar.of, prefix) };
  return grammar;
}
