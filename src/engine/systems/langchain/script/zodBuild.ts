import * as z4 from 'zod';
import * as z3 from 'zod/v3';
import { pointerStep } from '../../../core/pointerStep.ts';
import { buildString, ScriptPatterns } from './zodPatterns.ts';

/** A schema in JSON, as zod writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What all parts of a schema share. */
export interface Kind {
  readonly release: 3 | 4;
  /** zod, of that release. */
  readonly z: Zod;
  readonly patterns: ScriptPatterns;
  /** What references lead into. */
  readonly root: JsonSchema;
  /** What was made of each reference. */
  readonly references: Map<string, Zod>;
}

/** A schema of zod, or zod itself: both releases have the methods that are called here, though their types differ. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Zod = any;

/** What is called of release 4, each by its name: bundles have what is named, and not the rest of the library. */
const zod4 = {
  any: z4.any,
  array: z4.array,
  boolean: z4.boolean,
  enum: z4.enum,
  literal: z4.literal,
  null: z4.null,
  number: z4.number,
  object: z4.object,
  record: z4.record,
  string: z4.string,
  tuple: z4.tuple,
  discriminatedUnion: z4.discriminatedUnion,
  intersection: z4.intersection,
  lazy: z4.lazy,
  union: z4.union,
};

/** How deep a schema is followed. */
const maxDepth = 200;

/** What the parts of a schema share, and the zod of its release. */
export function zodKind(root: JsonSchema, release: 3 | 4): Kind {
  return { release, z: release === 3 ? z3.z : zod4, patterns: new ScriptPatterns(), root, references: new Map() };
}

/** The zod schema of a JSON Schema, at a depth of its own. */
export function build(schema: unknown, kind: Kind, depth: number): Zod {
  const { z } = kind;
  if (depth > maxDepth || typeof schema !== 'object' || schema === null) return z.any();
  const keywords = schema as JsonSchema;
  const inner = (part: unknown) => build(part, kind, depth + 1);
  const made = buildBare(keywords, kind, inner);
  return 'default' in keywords ? made.default(keywords.default) : made;
}

function buildBare(schema: JsonSchema, kind: Kind, inner: (part: unknown) => Zod): Zod {
  const { z } = kind;
  if (typeof schema.$ref === 'string') return buildReference(schema.$ref, kind);
  if ('const' in schema) return z.literal(schema.const);
  if (Array.isArray(schema.enum)) {
    const values = schema.enum as readonly unknown[];
    if (values.every(value => typeof value === 'string')) return z.enum(values);
    if (kind.release === 4) return z.literal(values);
    return values.length === 1 ? z.literal(values[0]) : z.union(values.map(value => z.literal(value)));
  }
  const members = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(members)) return buildUnion(schema, members, kind, inner);
  if (Array.isArray(schema.allOf)) return schema.allOf.map(inner).reduce((left, right) => z.intersection(left, right));
  if (Array.isArray(schema.type)) {
    const types = schema.type as readonly string[];
    const rest = types.filter(type => type !== 'null');
    if (rest.length === 0) return z.null();
    const { default: _, ...keywords } = schema;
    const parts = rest.map(type => inner({ ...keywords, type }));
    const one = parts.length === 1 ? parts[0] : z.union(parts);
    return rest.length < types.length ? one.nullable() : one;
  }
  switch (schema.type) {
    case 'string':
      return buildString(schema, kind.z, kind);
    case 'number':
    case 'integer':
      return buildNumber(schema, kind);
    case 'boolean':
      return z.boolean();
    case 'null':
      return z.null();
    case 'array':
      return buildArray(schema, kind, inner);
    case 'object':
      return buildObject(schema, kind, inner);
    default:
      return z.any();
  }
}

/** What a reference leads to, made once: a schema may lead to itself. */
function buildReference(reference: string, kind: Kind): Zod {
  const { z } = kind;
  const target = targetOf(reference, kind.root);
  return z.lazy(() => {
    const cached = kind.references.get(reference);
    if (cached) return cached;
    const made = build(target, kind, 0);
    kind.references.set(reference, made);
    return made;
  });
}

