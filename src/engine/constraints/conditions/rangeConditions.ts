import type { JsonSchema } from '../../json/jsonSchema.ts';
import { has, listOf, propertiesOf, requiredOf, typesOf } from '../../json/schema/subschema.ts';
import { condition } from './condition.ts';
import { integerFaults, numberFaults, type RangeFaults } from './digitRanges.ts';

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
