import type { SyntaxNode } from '@lezer/common';
import * as z from 'zod';
import type { Arguments, ScriptRun } from './scriptRun.ts';
import { membersOf } from './scriptTexts.ts';
import { Arr, Fn, Getter, Native, Obj, Pattern, Schema, Unknown, type Value } from './scriptValues.ts';
import { placeDescription, placeMember } from './zodPlaces.ts';

/** How many schemas one is made of: what is used again is written again in JSON Schema. */
const maxWeight = 5000;

// zod itself makes the schemas, and writes them: nobody else knows its order of keywords.
const { string, number, boolean, bigint, date, symbol, undefined: undefinedSchema, null: nullSchema } = z;
const { any, unknown, never, void: voidSchema, nan, int, int32, uint32, float32, float64 } = z;
const { array, object, strictObject, looseObject, union, discriminatedUnion, intersection, tuple, record } = z;
const { partialRecord, map, set, literal, nativeEnum, optional, nullable, nullish, lazy, json } = z;
const { email, url, uuid, uuidv4, uuidv6, uuidv7, guid, emoji, nanoid, cuid, cuid2, ulid, xid, ksuid } = z;
const { ipv4, ipv6, cidrv4, cidrv6, base64, base64url, e164, jwt, hostname, httpUrl } = z;

const makers: Readonly<Record<string, unknown>> = {
  string,
  number,
  boolean,
  bigint,
  date,
  symbol,
  undefined: undefinedSchema,
  null: nullSchema,
  any,
  unknown,
  never,
  void: voidSchema,
  nan,
  int,
  int32,
  uint32,
  float32,
  float64,
  array,
  object,
  strictObject,
  looseObject,
  union,
  discriminatedUnion,
  intersection,
  tuple,
  record,
  partialRecord,
  map,
  set,
  literal,
  enum: z.enum,
  nativeEnum,
  optional,
  nullable,
  nullish,
  lazy,
  json,
  email,
  url,
  uuid,
  uuidv4,
  uuidv6,
  uuidv7,
  guid,
  emoji,
  nanoid,
  cuid,
  cuid2,
  ulid,
  xid,
  ksuid,
  ipv4,
  ipv6,
  cidrv4,
  cidrv6,
  base64,
  base64url,
  e164,
  jwt,
  hostname,
  httpUrl,
  'iso.date': z.iso.date,
  'iso.time': z.iso.time,
  'iso.datetime': z.iso.datetime,
  'iso.duration': z.iso.duration,
  'coerce.string': z.coerce.string,
  'coerce.number': z.coerce.number,
  'coerce.boolean': z.coerce.boolean,
  'coerce.bigint': z.coerce.bigint,
  'coerce.date': z.coerce.date,
};

