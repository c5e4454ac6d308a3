import { schemaPrices } from './costs.ts';
import type { KeyList } from './keyList.ts';

type JsonObject = { readonly [key: string]: unknown };

/** What a value may be, as a schema names it. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** So many alternatives of one place are looked at. */
const maxAlternatives = 64;
/** So many earlier keys are compared with a new one. */
const keysCompared = 32;

/**
 * What a JSON Schema says of one place, all alternatives (`anyOf`, …) taken together: enough to steer a reading while it
 * is made. What it allows exactly is asked of the whole value, by `schemaFit`.
 */
export class SchemaView {
  private readonly schemas: readonly JsonObject[];
  private readonly root: unknown;
  private readonly children = new Map<string | undefined, SchemaView | undefined>();
  private readonly required: readonly string[];
  private readonly types: ReadonlySet<string> | undefined;
  private readonly listsKeys: boolean;

  private constructor(schemas: readonly JsonObject[], root: unknown) {
    this.schemas = schemas;
    this.root = root;
    this.listsKeys =
      schemas.length > 0 && schemas.every(schema => !allows(schema, 'object') || isObject(schema.properties));
    const requireds = schemas.filter(schema => allows(schema, 'object')).map(requiredOf);
    this.required = requireds.length ? requireds.reduce((some, more) => some.filter(key => more.includes(key))) : [];
    const types = schemas.map(typesOf);
    this.types = types.every(list => list.length) ? new Set(types.flat()) : undefined;
  }

  /** The view of a schema, or `undefined` where it says nothing. */
  static of(schema: unknown): SchemaView | undefined {
    return SchemaView.ofAll([schema], schema);
  }

  private static ofAll(schemas: readonly unknown[], root: unknown): SchemaView | undefined {
    const all = flatten(schemas, root);
    return all.length ? new SchemaView(all, root) : undefined;
  }

  /** Whether the value is a number and nothing else. */
  get isNumeric(): boolean {
    return !!this.types?.size && [...this.types].every(type => type === 'number' || type === 'integer');
  }

  /** The words of which the value is one; none where it may be anything else. */
  get constants(): readonly string[] {
    const all = this.schemas.flatMap(({ const: only, enum: values }) =>
      only !== undefined ? [only] : Array.isArray(values) ? values : [undefined],
    );
    const words = all.filter(value => typeof value === 'string' && value !== '');
    return words.length === all.length ? (words as string[]).slice(0, maxAlternatives) : [];
  }

  /** The view of the value of a key, or of an item. */
  child(key: string | undefined): SchemaView | undefined {
    if (this.children.has(key)) return this.children.get(key);
    const found = this.schemas.flatMap(schema => {
      if (key === undefined) return schema.items === undefined ? [] : [schema.items];
      const own =
        isObject(schema.properties) && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
      return own !== undefined ? [own] : isObject(schema.additionalProperties) ? [schema.additionalProperties] : [];
    });
    const view = SchemaView.ofAll(found, this.root);
    this.children.set(key, view);
    return view;
  }

  /** Whether an object here may well have this key. */
  knowsKey(key: string): boolean {
    return (
      !this.listsKeys ||
      this.schemas.some(
        ({ properties, additionalProperties }) =>
          (isObject(properties) && Object.hasOwn(properties, key)) || isObject(additionalProperties),
      )
    );
  }

  /** Whether the schema lists this key by name. */
  namesKey(key: string): boolean {
    return this.schemas.some(({ properties }) => isObject(properties) && Object.hasOwn(properties, key));
  }

  /** What a value of this type costs. */
  typeCost(type: JsonType): number {
    const { types } = this;
    if (!types || types.has(type) || (type === 'number' && types.has('integer'))) return 0;
    return schemaPrices.wrongType;
  }

  /** What the keys that are required and missing cost. */
  missingCost(keys: KeyList | undefined): number {
    if (!this.required.length) return 0;
    const missing = new Set(this.required);
    for (let key = keys; key && missing.size; key = key.before) missing.delete(key.name);
    return Math.min(missing.size, 3) * schemaPrices.missingKey;
  }
}

/**
 * What one more key costs by the schema, and whether it stood there before. The more keys the schema does not know, the
 * less it has to say of this object.
 */
export function judgeKey(
  schema: SchemaView | undefined,
  keys: KeyList | undefined,
  name: string,
): { readonly unknown: number; readonly isRepeated: boolean } {
  let unknown = schema && !schema.knowsKey(name) ? schemaPrices.unknownKey : 0;
  let isRepeated = false;
  let compared = 0;
  for (let key = keys; key && compared < keysCompared; key = key.before, compared++) {
    if (key.name === name) isRepeated = true;
    if (unknown) {
      if (!schema!.knowsKey(key.name)) unknown /= 2;
    } else if (isRepeated) break;
  }
  return { unknown, isRepeated };
}

const allows = (schema: JsonObject, type: string): boolean => {
  const types = typesOf(schema);
  return !types.length || types.includes(type);
};

/** The types that a schema names; none where it says nothing. */
export function typesOf({ type, enum: values, const: only, properties, items }: JsonObject): readonly string[] {
  if (typeof type === 'string') return type === 'any' ? [] : [type];
  if (Array.isArray(type)) return type.filter(item => typeof item === 'string');
  if (only !== undefined) return [typeOf(only)];
  if (Array.isArray(values)) return [...new Set(values.map(typeOf))];
  if (properties !== undefined) return ['object'];
  return items !== undefined ? ['array'] : [];
}

/** The JSON type of a plain value. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value as JsonType;
}

/** The required keys of an object's schema. */
export const requiredOf = ({ required }: JsonObject): readonly string[] =>
  Array.isArray(required) ? required.filter(key => typeof key === 'string') : [];

/** The alternatives of a schema: itself, or what its `$ref`, `anyOf`, `oneOf` and `allOf` lead to. */
export function alternativesOf(schema: JsonObject, root: unknown): readonly unknown[] | undefined {
  if (typeof schema.$ref === 'string') return [resolve(schema.$ref, root)];
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf]) if (Array.isArray(list)) return list;
  return undefined;
}

function flatten(schemas: readonly unknown[], root: unknown): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const waiting = [...schemas];
  for (let looked = 0; waiting.length && looked < maxAlternatives; looked++) {
    const schema = waiting.shift();
    if (!isObject(schema)) continue;
    const alternatives = alternativesOf(schema, root);
    if (alternatives) waiting.unshift(...alternatives.slice(0, maxAlternatives));
    else found.push(schema);
  }
  return found;
}

/** What a local reference leads to. */
function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  let place = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}
