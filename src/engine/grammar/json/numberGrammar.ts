import type { JsonSchema } from '../../json/jsonSchema.ts';
import { type Automaton, explore, intersect } from '../automaton.ts';
import { charRange } from '../charRanges.ts';
import { type Grammar, literal, optional, sequence } from '../grammar.ts';
import { automatonOf } from '../network.ts';
import { NoGrammarError } from '../noGrammarError.ts';
import { anyInteger, anyNumber, type Bounds, boundedInteger, boundedNumber } from './digits.ts';
import type { SchemaNotes } from './schemaNotes.ts';

/** The largest divisor that is counted. */
const maxDivisor = 1000;

/** The numbers of a schema, as JSON. What cannot be kept goes into the notes. */
export function numberGrammar(schema: JsonSchema, path: string, isInteger: boolean, notes: SchemaNotes): Grammar {
  const bounds = boundsOf(schema);
  const isBounded = bounds.low !== undefined || bounds.high !== undefined;
  const of = (grammar: Grammar) => withDivisor(schema, path, grammar, isInteger, notes);
  if (!isBounded) return of(isInteger ? anyInteger : anyNumber);
  try {
    return of(isInteger ? boundedInteger(bounds) : boundedNumber(bounds));
  } catch (error) {
    if (!(error instanceof NoGrammarError) || !/exponent/.test(error.message)) throw error;
    for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])
      if (keyword in schema) notes.add(path, keyword, 'dropped', error.message.replace(/\.$/, ''));
    return of(isInteger ? anyInteger : anyNumber);
  }
}

/** The tightest bounds; the open ones of draft 4, which are booleans, too. */
function boundsOf(schema: JsonSchema): Bounds {
  const read = (keyword: string) => (typeof schema[keyword] === 'number' ? (schema[keyword] as number) : undefined);
  const [low, over, high, under] = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'].map(read);
  const isLowOpen = over !== undefined ? low === undefined || over >= low : schema.exclusiveMinimum === true;
  const isHighOpen = under !== undefined ? high === undefined || under <= high : schema.exclusiveMaximum === true;
  const from = over !== undefined && isLowOpen ? over : low;
  const to = under !== undefined && isHighOpen ? under : high;
  return { ...(from !== undefined && { low: from, isLowOpen }), ...(to !== undefined && { high: to, isHighOpen }) };
}

function withDivisor(
  schema: JsonSchema,
  path: string,
  grammar: Grammar,
  isInteger: boolean,
  notes: SchemaNotes,
): Grammar {
  const { multipleOf } = schema;
  if (typeof multipleOf !== 'number' || (isInteger && 1 / multipleOf === Math.round(1 / multipleOf))) return grammar;
  if (!Number.isInteger(multipleOf) || multipleOf > maxDivisor || multipleOf < 1) {
    notes.add(path, 'multipleOf', 'dropped', `Only multiples of integers up to ${maxDivisor} are counted`);
    return grammar;
  }
  const integers = isInteger ? grammar : asInteger(schema);
  if (!isInteger) notes.add(path, 'multipleOf', 'narrowed', 'Multiples are written without a fraction');
  return { kind: 'text', automaton: intersect(automatonOf(integers), multiples(multipleOf)), closing: '' };
}

function asInteger(schema: JsonSchema): Grammar {
  const bounds = boundsOf(schema);
  return bounds.low === undefined && bounds.high === undefined ? anyInteger : boundedInteger(bounds);
}

/** Digits, with a sign perhaps, that are a multiple. */
function multiples(divisor: number): Automaton {
  const digits = explore<number>(
    0,
    String,
    rest =>
      Array.from({ length: 10 }, (_, digit) => ({
        ranges: charRange(String(digit), String(digit)),
        to: (rest * 10 + digit) % divisor,
      })),
    rest => rest === 0,
  );
  return automatonOf(sequence(optional(literal('-')), { kind: 'text', automaton: digits, closing: '' }));
}
