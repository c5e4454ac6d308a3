import { pointerStep } from '../core/pointerStep.ts';
import { mostMisfit, schemaPrices } from './costs.ts';

/** The keys of an object so far, the last one first. */
export interface KeyList {
  readonly name: string;
  readonly before: KeyList | undefined;
}

type JsonObject = { readonly [key: string]: unknown };

/** What a value may be, as a schema names it. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Whether a value is a JSON object. */
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many alternatives of one place are looked at. */
const maxAlternatives = 64;
/** How many earlier keys are compared with a new one. */
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
  private words: readonly string[] | undefined;

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

  /** Whether the value may be a text. */
  get takesText(): boolean {
    return !this.types || this.types.has('string');
  }

  /** The words of which the value is one; none where it may be anything else. */
  get constants(): readonly string[] {
    this.words ??= this.constantWords();
    return this.words;
  }

  private constantWords(): readonly string[] {
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
    if (found.length === 0) return undefined;
    const view = SchemaView.ofAll(found, this.root);
    // What is not listed has any name: the text's.
    if (key === undefined || this.namesKey(key)) this.children.set(key, view);
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
function typesOf({ type, enum: values, const: only, properties, items }: JsonObject): readonly string[] {
  if (typeof type === 'string') return type === 'any' ? [] : [type];
  if (Array.isArray(type)) return type.filter(item => typeof item === 'string');
  if (only !== undefined) return [typeOf(only)];
  if (Array.isArray(values)) return [...new Set(values.map(typeOf))];
  if (properties !== undefined) return ['object'];
  return items !== undefined ? ['array'] : [];
}

/** The JSON type of a plain value. */
function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value as JsonType;
}

/** The required keys of an object's schema. */
const requiredOf = ({ required }: JsonObject): readonly string[] =>
  Array.isArray(required) ? required.filter(key => typeof key === 'string') : [];

/** The alternatives of a schema: itself, or what its `$ref`, `anyOf`, `oneOf` and `allOf` lead to. */
function alternativesOf(schema: JsonObject, root: unknown): readonly unknown[] | undefined {
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
    const key = pointerStep(part);
    place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}

/** How many values are compared with the schema; what comes after them counts as fitting. */
const maxVisits = 5000;
const deepestVisit = 60;

/**
 * What a value costs by how far it departs from a schema: keys that the schema does not have, required ones that are
 * missing, other types, other constants. 0 where it fits, or where there is no schema.
 */
export function schemaFit(value: unknown, schema: unknown, isPart = false): number {
  let visits = 0;

  const cost = (item: unknown, at: unknown, depth: number, isRoot = false): number => {
    if (!isObject(at) || depth > deepestVisit || ++visits > maxVisits) return 0;
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
