import { addTo } from '../core/addTo.ts';
import { pointerStep } from '../core/pointerStep.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Violation, ViolationCause } from '../core/violation.ts';
import type { Definition } from '../parsers/definition.ts';
import { dictAt, listAt, resolveReference } from '../validation/index.ts';

/** The most values that are added to a list at once. */
const mostValues = 5;

/** A change before it is tried: what a place in the definition becomes. */
export interface SchemaDraft {
  /** `optional`: it may be missing; `nullable`: it may be `null`; `union`: it may be of another type as well; `enum-value`: these values are allowed as well; `limit`: it has no limit any more; `open`: other members are allowed. */
  readonly kind: 'optional' | 'nullable' | 'union' | 'enum-value' | 'limit' | 'open';
  /** The type or the values that come to those that are allowed. */
  readonly added?: readonly string[];
  /** From the definition's object. */
  readonly at: readonly (string | number)[];
  readonly value: unknown;
}

/** The keywords that set a limit, by the cause of what breaks them. */
const limits: Readonly<Partial<Record<ViolationCause, readonly string[]>>> = {
  'out-of-range': ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  length: ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  pattern: ['pattern'],
};

type Path = readonly (string | number)[];

/** Where a schema says what a member is. */
interface SchemaPlace {
  /** The path of the member's schema in the whole schema, and that of the object's; references are followed. */
  readonly path: Path;
  readonly schema: PyDict;
  /** Absent: the member is an item of a list, or the whole value. */
  readonly object?: { readonly path: Path; readonly schema: PyDict; readonly key: string };
}

/** The most steps of a path that are followed. */
const deepest = 50;

/**
 * The part of a JSON Schema that is about a member; `member`: its JSON pointer, in which `*` stands for any index. Of a union the
 * first branch that has it. `undefined` where the schema does not say. Total.
 */
function schemaPlace(root: PyDict, member: string): SchemaPlace | undefined {
  const steps = member === '/' ? [] : member.split('/').slice(1);
  if (steps.length > deepest) return undefined;
  return placeBelow(
    root,
    { path: [], schema: root },
    steps.map(step => pointerStep(step)),
  );
}

function placeBelow(root: PyDict, start: SchemaPlace, [step, ...rest]: readonly string[]): SchemaPlace | undefined {
  const resolved = resolveReference(root, start.schema);
  if (!resolved) return undefined;
  const { schema } = resolved;
  const path = start.schema.has('$ref') ? resolved.path : start.path;
  if (step === undefined) return { ...start, path, schema };
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    for (const [i, branch] of (listAt(schema, keyword) ?? []).entries()) {
      const found = inBranch(root, [...path, keyword, i], branch, [step, ...rest]);
      if (found) return found;
    }
  const properties = dictAt(schema, 'properties');
  const own: PyValue = properties?.get(step) ?? null;
  if (isPyDict(own)) {
    const object = { path, schema, key: step };
    return placeBelow(root, { path: [...path, 'properties', step], schema: own, object }, rest);
  }
  const items: PyValue = schema.get('items') ?? null;
  if (isPyDict(items) && /^(?:\*|\d+)$/.test(step))
    return placeBelow(root, { path: [...path, 'items'], schema: items }, rest);
  return undefined;
}

function inBranch(root: PyDict, path: Path, branch: PyValue, steps: readonly string[]): SchemaPlace | undefined {
  return isPyDict(branch) ? placeBelow(root, { path, schema: branch }, steps) : undefined;
}

/** The changes that could help where a member (see `memberPath`) has these violations, all of one cause; none where the schema does not say what it is. */
export function schemaDrafts(
  definition: Definition,
  path: string,
  cause: ViolationCause,
  violations: readonly Violation[],
): readonly SchemaDraft[] {
  const { config } = definition.source;
  const root: PyValue = config.get('content_schema') ?? null;
  const required: PyValue = config.get('required_keys') ?? null;
  const key = pointerStep(path.slice(1));
  if (cause === 'missing-key' && isPyList(required) && required.includes(key))
    return [{ kind: 'optional', at: ['required_keys'], value: without(required, key) }];
  const isUnknown = cause === 'unknown-key' || cause === 'key-spelling';
  const place = isPyDict(root) ? schemaPlace(root, isUnknown ? parentOf(path) : path) : undefined;
  if (!place) return [];
  const at = ['content_schema', ...place.path];
  const plain = toPlain(place.schema) as Readonly<Record<string, unknown>>;
  const keywords = limits[cause];
  if (keywords)
    return [
      {
        kind: 'limit',
        at,
        value: Object.fromEntries(Object.entries(plain).filter(([name]) => !keywords.includes(name))),
      },
    ];
  switch (cause) {
    case 'missing-key':
      return optional(place);
    case 'null-value':
      return [{ kind: 'nullable', at, value: either(plain, 'null') }, ...optional(place)];
    case 'wrong-type': {
      const type = mostFrequent(violations.map(({ got }) => typeOfShown(got)))[0];
      return type === undefined ? [] : [{ kind: 'union', at, value: either(plain, type), added: [type] }];
    }
    case 'outside-enum':
    case 'enum-spelling': {
      const values = mostFrequent(violations.map(({ got }) => textOfShown(got))).slice(0, mostValues);
      const listed = listAt(place.schema, 'enum');
      if (!listed || values.length === 0) return [];
      return [{ kind: 'enum-value', at: [...at, 'enum'], value: [...listed.map(toPlain), ...values], added: values }];
    }
    case 'unknown-key':
      return [{ kind: 'open', at: [...at, 'additionalProperties'], value: true }];
    default:
      return [];
  }
}

function optional({ object }: SchemaPlace): readonly SchemaDraft[] {
  const required = object && listAt(object.schema, 'required');
  if (!object || !required?.includes(object.key)) return [];
  return [
    { kind: 'optional', at: ['content_schema', ...object.path, 'required'], value: without(required, object.key) },
  ];
}

function without(list: readonly PyValue[], key: string): readonly unknown[] {
  return list.filter(each => each !== key).map(toPlain);
}

function either(schema: Readonly<Record<string, unknown>>, type: string): unknown {
  const { title, description, ...rest } = schema;
  const words = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  const branches = Array.isArray(rest.anyOf) && Object.keys(rest).length === 1 ? rest.anyOf : [rest];
  return { ...words, anyOf: [...branches, { type }] };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** Different values, the most frequent first. */
function mostFrequent(values: readonly (string | undefined)[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const value of values) if (value !== undefined) addTo(groups, value, value);
  return [...groups].sort(([, one], [, other]) => other.length - one.length).map(([value]) => value);
}

/** The type of a value by the words that a violation has for it, see `Violation.got`. */
function typeOfShown(got: string): string | undefined {
  if (got.startsWith('"')) return 'string';
  if (got === 'true' || got === 'false') return 'boolean';
  if (/^-?\d/.test(got)) return 'number';
  if (got.startsWith('a list of')) return 'array';
  return got.startsWith('an object of') ? 'object' : undefined;
}

/** A text by those words; `undefined` where they are cut. */
function textOfShown(got: string): string | undefined {
  try {
    const value: unknown = JSON.parse(got);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
