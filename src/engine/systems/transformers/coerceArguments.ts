import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { floatOfText, intOfFloat, intOfText, jsonLoads, pyIterate, pyStrip, pyTruth } from '../../python/index.ts';
import type { TransformersRelease } from './transformersRelease.ts';

/** The properties of each tool's parameters, by the tool's name. */
export type ToolProperties = ReadonlyMap<string, PyDict>;

/**
 * The properties of the tools' arguments: of `{function: {name, parameters}}`, or of the inner object itself. A later tool
 * replaces one of its name. Raises Python's `TypeError` for what is not a list.
 */
export function toolProperties(tools: PyValue): ToolProperties {
  const byTool = new Map<string, PyDict>();
  if (!pyTruth(tools)) return byTool;
  for (const tool of pyIterate(tools)) {
    const inner = isPyDict(tool) ? (tool.has('function') ? (tool.get('function') ?? null) : tool) : null;
    const name = isPyDict(inner) ? inner.get('name') : undefined;
    if (!isPyDict(inner) || typeof name !== 'string') continue;
    const parameters = inner.get('parameters');
    const properties = isPyDict(parameters) ? (parameters.get('properties') ?? null) : null;
    byTool.set(name, isPyDict(properties) ? properties : new Map());
  }
  return byTool;
}

/**
 * The types that a schema names, in order; `allOf`, `$ref` and `enum` are not read, `oneOf` since 5.18. Raises Python's
 * `TypeError` for choices that are not a list.
 */
export function typesOf(schema: PyValue, release: TransformersRelease): readonly string[] {
  if (!isPyDict(schema)) return [];
  const declared = schema.get('type') ?? null;
  const types = (isPyList(declared) ? declared : [declared]).filter(type => typeof type === 'string');
  for (const key of release === '5.17' ? ['anyOf'] : ['anyOf', 'oneOf']) {
    const choices = schema.get(key) ?? null;
    if (pyTruth(choices)) for (const choice of pyIterate(choices)) types.push(...typesOf(choice, release));
  }
  if (pyTruth(schema.get('nullable') ?? null) && !types.includes('null')) types.push('null');
  return types;
}

/** A text as the first of the types that takes it; else the text. Nothing is made a string. */
function cast(text: string, types: readonly string[]): PyValue {
  for (const type of types) {
    const value = castTo(text, type);
    if (value !== undefined) return value;
  }
  return text;
}

function castTo(text: string, type: string): PyValue | undefined {
  switch (type) {
    case 'integer':
      return attempt(() => intOfText(text));
    case 'number': {
      const read = attempt(() => floatOfText(text));
      if (read === undefined) return undefined;
      const number = read instanceof PyFloat ? read.value : read;
      if (!Number.isFinite(number)) return undefined;
      return Number.isInteger(number) && !text.includes('.') ? intOfFloat(number) : read;
    }
    case 'boolean': {
      const word = pyStrip(text).toLowerCase();
      if (['true', '1'].includes(word)) return true;
      return ['false', '0'].includes(word) ? false : undefined;
    }
    case 'null':
      return ['null', 'None'].includes(pyStrip(text)) ? null : undefined;
    case 'object':
    case 'array': {
      const read = jsonLoads(text);
      if (!read.ok) {
        if (read.error.kind === 'RecursionError') throw new EngineError('RecursionError', read.error.message);
        return undefined;
      }
      return (type === 'object' ? isPyDict(read.value) : isPyList(read.value)) ? read.value : undefined;
    }
    default:
      return undefined;
  }
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof EngineError && error.class === 'ValueError') return undefined;
    throw error;
  }
}

/**
 * The value of a region with the arguments of the calls in it cast to what their tools want. Arguments are changed in place,
 * as in transformers: a value that a transform uses twice changes in both places. Texts in a list are cast one by one, since
 * 5.18 only where the tool wants no list. Linear.
 */
export function coerceArguments(value: PyValue, tools: ToolProperties, release: TransformersRelease): PyValue {
  if (isPyList(value)) return value.map(item => coerceArguments(item, tools, release));
  const inner = isPyDict(value) ? (value.get('function') ?? null) : null;
  if (!isPyDict(inner)) return value;
  const [name, input] = [inner.get('name') ?? null, inner.get('arguments') ?? null];
  const properties = typeof name === 'string' ? tools.get(name) : undefined;
  if (!isPyDict(input) || !properties) return value;
  const args = input as Map<string, PyValue>;
  for (const [key, argument] of args) {
    const types = properties.has(key) ? typesOf(properties.get(key) ?? null, release) : [];
    if (types.length === 0) continue;
    if (typeof argument === 'string') args.set(key, cast(argument, types));
    else if (isPyList(argument) && (release === '5.17' || !types.includes('array')))
      args.set(
        key,
        argument.map(item => (typeof item === 'string' ? cast(item, types) : item)),
      );
  }
  return value;
}