const methods: ReadonlySet<string> = new Set([
  ...['optional', 'exactOptional', 'nullable', 'nullish', 'default', 'prefault', 'catch', 'describe', 'meta', 'array'],
  ...['or', 'and', 'readonly', 'brand', 'nonoptional', 'min', 'max', 'length', 'nonempty', 'regex', 'email', 'url'],
  ...['uuid', 'guid', 'emoji', 'nanoid', 'cuid', 'cuid2', 'ulid', 'xid', 'ksuid', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6'],
  ...['base64', 'base64url', 'e164', 'jwt', 'datetime', 'date', 'time', 'duration', 'includes', 'startsWith'],
  ...['endsWith', 'trim', 'toLowerCase', 'toUpperCase', 'normalize', 'lowercase', 'uppercase', 'int', 'safe', 'finite'],
  ...['positive', 'negative', 'nonnegative', 'nonpositive', 'gt', 'gte', 'lt', 'lte', 'multipleOf', 'step'],
  ...[
    'extend',
    'safeExtend',
    'merge',
    'pick',
    'omit',
    'partial',
    'required',
    'strict',
    'passthrough',
    'loose',
    'strip',
  ],
  ...['catchall', 'keyof', 'extract', 'exclude', 'rest', 'unwrap', 'size', 'clone'],
]);

/** Methods whose functions change what a program takes, and nothing that the schema says. */
const checks: ReadonlySet<string> = new Set(['refine', 'superRefine', 'transform', 'overwrite', 'register', 'pipe']);

/** `z.name(…)` */
export function callZod(name: string, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (name === 'toJSONSchema' && given.values.length === 1 && given.values[0] instanceof Schema) {
    const printed = jsonSchemaOf(given.values[0]);
    return typeof printed === 'string' ? run.unknown(node, printed) : plainValue(printed, run);
  }
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (typeof make !== 'function')
    return run.unknown(node, `What \`z.${name.slice(0, 60)}\` gives is known only when the program runs.`);
  return made(`z.${name}`, args => make(...args), 0, given, node, run);
}

/** `schema.name(…)` */
export function callSchema(of: Schema, name: string, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (of.hole) return of.hole;
  if (checks.has(name)) {
    for (const value of given.values) run.escape(value, node);
    return of;
  }
  const method = methods.has(name) ? (of.zod as unknown as Record<string, unknown>)[name] : undefined;
  if (typeof method !== 'function')
    return run.unknown(
      node,
      `What \`${name.slice(0, 60)}\` of a zod schema gives is known only when the program runs.`,
    );
  const schema = made(name, args => method.apply(of.zod, args), of.weight, given, node, run);
  if (schema instanceof Schema && /^(?:describe|meta)$/.test(name))
    placeDescription(schema.zod, given.values[0], given.places[0], run);
  return schema;
}

/** `schema.shape`, `schema.element`, `schema.options` */
export function schemaMember({ zod, hole, weight }: Schema, key: string, node: SyntaxNode, run: ScriptRun): Value {
  if (hole) return hole;
  const isMember = /^(?:shape|element|options|enum|description)$/.test(key);
  try {
    const value = isMember ? (zod as unknown as Record<string, unknown>)[key] : undefined;
    if (value !== undefined) return plainValue(value, run, weight);
  } catch {
    // A getter of the shape that fails.
  }
  return run.unknown(node, `\`${key.slice(0, 60)}\` of a zod schema is not read.`);
}

function made(
  name: string,
  make: (args: unknown[]) => unknown,
  own: number,
  given: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const reader = new ArgumentReader(run, node, own + 1);
  const args = given.values.map(value => reader.read(value, 0));
  const hole = given.spread ?? reader.hole;
  if (hole) return hole;
  if (reader.weight > maxWeight) return run.unknown(node, 'This schema is too large.');
  try {
    const zod = make(args);
    return zod instanceof z.ZodType ? new Schema(zod, reader.weight) : run.unknown(node, `\`${name}\` is not read.`);
  } catch {
    return run.unknown(node, `zod refuses this \`${name}\`.`);
  }
}

/** Values of a script as those that zod takes. */
class ArgumentReader {
  readonly #run: ScriptRun;
  readonly #node: SyntaxNode;
  weight: number;
  hole: Unknown | undefined;

  constructor(run: ScriptRun, node: SyntaxNode, weight: number) {
    this.#run = run;
    this.#node = node;
    this.weight = weight;
  }

  read(value: Value, depth: number): unknown {
    this.weight++;
    if (depth > 50 || this.weight > 4 * maxWeight) return this.#refuse('This schema is too large.');
    if (value instanceof Unknown) return this.#put(value);
    if (value instanceof Schema) {
      this.weight += value.weight;
      return value.hole ? this.#put(value.hole) : value.zod;
    }
    if (value instanceof Arr)
      return value.hole ? this.#put(value.hole) : value.items.map(item => this.read(item, depth + 1));
    if (value instanceof Obj && !value.of) return value.hole ? this.#put(value.hole) : this.#object(value, depth);
    if (value instanceof Pattern) return this.#pattern(value);
    if (value instanceof Fn) return () => this.#called(value, depth);
    if (value === null || typeof value !== 'object') return value;
    return this.#refuse('This is not an argument of zod that is read.');
  }

  #object(of: Obj, depth: number): object {
    const made = {};
    for (const [key, member] of membersOf(of)) {
      if (key === '__proto__') this.#refuse('`__proto__` is not read.');
      // A schema that names itself does so in a getter, which zod reads later.
      if (member instanceof Getter)
        Object.defineProperty(made, key, {
          enumerable: true,
          configurable: true,
          get: () => this.#called(member.fn, depth),
        });
      else {
        if (member instanceof Schema) placeMember(member.zod, of.places.get(key));
        Object.defineProperty(made, key, {
          value: this.read(member, depth + 1),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
    return made;
  }

  readonly #results = new Map<Fn, unknown>();

  /** What a function gives, when zod asks for it: `z.lazy`, a default, a getter of a shape. */
  #called(fn: Fn, depth: number): unknown {
    if (this.#results.has(fn)) return this.#results.get(fn);
    const later = new ArgumentReader(this.#run, this.#node, this.weight);
    const value = later.read(this.#run.call(fn, { values: [], spread: undefined, places: [] }, this.#node), depth + 1);
    if (later.hole) throw new Error(later.hole.reason);
    this.#results.set(fn, value);
    return value;
  }

  #pattern({ source, flags }: Pattern): unknown {
    try {
      return new RegExp(source, flags);
    } catch {
      return this.#refuse('This regular expression is not read.');
    }
  }

  #put(hole: Unknown): undefined {
    this.hole ??= hole;
    return undefined;
  }

  #refuse(reason: string): undefined {
    return this.#put(this.#run.unknown(this.#node, reason));
  }
}

/** The JSON Schema that zod prints; a text says why it does not. */
export function jsonSchemaOf({ zod, weight }: Schema): object | string {
  if (weight > maxWeight) return 'This schema is too large.';
  try {
    const printed = z.toJSONSchema(zod);
    // Without what zod keeps beside it.
    return JSON.parse(JSON.stringify(printed)) as object;
  } catch (error) {
    return error instanceof RangeError
      ? 'This schema is too large.'
      : `zod does not write this schema: ${String((error as Error).message).slice(0, 200)}.`;
  }
}

/** What zod gives as a value of the script. */
function plainValue(value: unknown, run: ScriptRun, weight = 1): Value {
  if (value instanceof z.ZodType) return new Schema(value, weight);
  if (Array.isArray(value))
    return new Arr(
      run.region,
      value.map(item => plainValue(item, run, weight)),
    );
  if (typeof value === 'object' && value !== null)
    return new Obj(
      run.region,
      new Map(Object.keys(value).map(key => [key, plainValue((value as Record<string, unknown>)[key], run, weight)])),
    );
  return typeof value === 'function' ? new Native('function') : (value as Value);
}
