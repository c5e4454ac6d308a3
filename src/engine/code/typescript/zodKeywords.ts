import type { SyntaxNode } from '@lezer/common';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { TsModule } from './tsModule.ts';

/** A zod schema as JSON Schema. */
export interface ReadSchema {
  readonly schema: PyDict;
  /** Whether a key of it may be missing. */
  readonly optional?: boolean;
}

/** What is said where no more keys may be taken over. */
export const tooManyCopies = 'There are too many objects that are made of others.';

/** What a maker or a method of zod needs to read its arguments. */
export interface ZodContext {
  /** Where values and sources of nodes come from. */
  readonly module: TsModule;
  /** The schema of an argument. */
  schema(node: SyntaxNode | undefined): ReadSchema;
  /** The schemas of a list. */
  items(node: SyntaxNode | undefined): readonly PyValue[];
  /** The schema of the object that is given to `z.object`. */
  object(node: SyntaxNode | undefined): PyDict;
  /** The schema of an object with its own keys, of a schema or of the object that is given to `z.object`. */
  keys(node: SyntaxNode | undefined): PyDict;
  /** Whether so many keys may still be taken over from one schema into another. */
  copies(count: number): boolean;
  /** Says what cannot be taken over. */
  refuse(node: SyntaxNode, message: string): void;
}

/** A keyword beside others; beside a reference it stands too, as JSON Schema allows since 2019. */
export function beside(schema: PyDict, key: string, value: PyValue): PyDict {
  return new Map([...schema, [key, value]]);
}

/** A schema without some of its keywords. */
export function without(schema: PyDict, ...keys: readonly string[]): PyDict {
  return new Map([...schema].filter(([key]) => !keys.includes(key)));
}

/** The schema of `z.literal`: of one value or of several. */
export function literals(value: PyValue): PyDict {
  return isPyList(value) ? dict({ enum: value }) : dict({ const: value });
}

/** The schema of `z.enum`, of a list or an object; `undefined` where it is neither. */
export function enumeration(value: PyValue | undefined): PyDict | undefined {
  const values = value !== undefined && isPyDict(value) ? [...value.values()] : value;
  if (values === undefined || !isPyList(values)) return undefined;
  return dict({ type: values.every(each => typeof each === 'string') ? 'string' : undefined, enum: values });
}

/** The schema of `z.tuple`, perhaps with more items after its own. */
export function tupleOf(items: readonly PyValue[], rest: PyDict | undefined): PyDict {
  const count = items.length;
  return dict({
    type: 'array',
    prefixItems: items,
    minItems: count,
    ...(rest ? { items: rest } : { maxItems: count }),
  });
}

/** The schema of `z.record`. Keys are texts anyway. */
export function recordOf(keys: PyDict, value: PyDict): PyDict {
  const isPlain = keys.size === 0 || (keys.size === 1 && keys.get('type') === 'string');
  return dict({ type: 'object', propertyNames: isPlain ? undefined : keys, additionalProperties: value });
}

/** The keys of an object's schema with theirs. */
export function propertiesOf(schema: PyDict): PyDict {
  const properties = schema.get('properties');
  return isPyDict(properties) ? properties : new Map();
}

/** The required keys of an object's schema. */
export function requiredOf(schema: PyDict): ReadonlySet<PyValue> {
  const list = schema.get('required');
  return new Set(isPyList(list) ? list : []);
}

/** An object's schema with other keys in place of its own. */
export function withKeys(schema: PyDict, properties: PyDict, required: readonly PyValue[]): PyDict {
  const whole = new Map<string, PyValue>([...without(schema, 'required'), ['properties', properties]]);
  return required.length > 0 ? whole.set('required', required) : whole;
}

/** An object's schema with the keys of another. */
export function extended(schema: PyDict, more: PyDict): PyDict {
  const added = propertiesOf(more);
  const required = [...requiredOf(schema)].filter(key => !added.has(String(key)));
  return withKeys(schema, new Map([...propertiesOf(schema), ...added]), [...required, ...requiredOf(more)]);
}

