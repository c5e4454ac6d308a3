import { mostMisfit, schemaPrices } from './costs.ts';
import { alternativesOf, isObject, requiredOf, typeOf, typesOf } from './schemaView.ts';

/** So many values are compared with the schema; what comes after them is taken to fit. */
const maxVisits = 5000;
const maxDepth = 60;

/**
 * What a value costs by how far it departs from a schema: keys that the schema does not have, required ones that are
 * missing, other types, other constants. 0 where it fits, or where there is no schema.
 */
export function schemaFit(value: unknown, schema: unknown, isPart = false): number {
  let visits = 0;

  const cost = (item: unknown, at: unknown, depth: number, isRoot = false): number => {
    if (!isObject(at) || depth > maxDepth || ++visits > maxVisits) return 0;
    const alternatives = alternativesOf(at, schema);
    if (alternatives?.length) {
      const costs = alternatives.map(alternative => cost(item, alternative, depth + 1, isRoot));
      return Array.isArray(at.allOf) && alternatives === at.allOf
        ? costs.reduce((sum, each) => sum + each, 0)
        : Math.min(...costs);
    }
    const types = typesOf(at);
    const type = typeOf(item);
    if (types.length && !types.some(allowed => allowed === type || isNumber(allowed, item)))
      return isRoot ? schemaPrices.wrongRoot : saysNumber(item, types) ? schemaPrices.quoted : schemaPrices.wrongType;
    if (at.const !== undefined && at.const !== item) return schemaPrices.wrongConstant;
    if (Array.isArray(at.enum) && !isObject(item) && !Array.isArray(item) && !at.enum.includes(item))
      return schemaPrices.wrongConstant;
    if (Array.isArray(item)) return item.reduce((sum: number, each) => sum + cost(each, at.items, depth + 1), 0);
    return isObject(item) ? membersCost(item, at, depth) : 0;
  };

  const membersCost = (
    item: { readonly [key: string]: unknown },
    at: { readonly [key: string]: unknown },
    depth: number,
  ) => {
    const { properties, additionalProperties } = at;
    let sum = 0;
    let unknown: number = schemaPrices.unknownKey;
    for (const [key, member] of Object.entries(item)) {
      if (isObject(properties) && Object.hasOwn(properties, key)) sum += cost(member, properties[key], depth + 1);
      else if (isObject(additionalProperties)) sum += cost(member, additionalProperties, depth + 1);
      else if (isObject(properties) || additionalProperties === false) {
        sum += unknown;
        unknown /= 2;
      }
    }
    if (!isPart) for (const key of requiredOf(at)) if (!Object.hasOwn(item, key)) sum += schemaPrices.missingKey;
    return sum;
  };

  return mostMisfit * (1 - Math.exp(-cost(value, schema, 0, true) / mostMisfit));
}

/** Whether a string holds a number or a literal of one of these types: the right answer, in quotes. */
function saysNumber(value: unknown, types: readonly string[]): boolean {
  if (typeof value !== 'string') return false;
  if (types.includes('boolean') && /^(?:true|false)$/i.test(value)) return true;
  return (types.includes('number') || types.includes('integer')) && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value);
}

function isNumber(type: string, value: unknown): boolean {
  if (typeof value === 'bigint') return type === 'number' || type === 'integer';
  return typeof value === 'number' && (type === 'number' || (type === 'integer' && Number.isInteger(value)));
}

/** A schema of the shape that a hint shows: the keys of its objects, the items of its lists; the values may be anything. */
export function schemaOfHint(hint: unknown): unknown {
  if (Array.isArray(hint)) return { type: 'array', items: hint.length ? schemaOfHint(hint[0]) : {} };
  if (!isObject(hint)) return {};
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(hint).map(([key, value]) => [key, schemaOfHint(value)])),
  };
}
