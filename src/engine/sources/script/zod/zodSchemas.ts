import type { SyntaxNode } from '@lezer/common';
import * as z from 'zod';
import type { Arguments, ScriptRun } from '../values/scriptRun.ts';
import { Schema, type Value } from '../values/scriptValues.ts';
import { isZod, releaseOf } from '../values/zodReleases.ts';
import { NotRead, zod3JsonSchema } from './zod3JsonSchema.ts';
import { maxWeight, plainValue, ZodArguments } from './zodArguments.ts';
import { effectOf, zod3Effects, zod3Makers, zod3Methods, zod4Checks, zod4Makers, zod4Methods } from './zodFunctions.ts';
import { placeCall, placeDescription } from './zodPlaces.ts';

/** `z.name(…)` of a release of zod. */
export function callZod(release: 3 | 4, name: string, callArgs: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  const [first, second] = callArgs.values;
  if (name === 'toJSONSchema' && release === 4 && callArgs.values.length === 1 && first instanceof Schema) {
    const printed = jsonSchemaOf(first);
    return typeof printed === 'string' ? run.unknown(node, printed) : plainValue(printed, run);
  }
  if (name === 'preprocess' && release === 3) {
    run.escape(first, node);
    const make = zod3Makers.preprocess as (...args: unknown[]) => unknown;
    const effect = effectOf(name, first, node, run);
    return made(3, 'z.preprocess', args => make(effect, ...args), 0, { ...callArgs, values: [second] }, node, run);
  }
  const makers = release === 3 ? zod3Makers : zod4Makers;
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (typeof make !== 'function')
    return run.unknown(node, `What \`z.${name.slice(0, 60)}\` gives is known only when the program runs.`);
  return made(release, `z.${name}`, args => make(...args), 0, callArgs, node, run);
}

/** `schema.name(…)` */
export function callSchema(of: Schema, name: string, callArgs: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (of.hole) return of.hole;
  const { zod } = of;
  const isNew = releaseOf(zod) === 4;
  if (isNew && zod4Checks.has(name)) {
    for (const value of callArgs.values) run.escape(value, node);
    return of;
  }
  const methods = isNew ? zod4Methods : zod3Methods;
  const isEffect = !isNew && zod3Effects.has(name);
  const method = isEffect || methods.has(name) ? (zod as unknown as Record<string, unknown>)[name] : undefined;
  if (typeof method !== 'function')
    return run.unknown(
      node,
      `What \`${name.slice(0, 60)}\` of a zod schema gives is known only when the program runs.`,
    );
  if (!isEffect) {
    const isTold = /^(?:describe|meta)$/.test(name);
    const [first, ...more] = callArgs.values;
    const noted = isTold ? { ...callArgs, values: [run.holes.withHoles(name, first), ...more] } : callArgs;
    const schema = made(isNew ? 4 : 3, name, args => method.apply(zod, args), of.weight, noted, node, run);
    if (schema instanceof Schema && isTold) placeDescription(schema.zod, noted.values[0], callArgs.places[0], run);
    return schema;
  }
  for (const value of callArgs.values) run.escape(value, node);
  const effect = effectOf(name, callArgs.values[0], node, run);
  return made(3, name, () => method.call(zod, effect), of.weight, { ...callArgs, values: [] }, node, run);
}

/** `schema.shape`, `schema.element`, `schema.options` */
export function schemaMember({ zod, hole, weight }: Schema, key: string, node: SyntaxNode, run: ScriptRun): Value {
  if (hole) return hole;
  const isMember = /^(?:shape|element|options|enum|Enum|Values|description)$/.test(key);
  try {
    const value = isMember ? (zod as unknown as Record<string, unknown>)[key] : undefined;
    if (value !== undefined) return plainValue(value, run, weight);
  } catch {
    // A getter of the shape that fails.
  }
  return run.unknown(node, `\`${key.slice(0, 60)}\` of a zod schema is not read.`);
}

function made(
  release: 3 | 4,
  name: string,
  make: (args: unknown[]) => unknown,
  own: number,
  callArgs: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const reader = new ZodArguments(run, node, own + 1, release);
  const args = callArgs.values.map(value => reader.read(value, 0));
  const hole = callArgs.spread ?? reader.hole;
  if (hole) return hole;
  if (reader.weight > maxWeight) return run.unknown(node, 'This schema is too large.');
  try {
    const zod = make(args);
    if (!isZod(zod)) return run.unknown(node, `\`${name}\` is not read.`);
    placeCall(zod, run.place(node));
    return new Schema(zod, reader.weight);
  } catch (error) {
    return run.unknown(node, error instanceof NotRead ? error.message : `zod refuses this \`${name}\`.`);
  }
}

/** The JSON Schema that zod prints; a text says why it does not. */
export function jsonSchemaOf({ zod, weight }: Schema): object | string {
  if (weight > maxWeight) return 'This schema is too large.';
  try {
    const printed = zod instanceof z.ZodType ? z.toJSONSchema(zod) : zod3JsonSchema(zod);
    // Without what zod keeps beside it.
    return JSON.parse(JSON.stringify(printed)) as object;
  } catch (error) {
    if (error instanceof NotRead) return error.message;
    return error instanceof RangeError
      ? 'This schema is too large.'
      : `zod does not write this schema: ${String((error as Error).message).slice(0, 200)}.`;
  }
}
