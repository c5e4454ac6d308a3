import { pointerStep } from '../../core/pointerStep.ts';
import type { JsonSchema } from '../jsonSchema.ts';
import { type JsonType, typesOfKeyword } from './schemaKeywords.ts';

/** A schema within another, and how it is reached. */
export interface Subschema {
  readonly schema: JsonSchema;
  /** A JSON pointer from the root. */
  readonly path: string;
  readonly root: JsonSchema;
  /** The subschema whose keyword holds this one; absent: the root, or a schema that is referred to. */
  readonly parent?: { readonly schema: JsonSchema; readonly keyword: string; readonly name: string };
}

/** A value as a schema; `undefined`: it is none, or a boolean. */
export function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : undefined;
}

/** Whether a schema has the keyword itself. */
export function has(schema: JsonSchema, keyword: string): boolean {
  return Object.hasOwn(schema, keyword);
}

/** The types that `type` names; none: there is no `type`. */
export function typesOf(schema: JsonSchema): readonly JsonType[] {
  const { type } = schema;
  return (Array.isArray(type) ? type : type === undefined ? [] : [type]) as readonly JsonType[];
}

/** Whether values of a type may be valid, as far as `type` says. */
export function mayBe(schema: JsonSchema, type: JsonType): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes(type);
}

/** Whether the keyword constrains no value that `type` admits, as `minLength` of an integer. */
export function isIdle(schema: JsonSchema, keyword: string): boolean {
  if (keyword === 'uniqueItems' && schema.uniqueItems === false) return true;
  const about = typesOfKeyword[keyword];
  return about !== undefined && !about.some(type => mayBe(schema, type));
}

/** The members of `properties`; none where there are no such. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  return asSchema(schema.properties) ?? {};
}

/** The names in `required`. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.filter(name => typeof name === 'string') : [];
}

/** The subschemas of a list such as `anyOf`. */
export function listOf(schema: JsonSchema, keyword: string): readonly unknown[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value : [];
}

/** One step of a JSON pointer. */
export function step(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What a reference within the file leads to: its pointer and value; `undefined`: it leads nowhere, or out of the file. */
export function targetOf(
  root: JsonSchema,
  ref: unknown,
): { readonly path: string; readonly value: unknown } | undefined {
  if (ref === '#') return { path: '', value: root };
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  let value: unknown = root;
  let path = '';
  for (const part of ref.slice(2).split('/')) {
    const name = pointerStep(decoded(part));
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
    path += step(name);
  }
  return { path, value };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The schema itself, or what its references lead to at last; `undefined`: a reference that leads nowhere, or in a circle. */
export function resolved(root: JsonSchema, value: unknown): JsonSchema | undefined {
  const seen = new Set<unknown>();
  let schema = asSchema(value);
  while (schema && has(schema, '$ref') && !seen.has(schema)) {
    seen.add(schema);
    schema = asSchema(targetOf(root, schema.$ref)?.value);
  }
  return schema && has(schema, '$ref') ? undefined : schema;
}

/** A JSON value as text in which the order of members does not matter: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
