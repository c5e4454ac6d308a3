import type { JsonSchema } from '../jsonSchema.ts';
import { canonicalJson, has, mayBe, propertiesOf, requiredOf, resolved, typesOf } from './subschema.ts';

/** The most alternatives that are compared with each other; more count as overlapping. */
const maxAlternatives = 100;
/** How deep the members of objects are compared. */
const maxDepth = 4;

/** Whether no value is valid under two of the schemas, as far as types, listed values, bounds and members show. Quadratic in at most 100 schemas. */
export function areDisjoint(root: JsonSchema, schemas: readonly unknown[]): boolean {
  if (schemas.length > maxAlternatives) return false;
  const all = schemas.map(schema => resolved(root, schema));
  return all.every((one, i) => all.slice(i + 1).every(other => one && other && apart(root, one, other, 0)));
}

function apart(root: JsonSchema, one: JsonSchema, other: JsonSchema, depth: number): boolean {
  const [values, others] = [valuesOf(one), valuesOf(other)];
  if (values && others) {
    const allowed = new Set(others.map(canonicalJson));
    return !values.some(value => allowed.has(canonicalJson(value)));
  }
  if (values) return !values.some(value => admits(other, value));
  if (others) return !others.some(value => admits(one, value));
  const shared = sharedTypes(one, other);
  return shared.every(type => {
    if (type === 'number' || type === 'integer') return rangesApart(one, other, 'imum');
    if (type === 'string') return rangesApart(one, other, 'Length');
    if (type === 'array') return rangesApart(one, other, 'Items');
    return type === 'object' && depth < maxDepth && membersApart(root, one, other, depth);
  });
}

const allTypes = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const;

function sharedTypes(one: JsonSchema, other: JsonSchema): readonly string[] {
  const widened = (schema: JsonSchema): readonly string[] => {
    const types = typesOf(schema).map(type => (type === 'integer' ? 'number' : type));
    return types.length === 0 ? allTypes : types;
  };
  return widened(one).filter(type => widened(other).includes(type));
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (has(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** Whether a value has a type that a schema admits. */
function admits(schema: JsonSchema, value: unknown): boolean {
  if (value === null) return mayBe(schema, 'null');
  if (Array.isArray(value)) return mayBe(schema, 'array');
  if (typeof value !== 'number') return mayBe(schema, typeof value as 'string' | 'boolean' | 'object');
  return mayBe(schema, 'number') || (Number.isInteger(value) && mayBe(schema, 'integer'));
}

function rangesApart(one: JsonSchema, other: JsonSchema, unit: 'imum' | 'Length' | 'Items'): boolean {
  const [first, second] = [rangeOf(one, unit), rangeOf(other, unit)];
  return isBelow(first, second) || isBelow(second, first);
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly isLowOpen: boolean;
  readonly isHighOpen: boolean;
}

function rangeOf(schema: JsonSchema, unit: string): Range {
  const number = (keyword: string, none: number) =>
    typeof schema[keyword] === 'number' ? (schema[keyword] as number) : none;
  const [low, high] = [number(`min${unit}`, Number.NEGATIVE_INFINITY), number(`max${unit}`, Number.POSITIVE_INFINITY)];
  if (unit !== 'imum') return { low, high, isLowOpen: false, isHighOpen: false };
  const [over, under] = [
    number('exclusiveMinimum', Number.NEGATIVE_INFINITY),
    number('exclusiveMaximum', Number.POSITIVE_INFINITY),
  ];
  return {
    low: Math.max(low, over),
    high: Math.min(high, under),
    isLowOpen: over >= low,
    isHighOpen: under <= high,
  };
}

function isBelow(low: Range, high: Range): boolean {
  return (
    low.high < high.low || (low.high === high.low && (low.isHighOpen || high.isLowOpen) && Number.isFinite(low.high))
  );
}

/** Whether a member that both have, and one requires, can never be the same. */
function membersApart(root: JsonSchema, one: JsonSchema, other: JsonSchema, depth: number): boolean {
  const [first, second] = [propertiesOf(one), propertiesOf(other)];
  return [...new Set([...requiredOf(one), ...requiredOf(other)])].some(name => {
    if (!Object.hasOwn(first, name) || !Object.hasOwn(second, name)) return false;
    const [member, same] = [resolved(root, first[name]), resolved(root, second[name])];
    return member !== undefined && same !== undefined && apart(root, member, same, depth + 1);
  });
}