/** `#/properties/a`; `undefined`: it leads nowhere, or only to other references. */
function targetOf(reference: string, root: JsonSchema): unknown {
  let at = reference;
  for (let hops = 0; hops < 20; hops++) {
    if (!/^#(?:\/|$)/.test(at)) return undefined;
    let target: unknown = root;
    for (const step of at.split('/').slice(1)) {
      const key = pointerStep(step);
      target =
        typeof target === 'object' && target !== null && Object.hasOwn(target, key)
          ? (target as Readonly<Record<string, unknown>>)[key]
          : undefined;
    }
    const next = (target as JsonSchema | undefined)?.$ref;
    if (typeof next !== 'string') return target;
    at = next;
  }
  return undefined;
}

function buildUnion(schema: JsonSchema, members: readonly unknown[], kind: Kind, inner: (part: unknown) => Zod): Zod {
  const { z } = kind;
  const union = kind.release === 3 ? zod3Union : z.union;
  // zod 3 writes what is optional in a list or a union as `anyOf` with nothing at all.
  const [nothing, other] = members as readonly JsonSchema[];
  if (members.length === 2 && isNever(nothing)) return inner(other).optional();
  // `.nullable()` writes two members, the second without a word; in any other place `null` is a member of a union.
  const last = members.at(-1) as JsonSchema | null;
  if (members.length === 2 && last?.type === 'null' && Object.keys(last).length === 1)
    return inner(members[0]).nullable();
  const key = discriminator(members);
  if (key !== undefined && (schema.oneOf || members.length > 1)) return z.discriminatedUnion(key, members.map(inner));
  return union(members.map(inner));
}

function isNever(schema: JsonSchema | undefined): boolean {
  return typeof schema?.not === 'object' && schema.not !== null && Object.keys(schema.not).length === 0;
}

/** The key that has another constant in every member, as `z.discriminatedUnion` asks. */
function discriminator(members: readonly unknown[]): string | undefined {
  const [first] = members as readonly JsonSchema[];
  const keys = Object.keys((first?.properties ?? {}) as object);
  return keys.find(key =>
    members.every(member => {
      const property = ((member as JsonSchema).properties as Readonly<Record<string, JsonSchema>> | undefined)?.[key];
      return property !== undefined && 'const' in property;
    }),
  );
}

function buildNumber(schema: JsonSchema, { z }: Kind): Zod {
  let made = z.number();
  if (schema.type === 'integer') made = made.int();
  const bounds: readonly (readonly [string, string])[] = [
    ['minimum', 'min'],
    ['exclusiveMinimum', 'gt'],
    ['maximum', 'max'],
    ['exclusiveMaximum', 'lt'],
    ['multipleOf', 'multipleOf'],
  ];
  for (const [keyword, method] of bounds) {
    const bound = schema[keyword];
    // z.int() writes the range of safe integers.
    if (typeof bound === 'number' && Math.abs(bound) !== Number.MAX_SAFE_INTEGER) made = made[method](bound);
  }
  return made;
}

function buildArray(schema: JsonSchema, { z }: Kind, inner: (part: unknown) => Zod): Zod {
  const items = schema.prefixItems ?? schema.items;
  if (Array.isArray(items)) {
    // zod 4 writes that the last ones are optional by how many there must be.
    const least = schema.prefixItems ? Number(schema.minItems ?? 0) : items.length;
    const tuple = z.tuple(items.map((item, i) => (i < least ? inner(item) : inner(item).optional())));
    const rest = schema.prefixItems ? schema.items : schema.additionalItems;
    return typeof rest === 'object' && rest !== null ? tuple.rest(inner(rest)) : tuple;
  }
  let made = z.array(items === undefined ? z.any() : inner(items));
  if (typeof schema.minItems === 'number' && schema.minItems === schema.maxItems) return made.length(schema.minItems);
  if (typeof schema.minItems === 'number') made = made.min(schema.minItems);
  if (typeof schema.maxItems === 'number') made = made.max(schema.maxItems);
  return made;
}

function buildObject(schema: JsonSchema, kind: Kind, inner: (part: unknown) => Zod): Zod {
  const { z } = kind;
  const extras = schema.additionalProperties;
  if (!schema.properties) {
    const values = typeof extras === 'object' && extras !== null ? inner(extras) : z.any();
    const keys = schema.propertyNames ? inner(schema.propertyNames) : z.string();
    return extras === false ? z.object({}) : z.record(keys, values);
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const shape: Record<string, Zod> = {};
  for (const [key, property] of Object.entries(schema.properties as object)) {
    const made = inner(property);
    const isOptional =
      !required.has(key) && !(typeof property === 'object' && property !== null && 'default' in property);
    // zod 3 never requires a key whose value may be anything.
    const value = isOptional && !(kind.release === 3 && isAny(property)) ? made.optional() : made;
    Object.defineProperty(shape, key, { value, enumerable: true, configurable: true, writable: true });
  }
  const made = z.object(shape);
  if (extras === true && kind.release === 3) return made.passthrough();
  if (typeof extras === 'object' && extras !== null)
    return Object.keys(extras).length === 0 ? made.passthrough() : made.catchall(inner(extras));
  return made;
}

function isAny(property: unknown): boolean {
  const { description, ...others } = property as JsonSchema;
  return Object.keys(others).length === 0;
}

// What zod 3 does inside is typed for its own subclasses only.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Inner = any;

/** The error map that asks for the issues in the order of `parseAsync`; it leaves every message as it is. */
export const waiting = (_: unknown, { defaultError }: { readonly defaultError: string }) => ({ message: defaultError });

/** The issues of unions, by the list that the others of the same value are in. */
const late = new WeakMap<object, unknown[]>();

/**
 * `z.union` of zod 3, which with `waiting` has its issues where `parseAsync` has them: behind all others of the value, since
 * a union waits for its members.
 */
function zod3Union(members: readonly Inner[]): Inner {
  const union: Inner = z3.z.union(members.map(withLateIssues) as Inner);
  const parse = union._parse.bind(union);
  union._parse = (input: Inner) => {
    const { issues, contextualErrorMap } = input.parent.common;
    const before = issues.length;
    const outcome = parse(input);
    if (contextualErrorMap !== waiting) return outcome;
    late.set(issues, [...(late.get(issues) ?? []), ...issues.splice(before)]);
    return outcome;
  };
  return union;
}

/** A schema whose issues are followed by those of the unions in it. */
export function withLateIssues(schema: Inner): Inner {
  const parse = schema._parseSync.bind(schema);
  schema._parseSync = (input: Inner) => {
    const outcome = parse(input);
    const { issues } = input.parent.common;
    const waited = late.get(issues);
    if (waited) issues.push(...waited);
    late.delete(issues);
    return outcome;
  };
  return schema;
}
