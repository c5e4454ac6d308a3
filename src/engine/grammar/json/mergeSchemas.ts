import type { JsonSchema } from '../../json/jsonSchema.ts';
import { asSchema, has, typesOf } from '../../json/schema/subschema.ts';

const bounds: Readonly<Record<string, (one: number, other: number) => number>> = {
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(each => [each, Math.max]),
  ),
  ...Object.fromEntries(
    ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(each => [each, Math.min]),
  ),
};
/** Keywords that say nothing of what is valid where they stand. */
export const annotations = [
  'title',
  'description',
  'default',
  'examples',
  '$defs',
  'definitions',
  '$schema',
  '$id',
  '$comment',
];

/** One schema that says what two say together; `undefined`: one schema cannot. */
export function mergeSchemas(one: JsonSchema, other: JsonSchema): JsonSchema | undefined {
  const merged: Record<string, unknown> = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    if (!has(one, keyword)) merged[keyword] = value;
    else if (!annotations.includes(keyword) && JSON.stringify(one[keyword]) !== JSON.stringify(value)) {
      const both = mergeKeyword(keyword, one, other);
      if (both === undefined) return undefined;
      merged[keyword] = both;
    }
  }
  const isClosed = [one, other].some(each => has(each, 'additionalProperties') && each.additionalProperties !== true);
  if (isClosed && JSON.stringify(namesOf(one)) !== JSON.stringify(namesOf(other))) return undefined;
  return merged;
}

function namesOf(schema: JsonSchema): readonly string[] {
  return Object.keys(asSchema(schema.properties) ?? {}).sort();
}

function mergeKeyword(keyword: string, one: JsonSchema, other: JsonSchema): unknown {
  const [first, second] = [one[keyword], other[keyword]];
  if (typeof first === 'number' && typeof second === 'number') return bounds[keyword]?.(first, second);
  if (keyword === 'type') return sharedTypes(one, other);
  if (keyword === 'required' && Array.isArray(first) && Array.isArray(second))
    return [...new Set([...first, ...second])];
  if (keyword === 'properties') return mergeProperties(asSchema(first), asSchema(second));
  if (keyword === 'enum' && Array.isArray(first) && Array.isArray(second)) {
    const values = new Set(second.map(value => JSON.stringify(value)));
    return first.filter(value => values.has(JSON.stringify(value)));
  }
  if (keyword === 'items') return mergeValues(first, second);
  return undefined;
}

function mergeProperties(one: JsonSchema | undefined, other: JsonSchema | undefined): JsonSchema | undefined {
  if (!one || !other) return undefined;
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const both = has(one, name) ? mergeValues(one[name], value) : value;
    if (both === undefined) return undefined;
    merged[name] = both;
  }
  return merged;
}

function mergeValues(one: unknown, other: unknown): unknown {
  if (one === true) return other;
  if (other === true) return one;
  const [first, second] = [asSchema(one), asSchema(other)];
  return first && second ? mergeSchemas(first, second) : undefined;
}

function sharedTypes(one: JsonSchema, other: JsonSchema): readonly string[] | undefined {
  const [first, second]: (readonly string[])[] = [typesOf(one), typesOf(other)];
  const shared = first!.filter(type => second!.includes(type) || (type === 'integer' && second!.includes('number')));
  if (!first!.includes('integer') && first!.includes('number') && second!.includes('integer')) shared.push('integer');
  return shared.length > 0 ? shared : undefined;
}
