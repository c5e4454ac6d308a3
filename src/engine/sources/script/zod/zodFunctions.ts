import type { SyntaxNode } from '@lezer/common';
import * as z from 'zod';
import { z as z3 } from 'zod/v3';
import type { ScriptRun } from '../values/scriptRun.ts';
import { truthOf } from '../values/scriptTexts.ts';
import { Fn, Unknown, type Value } from '../values/scriptValues.ts';
import { NotRead } from './zod3JsonSchema.ts';
import { plainValue, ZodArguments } from './zodArguments.ts';

// zod itself makes the schemas, and writes them: nobody else knows its order of keywords.
const { string, number, boolean, bigint, date, symbol, undefined: undefinedSchema, null: nullSchema } = z;
const { any, unknown, never, void: voidSchema, nan, int, int32, uint32, float32, float64 } = z;
const { array, object, strictObject, looseObject, union, discriminatedUnion, intersection, tuple, record } = z;
const { partialRecord, map, set, literal, nativeEnum, optional, nullable, nullish, lazy, json } = z;
const { email, url, uuid, uuidv4, uuidv6, uuidv7, guid, emoji, nanoid, cuid, cuid2, ulid, xid, ksuid } = z;
const { ipv4, ipv6, cidrv4, cidrv6, base64, base64url, e164, jwt, hostname, httpUrl } = z;

/** What makes schemas of zod 4, by its name behind `z.`. */
export const zod4Makers: Readonly<Record<string, unknown>> = {
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

/** Methods of schemas of zod 4 that make schemas, whose functions are not called. */
export const zod4Methods: ReadonlySet<string> = new Set([
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
export const zod4Checks: ReadonlySet<string> = new Set([
  'refine',
  'superRefine',
  'transform',
  'overwrite',
  'register',
  'pipe',
]);

/** What makes schemas of zod 3, by its name behind `z.`. */
export const zod3Makers: Readonly<Record<string, unknown>> = {
  ...only(
    z3,
    ...['string', 'number', 'boolean', 'bigint', 'date', 'symbol', 'undefined', 'null', 'any', 'unknown', 'never'],
    ...['void', 'nan', 'array', 'object', 'strictObject', 'union', 'discriminatedUnion', 'intersection', 'tuple'],
    ...['record', 'map', 'set', 'lazy', 'literal', 'enum', 'nativeEnum', 'promise', 'optional', 'nullable'],
    ...['preprocess', 'pipeline', 'ostring', 'onumber', 'oboolean'],
  ),
  ...only(z3.coerce, 'string', 'number', 'boolean', 'bigint', 'date'),
};

function only(from: object, ...names: readonly string[]): Record<string, unknown> {
  const prefix = from === z3.coerce ? 'coerce.' : '';
  return Object.fromEntries(names.map(name => [prefix + name, (from as Record<string, unknown>)[name]]));
}

/** Methods of schemas of zod 3 that make schemas, whose functions are not called. */
export const zod3Methods: ReadonlySet<string> = new Set([
  ...['optional', 'nullable', 'nullish', 'array', 'promise', 'or', 'and', 'default', 'brand', 'catch', 'describe'],
  ...['readonly', 'pipe', 'min', 'max', 'length', 'nonempty', 'regex', 'email', 'url', 'emoji', 'uuid', 'nanoid'],
  ...['cuid', 'cuid2', 'ulid', 'base64', 'base64url', 'jwt', 'ip', 'cidr', 'datetime', 'date', 'time', 'duration'],
  ...['includes', 'startsWith', 'endsWith', 'trim', 'toLowerCase', 'toUpperCase', 'gt', 'gte', 'lt', 'lte', 'int'],
  ...['positive', 'negative', 'nonnegative', 'nonpositive', 'multipleOf', 'step', 'finite', 'safe', 'extend'],
  ...['augment', 'merge', 'setKey', 'pick', 'omit', 'partial', 'deepPartial', 'required', 'strict', 'strip'],
  ...['passthrough', 'nonstrict', 'catchall', 'keyof', 'extract', 'exclude', 'rest', 'size', 'unwrap', 'removeDefault'],
  ...['innerType', 'sourceType', 'element'],
]);

/** Methods that ask a function, which zod 3 wraps around the schema. */
export const zod3Effects: ReadonlySet<string> = new Set(['refine', 'refinement', 'superRefine', 'transform']);

/**
 * A function of the author's as zod 3 calls it when it tries whether a key may be missing: with what a default fills in, or
 * with nothing. Throws `NotRead` where its result is unknown.
 */
export function effectOf(name: string, fn: Value, node: SyntaxNode, run: ScriptRun): (value: unknown) => unknown {
  return value => {
    const isContextual = fn instanceof Fn && (fn.node.getChild('ParamList')?.getChildren(',').length ?? 0) > 0;
    if (!(fn instanceof Fn) || isContextual || name === 'superRefine') throw new NotRead(notCalled);
    const made = run.silently(() =>
      run.call(fn, { values: [plainValue(value, run)], spread: undefined, places: [] }, node),
    );
    const isAsked = name !== 'transform' && name !== 'preprocess';
    const reader = new ZodArguments(run, node, 0, 3);
    const plain = isAsked ? truthOf(made) : reader.read(made, 0);
    if (made instanceof Unknown || plain instanceof Unknown || reader.hole) throw new NotRead(notCalled);
    return plain;
  };
}

const notCalled = 'Whether a key may be missing is known only when the program runs: a function decides it.';
