import type { JsonSchema } from '../../json/jsonSchema.ts';
import { has, listOf, propertiesOf, requiredOf, typesOf } from '../../json/schema/subschema.ts';
import { condition } from './condition.ts';

const lowest = ({ minimum, exclusiveMinimum: over }: JsonSchema) =>
  Math.max(typeof minimum === 'number' ? minimum : -Infinity, typeof over === 'number' ? over + 1 : -Infinity);

const highest = ({ maximum, exclusiveMaximum: under }: JsonSchema) =>
  Math.min(typeof maximum === 'number' ? maximum : Infinity, typeof under === 'number' ? under - 1 : Infinity);

/** The keyword is: of a range whose digits let others in. */
export const letsOthersIn = condition('of a range whose digits let others in', ({ schema }, keyword) => {
  const { below, above } = faultsOf(schema);
  return isLower(keyword) ? below || isOpen(schema, keyword) : above || isOpen(schema, keyword);
});

/** The keyword is: of a range whose digits leave some out. */
export const leavesSomeOut = condition('of a range whose digits leave some out', ({ schema }, keyword) => {
  const { lostLow, lostHigh } = faultsOf(schema);
  return isLower(keyword) ? lostLow : lostHigh;
});

/** The keyword is: of an integer, with a fraction. */
export const fractional = condition(
  'of an integer, with a fraction',
  ({ schema }, keyword) =>
    ofInteger(schema) && typeof schema[keyword] === 'number' && !Number.isInteger(schema[keyword]),
);

/** The keyword is: of which the whole part lets one more number in. */
export const truncatedOutward = condition('of which the whole part lets one more number in', ({ schema }, keyword) => {
  const bound = numberOf(schema[keyword]);
  return (keyword === 'minimum' && bound > 0) || (keyword === 'maximum' && bound < 0);
});

/** The keyword is: of which the whole part leaves no number out. */
export const truncatedExactly = condition('of which the whole part leaves no number out', ({ schema }, keyword) => {
  const bound = numberOf(schema[keyword]);
  return keyword === 'exclusiveMinimum' ? bound > 0 : bound < 0;
});

function isLower(keyword: string): boolean {
  return keyword === 'minimum' || keyword === 'exclusiveMinimum';
}

/** Of numbers, the bound itself is written too. */
function isOpen(schema: JsonSchema, keyword: string): boolean {
  return keyword.startsWith('exclusive') && typesOf(schema).includes('number');
}

/** Where the numbers that a pattern of digits matches differ from those within bounds. */
interface RangeFaults {
  /** It matches numbers below, or above. */
  readonly below: boolean;
  readonly above: boolean;
  /** It does not match some that are within, near the lower or the upper bound. */
  readonly lostLow: boolean;
  readonly lostHigh: boolean;
}

const none: RangeFaults = { below: false, above: false, lostLow: false, lostHigh: false };

/**
 * What is wrong with the pattern that xgrammar up to 0.2.1 makes of an integer's bounds, as its source makes it and 0.1.27 does
 * it. A bound that is not there is infinite.
 */
function integerFaults(low: number, high: number): RangeFaults {
  if (!Number.isFinite(low) && !Number.isFinite(high)) return none;
  if (!Number.isFinite(high)) return low < 0 ? { ...none, lostLow: true } : { ...none, below: low >= 2 && low <= 9 };
  if (!Number.isFinite(low)) {
    if (high >= 0) return { ...none, above: ofDigits(1, high).above };
    return isRound(high) ? { ...none, lostHigh: high <= -10 } : { ...none, above: true };
  }
  const positive = high > 0 ? ofDigits(Math.max(1, low), high) : none;
  const negative = low < 0 ? ofDigits(-Math.min(-1, high), -low) : none;
  return { ...none, below: positive.below || negative.above, above: positive.above || negative.below };
}

/** The same of a number's bounds, which may have fractions. */
function numberFaults(low: number, high: number): RangeFaults {
  const [from, to] = [Math.floor(low), Math.floor(high)];
  if (!Number.isFinite(high))
    return { ...none, below: low > 1 && low < 9, lostLow: low !== 1 && !(low > -1 && low < 0) };
  if (!Number.isFinite(low))
    return { ...none, above: high < -1 && !isRound(high) && high !== -9, lostHigh: high !== -1 };
  if (from === to) return low === high ? none : { ...none, lostLow: true, lostHigh: true };
  const between = to > from + 1 ? integerFaults(from + 1, to - 1) : none;
  return {
    below: between.below || (low < 0 && (low === from || from < -1)),
    above: between.above || (high >= 0 && high === to),
    lostLow: low !== from,
    lostHigh: high !== to,
  };
}

/** −1, −10, −100 and so on. */
function isRound(number: number): boolean {
  return /^-10*$/.test(String(number));
}

/** Of positive integers, whose pattern is made for each count of digits. */
function ofDigits(lower: number, upper: number): { readonly below: boolean; readonly above: boolean } {
  const [shortest, longest] = [String(lower).length, String(upper).length];
  let [below, above] = [false, false];
  for (let length = Math.max(2, shortest); length <= longest; length++) {
    const first = length === shortest ? String(lower) : `1${'0'.repeat(length - 1)}`;
    const last = length === longest ? String(upper) : '9'.repeat(length);
    let shared = 0;
    while (shared < length && first[shared] === last[shared]) shared++;
    if (shared === 0 || shared >= length - 1) continue;
    const isCutShort = shared === length - 2;
    const isWithin = length === shortest && length === longest && !/^10*$/.test(first) && !/^9*$/.test(last);
    if (!isCutShort && !isWithin) continue;
    below ||= isCutShort ? !first.endsWith('0') : /[^0]/.test(first.slice(shared));
    above ||= isCutShort ? !last.endsWith('9') : /[^9]/.test(last.slice(shared));
  }
  return { below, above };
}