/** An object's schema with those of its keys only that are meant. */
export function picked(schema: PyDict, isMeant: (key: string) => boolean): PyDict {
  const properties = new Map([...propertiesOf(schema)].filter(([key]) => isMeant(key)));
  return withKeys(
    schema,
    properties,
    [...requiredOf(schema)].filter(key => isMeant(String(key))),
  );
}

/** Makers whose schema is the same whatever they are given; of `z.iso` with that name before theirs. */
export const simpleTypes: ReadonlyMap<string, PyDict> = new Map(
  Object.entries({
    string: { type: 'string' },
    number: { type: 'number' },
    float32: { type: 'number' },
    float64: { type: 'number' },
    int: { type: 'integer' },
    int32: { type: 'integer' },
    uint32: { type: 'integer', minimum: 0 },
    bigint: { type: 'integer' },
    boolean: { type: 'boolean' },
    stringbool: { type: 'boolean' },
    null: { type: 'null' },
    any: {},
    unknown: {},
    json: {},
    date: { type: 'string', format: 'date-time' },
    email: { type: 'string', format: 'email' },
    url: { type: 'string', format: 'uri' },
    httpUrl: { type: 'string', format: 'uri' },
    uuid: { type: 'string', format: 'uuid' },
    uuidv4: { type: 'string', format: 'uuid' },
    uuidv6: { type: 'string', format: 'uuid' },
    uuidv7: { type: 'string', format: 'uuid' },
    guid: { type: 'string', format: 'uuid' },
    hostname: { type: 'string', format: 'hostname' },
    ipv4: { type: 'string', format: 'ipv4' },
    ipv6: { type: 'string', format: 'ipv6' },
    'iso.datetime': { type: 'string', format: 'date-time' },
    'iso.date': { type: 'string', format: 'date' },
    'iso.time': { type: 'string', format: 'time' },
    'iso.duration': { type: 'string', format: 'duration' },
  }).map(([name, schema]) => [name, dict(schema)]),
);

/** Makers and methods of texts of a form that JSON Schema has no name for. */
export const otherTexts: ReadonlySet<string> = new Set([
  ...['cuid', 'cuid2', 'ulid', 'xid', 'ksuid', 'nanoid', 'base64', 'base64url', 'jwt', 'emoji', 'cidrv4', 'cidrv6'],
  ...['e164', 'hex', 'hash', 'mac', 'ip', 'cidr'],
]);

/** Methods of texts that are formats. */
export const formatsOfMethods: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
  ['guid', 'uuid'],
  ['datetime', 'date-time'],
  ['date', 'date'],
  ['time', 'time'],
  ['duration', 'duration'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
]);

/** What a method bounds: of a text, of a list, of a number. */
export const boundKeys: ReadonlyMap<string, readonly [text: string, list: string, number: string]> = new Map([
  ['min', ['minLength', 'minItems', 'minimum']],
  ['max', ['maxLength', 'maxItems', 'maximum']],
  ['gte', ['', '', 'minimum']],
  ['lte', ['', '', 'maximum']],
  ['gt', ['', '', 'exclusiveMinimum']],
  ['lt', ['', '', 'exclusiveMaximum']],
  ['multipleOf', ['', '', 'multipleOf']],
  ['step', ['', '', 'multipleOf']],
]);

/** Methods of numbers that compare with 0. */
export const signs: ReadonlyMap<string, string> = new Map([
  ['positive', 'exclusiveMinimum'],
  ['negative', 'exclusiveMaximum'],
  ['nonnegative', 'minimum'],
  ['nonpositive', 'maximum'],
]);

/** Methods whose schema stands around or beside another, so that a reference may stay one. */
export const surrounding: ReadonlySet<string> = new Set([
  ...['optional', 'exactOptional', 'nullable', 'nullish', 'describe', 'meta', 'default', 'prefault', 'array', 'or'],
  ...['and', 'readonly', 'brand', 'register', 'clone', 'refine', 'superRefine', 'transform', 'pipe', 'catch', 'check'],
]);

/** Methods that change nothing that a schema says. */
export const harmless: ReadonlySet<string> = new Set([...['readonly', 'brand', 'finite', 'safe', 'register', 'clone']]);
