import type { SyntaxNode } from '@lezer/common';
import { z } from 'zod/v3';
import type { ScriptRun } from '../values/scriptRun.ts';
import { truthOf } from '../values/scriptTexts.ts';
import { Fn, Unknown, type Value } from '../values/scriptValues.ts';
import { NotRead } from './zod3JsonSchema.ts';
import { plainValue, ZodArguments } from './zodArguments.ts';

/** What makes schemas of zod 3, by its name behind `z.`. */
export const zod3Makers: Readonly<Record<string, unknown>> = {
  ...only(
    z,
    ...['string', 'number', 'boolean', 'bigint', 'date', 'symbol', 'undefined', 'null', 'any', 'unknown', 'never'],
    ...['void', 'nan', 'array', 'object', 'strictObject', 'union', 'discriminatedUnion', 'intersection', 'tuple'],
    ...['record', 'map', 'set', 'lazy', 'literal', 'enum', 'nativeEnum', 'promise', 'optional', 'nullable'],
    ...['preprocess', 'pipeline', 'ostring', 'onumber', 'oboolean'],
  ),
  ...only(z.coerce, 'string', 'number', 'boolean', 'bigint', 'date'),
};

function only(from: object, ...names: readonly string[]): Record<string, unknown> {
  const prefix = from === z.coerce ? 'coerce.' : '';
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
    if (!(fn instanceof Fn) || isContextual || name === 'superRefine') throw new NotRead(notAsked);
    const made = run.silently(() =>
      run.call(fn, { values: [plainValue(value, run)], spread: undefined, places: [] }, node),
    );
    const isAsked = name !== 'transform' && name !== 'preprocess';
    const reader = new ZodArguments(run, node, 0, 3);
    const plain = isAsked ? truthOf(made) : reader.read(made, 0);
    if (made instanceof Unknown || plain instanceof Unknown || reader.hole) throw new NotRead(notAsked);
    return plain;
  };
}

const notAsked = 'Whether a key may be missing is known only when the program runs: a function decides it.';