function faultsOf(schema: JsonSchema): RangeFaults {
  if (!typesOf(schema).includes('number')) return integerFaults(lowest(schema), highest(schema));
  const { minimum, exclusiveMinimum: over, maximum, exclusiveMaximum: under } = schema;
  const bound = (open: unknown, closed: unknown, otherwise: number) =>
    typeof open === 'number' ? open : typeof closed === 'number' ? closed : otherwise;
  return numberFaults(bound(over, minimum, -Infinity), bound(under, maximum, Infinity));
}

/** The keyword is: of type number, beyond 1024, or beside one bound. */
export const unboundMultiple = condition('of type number, beyond 1024, or beside one bound', ({ schema }) => {
  const [low, high] = [lowest(schema), highest(schema)];
  const bounds = Number(low > -Infinity) + Number(high < Infinity);
  const multiple = numberOf(schema.multipleOf);
  const isLarge = !Number.isInteger(multiple) || multiple > 1024;
  return typesOf(schema).includes('number') || isLarge || bounds === 1 || (bounds === 2 && high - low + 1 > 10_000);
});

/** The keyword is: that no value keeps. */
export const emptyRange = condition('that no value keeps', ({ schema }) => {
  const below = (low: string, high: string) => numberOf(schema[low]) > numberOf(schema[high]);
  const isNone = ofInteger(schema) ? lowest(schema) > highest(schema) : lowBound(schema) > highBound(schema);
  return (
    isNone ||
    below('minLength', 'maxLength') ||
    below('minItems', 'maxItems') ||
    below('minProperties', 'maxProperties') ||
    numberOf(schema.maxItems) < listOf(schema, 'prefixItems').length
  );
});

/** The keyword is: beside an open bound that lets more in. */
export const replaced = condition('beside an open bound that lets more in', ({ schema }, keyword) => {
  const [closed, unit] = [numberOf(schema[keyword]), ofInteger(schema) ? 1 : 0];
  if (keyword === 'minimum') return numberOf(schema.exclusiveMinimum) + unit < closed;
  return keyword === 'maximum' && numberOf(schema.exclusiveMaximum) - unit > closed;
});

/** The keyword is: that no value keeps, where open bounds replace closed ones. */
export const emptyReplaced = condition('that no value keeps, where open bounds replace closed ones', ({ schema }) => {
  const { minimum, exclusiveMinimum: over, maximum, exclusiveMaximum: under } = schema;
  const unit = ofInteger(schema) ? 1 : 0;
  const low = isNumber(over) ? over + unit : numberOf(minimum);
  return low > (isNumber(under) ? under - unit : numberOf(maximum));
});

/** The keyword is: that its own bound alone is left of. */
export const closedPoint = condition('of which an open bound leaves nothing', ({ schema }) => {
  const { exclusiveMinimum: over, exclusiveMaximum: under } = schema;
  const [low, high] = [lowBound(schema), highBound(schema)];
  return typesOf(schema).includes('number') && low === high && (over === low || under === high);
});

/** The keyword is: of fewer members than are required. */
export const fewerThanRequired = condition(
  'of fewer members than are required',
  ({ schema }) => numberOf(schema.maxProperties) < requiredOf(schema).length,
);

/** The bounds of numbers, open or not. */
function lowBound({ minimum, exclusiveMinimum }: JsonSchema): number {
  return Math.max(...[minimum, exclusiveMinimum].filter(isNumber), -Infinity);
}

function highBound({ maximum, exclusiveMaximum }: JsonSchema): number {
  return Math.min(...[maximum, exclusiveMaximum].filter(isNumber), Infinity);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** What a schema gives as a number; what is none, an object say, is none. */
function numberOf(value: unknown): number {
  return typeof value === 'object' ? Number.NaN : Number(value);
}

function ofInteger(schema: JsonSchema): boolean {
  return typesOf(schema).includes('integer');
}

/** The keyword is: without `items`. */
export const noItems = condition(
  'without `items`',
  ({ schema }) => !has(schema, 'items') && !has(schema, 'prefixItems') && !has(schema, 'unevaluatedItems'),
);

/** The keyword is: with `items: false`. */
export const itemsFalse = condition('with `items: false`', ({ schema }) => schema.items === false);

/** A list whose length is that of `prefixItems`, and more is asked for. */
export const beyondPrefix = condition('beyond the items that are listed', ({ schema }, keyword) =>
  isBeyond(schema, keyword),
);

/** The keyword is: with `minContains` beyond the items that are listed. */
export const containsBeyond = condition('with `minContains` beyond the items that are listed', ({ schema }) =>
  isBeyond(schema, 'minContains'),
);

function isBeyond(schema: JsonSchema, keyword: string): boolean {
  const isClosed = (schema.items ?? schema.unevaluatedItems ?? false) === false;
  return isClosed && numberOf(schema[keyword]) > listOf(schema, 'prefixItems').length;
}

/** The keyword is: of an object that has no others, beyond the members that are listed. */
export const beyondMembers = condition(
  'beyond the members that are listed, without further ones',
  ({ schema }) =>
    (schema.additionalProperties ?? false) === false &&
    (schema.unevaluatedProperties ?? false) === false &&
    !has(schema, 'patternProperties') &&
    !has(schema, 'propertyNames') &&
    numberOf(schema.minProperties) > Object.keys(propertiesOf(schema)).length,
);

/** The keyword is: that may be left out. */
export const mayBeShorter = condition(
  'that may be left out',
  ({ schema }) => Number(schema.minItems ?? 0) < listOf(schema, 'prefixItems').length,
);
