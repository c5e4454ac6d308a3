import type { JsonSchema } from '../../json/jsonSchema.ts';
import { type Automaton, explore, intersect } from '../automaton.ts';
import { charRange } from '../charRanges.ts';
import { choice, type Grammar, literal, oneOf, optional, repetition, type SchemaNotes, sequence } from '../grammar.ts';
import { automatonOf } from '../network.ts';
import { NoGrammarError } from '../noGrammarError.ts';

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

const digit = oneOf(charRange('0', '9'));
const nonZero = oneOf(charRange('1', '9'));
/** How many digits a number has at most behind its first. */
const maxDigits = 15;

/** The bounds of numbers, as a schema has them. */
interface Bounds {
  readonly low?: number;
  readonly isLowOpen?: boolean;
  readonly high?: number;
  readonly isHighOpen?: boolean;
}

/** JSON's integers. */
const anyInteger = sequence(
  optional(literal('-')),
  choice(literal('0'), sequence(nonZero, repetition(digit, 0, maxDigits))),
);

/** JSON's numbers, of bounded length. */
export const anyNumber = sequence(
  anyInteger,
  optional(sequence(literal('.'), repetition(digit, 1, maxDigits + 1))),
  optional(
    sequence(oneOf([...charRange('E', 'E'), ...charRange('e', 'e')]), optional(sign()), repetition(digit, 1, 2)),
  ),
);

function sign(): Grammar {
  return choice(literal('+'), literal('-'));
}

/** Integers within bounds, without exponent. Throws `NoGrammarError` where there is none. */
function boundedInteger(bounds: Bounds): Grammar {
  return withSign(bounds, magnitudes => decimals(magnitudes, 0));
}

/** Numbers within bounds, without exponent. Throws `NoGrammarError` where there is none. */
function boundedNumber(bounds: Bounds): Grammar {
  const places = Math.max(placesOf(bounds.low), placesOf(bounds.high), 1);
  return withSign(bounds, magnitudes => {
    const exact = Array.from({ length: places + 1 }, (_, i) => decimals(magnitudes, i));
    return [...exact.flat(), ...longer(magnitudes, places)];
  });
}

/** Bounds of what is not negative: a low that there always is. */
interface Magnitudes {
  readonly low: number;
  readonly isLowOpen: boolean;
  readonly high: number;
  readonly isHighOpen: boolean;
}

function withSign(bounds: Bounds, of: (magnitudes: Magnitudes) => readonly Grammar[]): Grammar {
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = bounds;
  const [isLowOpen, isHighOpen] = [bounds.isLowOpen === true, bounds.isHighOpen === true];
  const positive =
    high >= 0
      ? of(low < 0 ? { low: 0, isLowOpen: false, high, isHighOpen } : { low, isLowOpen, high, isHighOpen })
      : [];
  const negative =
    low < 0
      ? of(
          high >= 0
            ? { low: 0, isLowOpen: true, high: -low, isHighOpen: isLowOpen }
            : { low: -high, isLowOpen: isHighOpen, high: -low, isHighOpen: isLowOpen },
        )
      : [];
  const all = [...positive, ...negative.map(each => sequence(literal('-'), each))];
  if (all.length === 0) throw new NoGrammarError('No number is within the bounds.', { isEmpty: true });
  return choice(...all);
}

function placesOf(bound = 0): number {
  const text = String(bound);
  if (text.includes('e')) throw new NoGrammarError('A bound with an exponent has no grammar.');
  return text.split('.')[1]?.length ?? 0;
}

/** A bound as an integer of so many places, rounded up or down. */
function scaled(
  bound: number,
  places: number,
  rounds: 'up' | 'down',
): { readonly value: bigint; readonly isExact: boolean } {
  const [whole = '0', fraction = ''] = String(bound).split('.');
  if (whole.includes('e')) throw new NoGrammarError('A bound with an exponent has no grammar.');
  const rest = fraction.slice(places);
  const value = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  const isExact = !/[1-9]/.test(rest);
  return { value: rounds === 'up' && !isExact ? value + 1n : value, isExact };
}

/** Numbers with exactly so many places. */
function decimals({ low, isLowOpen, high, isHighOpen }: Magnitudes, places: number): readonly Grammar[] {
  const from = scaled(low, places, 'up');
  const first = from.value + (isLowOpen && from.isExact ? 1n : 0n);
  if (!Number.isFinite(high)) return between(first, undefined, places);
  const to = scaled(high, places, 'down');
  return between(first, to.value - (isHighOpen && to.isExact ? 1n : 0n), places);
}

/** Numbers with more places: all that begin below the high bound. */
function longer(magnitudes: Magnitudes, places: number): readonly Grammar[] {
  const { low, isLowOpen, high } = magnitudes;
  const tail = repetition(digit, 1, maxDigits);
  const first = scaled(low, places, 'up').value;
  const last = Number.isFinite(high) ? scaled(high, places, 'down').value - 1n : undefined;
  const inside = between(first + (isLowOpen ? 1n : 0n), last, places).map(each => sequence(each, tail));
  if (!isLowOpen || (last !== undefined && first > last)) return inside;
  const above = sequence(repetition(literal('0'), 0, maxDigits), nonZero, repetition(digit, 0, maxDigits));
  return [...inside, ...between(first, first, places).map(each => sequence(each, above))];
}

/** The integers from one to another, the last `places` digits behind a point. */
function between(first: bigint, last: bigint | undefined, places: number): readonly Grammar[] {
  const length = (value: bigint) => Math.max(String(value).length, places + 1);
  if (last !== undefined && first > last) return [];
  const longest = last === undefined ? Math.max(length(first), maxDigits + 1) : length(last);
  return Array.from({ length: longest - length(first) + 1 }, (_, i) => {
    const count = length(first) + i;
    const least = count === places + 1 ? 0n : 10n ** BigInt(count - 1);
    const most = 10n ** BigInt(count) - 1n;
    const [from, to] = [first > least ? first : least, last !== undefined && last < most ? last : most];
    const digits = (value: bigint) => String(value).padStart(count, '0');
    return digitsBetween(digits(from), digits(to), places);
  });
}

/** Texts of digits of one length, from one to another. */
function digitsBetween(from: string, to: string, places: number): Grammar {
  if (from === '') return literal('');
  const point = from.length === places && places > 0 ? '.' : '';
  const [first, last] = [Number(from[0]), Number(to[0])];
  const [low, high] = [from.slice(1), to.slice(1)];
  const after = (least: string, most: string) => digitsBetween(least, most, places);
  const isLowFree = /^0*$/.test(low);
  const isHighFree = /^9*$/.test(high);
  if (first === last) return sequence(literal(point + from[0]), after(low, high));
  const [start, end] = [isLowFree ? first : first + 1, isHighFree ? last : last - 1];
  return choice(
    ...(isLowFree ? [] : [sequence(literal(point + from[0]), after(low, '9'.repeat(low.length)))]),
    ...(start > end
      ? []
      : [sequence(literal(point), oneOf(charRange(String(start), String(end))), free(low.length, places))]),
    ...(isHighFree ? [] : [sequence(literal(point + to[0]), after('0'.repeat(high.length), high))]),
  );
}

/** So many digits, with the point where it belongs. */
function free(count: number, places: number): Grammar {
  if (places === 0 || count < places) return repetition(digit, count, count);
  return sequence(repetition(digit, count - places, count - places), literal('.'), repetition(digit, places, places));
}
