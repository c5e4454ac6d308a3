import type { JsonSchema } from '../../json/jsonSchema.ts';
import { has, listOf, typesOf } from '../../json/schema/subschema.ts';
import { condition } from './condition.ts';

const lowest = ({ minimum, exclusiveMinimum: over }: JsonSchema) =>
  Math.max(typeof minimum === 'number' ? minimum : -Infinity, typeof over === 'number' ? over + 1 : -Infinity);

const highest = ({ maximum, exclusiveMaximum: under }: JsonSchema) =>
  Math.min(typeof maximum === 'number' ? maximum : Infinity, typeof under === 'number' ? under - 1 : Infinity);

/** The keyword is: of an integer, below zero and without an upper bound. */
export const onlyBelow = condition('of an integer, below zero and without an upper bound', ({ schema }) => {
  const low = lowest(schema);
  return ofInteger(schema) && low < 0 && low > -Infinity && highest(schema) === Infinity;
});

/** The keyword is: of an integer, one digit from 2 or −2 and without the other bound. */
export const oneDigit = condition('of an integer, one digit from 2 or −2 and without the other bound', ({ schema }) => {
  const [low, high] = [lowest(schema), highest(schema)];
  if (!ofInteger(schema)) return false;
  return (high === Infinity && low >= 2 && low <= 9) || (low === -Infinity && high <= -2 && high >= -9);
});

/** The keyword is: of type number. */
export const ofNumbers = condition('of type number', ({ schema }) => typesOf(schema).includes('number'));

/** The keyword is: of type number, beyond 1024, or beside one bound. */
export const unboundMultiple = condition('of type number, beyond 1024, or beside one bound', ({ schema }) => {
  const [low, high] = [lowest(schema), highest(schema)];
  const bounds = Number(low > -Infinity) + Number(high < Infinity);
  const multiple = Number(schema.multipleOf);
  const isLarge = !Number.isInteger(multiple) || multiple > 1024;
  return typesOf(schema).includes('number') || isLarge || bounds === 1 || (bounds === 2 && high - low + 1 > 10_000);
});

/** The keyword is: that no value keeps. */
export const emptyRange = condition('that no value keeps', ({ schema }) => {
  const below = (low: string, high: string) => Number(schema[low]) > Number(schema[high]);
  const isNone = ofInteger(schema) ? lowest(schema) > highest(schema) : below('minimum', 'maximum');
  return (
    isNone ||
    below('minLength', 'maxLength') ||
    below('minItems', 'maxItems') ||
    below('minProperties', 'maxProperties')
  );
});

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
  const isClosed = schema.items === undefined ? schema.unevaluatedItems === undefined : schema.items === false;
  return isClosed && Number(schema[keyword]) > listOf(schema, 'prefixItems').length;
}

/** The keyword is: that may be left out. */
export const mayBeShorter = condition(
  'that may be left out',
  ({ schema }) => Number(schema.minItems ?? 0) < listOf(schema, 'prefixItems').length,
);
