import { PyFloat, pyFloat } from '../../core/pyValue.ts';
import { floatOfText, isDict, isList, PyTuple, str } from '../../python/index.ts';
import { hasUnknownBase, lineOf } from '../classLines.ts';
import { hashOf } from '../hashOf.ts';
import { plainOf, truthOf } from '../knownValues.ts';
import { operate } from '../operate.ts';
import { printedByStr, textByRepr } from '../printedByStr.ts';
import { takenUntil } from '../takenUntil.ts';
import { as, Class, External, Instance, Member, PySet, Unreadable, type Value, wrap } from '../values.ts';
import { type BuiltinCall, type Builtins, itemsOf, number } from './builtinCall.ts';
import { absolute, inBase, rangeOf, rounded, toInt } from './numberBuiltins.ts';
import { extreme, sorted } from './sortBuiltins.ts';

/** Functions that need to know all that they are given. */
export const valueBuiltins: Builtins = {
  str: ({ args: [value = ''], run }) => str(printedByStr(value, run)),
  repr: ({ args: [value = null], run }) => textByRepr(value, run),
  int: ({ args: [value = 0, base], named }) => toInt(plainOf(value), base ?? named.get('base')),
  float: ({ args: [value = 0] }) => {
    const text = plainOf(value);
    return typeof text === 'string' ? floatOfText(text) : pyFloat(number(text));
  },
  bool: ({ args: [value = false] }) => truthOf(value),
  set: setOf,
  frozenset: setOf,
  range: ({ args, run }) =>
    rangeOf(
      args.map(each => number(each)),
      run,
    ),
  sorted,
  min: call => extreme(call, -1),
  max: call => extreme(call, 1),
  sum: ({ args: [value, start = 0], named, run }) =>
    [...run.items(value ?? null)].reduce((total, item) => operate('+', total, item, run), named.get('start') ?? start),
  abs: ({ args: [value = 0] }) => absolute(value),
  round: ({ args: [value = 0, places], named }) => rounded(value, places ?? named.get('ndigits')),
  divmod: ({ args: [a = 0, b = 0], run }) => new PyTuple([operate('//', a, b, run), operate('%', a, b, run)]),
  pow: ({ args: [a = 0, b = 0, modulus], named, run }) => {
    if (modulus !== undefined || named.size > 0) throw new Unreadable('`pow` with a modulus is not read.');
    return operate('**', a, b, run);
  },
  bin: ({ args: [value = 0] }) => inBase(value, 2),
  oct: ({ args: [value = 0] }) => inBase(value, 8),
  hex: ({ args: [value = 0] }) => inBase(value, 16),
  type: ({ args: [value = null, ...more] }) => {
    if (more.length > 0) throw new Unreadable('A class that a call makes is not read.');
    return typeOf(value);
  },
  any: ({ args: [value = null], run }) => takenUntil(value, truthOf, run),
  all: ({ args: [value = null], run }) => !takenUntil(value, item => !truthOf(item), run),
  chr: ({ args: [value = 0] }) => String.fromCodePoint(number(value)),
  ord: ({ args: [value = ''] }) => String(value).codePointAt(0) ?? 0,
  isinstance: ({ args: [value = null, type = null] }) => isInstance(value, type),
};

function setOf({ args: [value], run }: BuiltinCall): Value {
  const items = value === undefined ? [] : itemsOf(value, run);
  return wrap(new PySet(new Map([...items].map(item => [hashOf(item), item]))));
}

function typeOf(value: Value): Value {
  const instance = as(value, Instance);
  if (instance) return wrap(instance.of);
  const [name] = Object.entries(typeNames).find(([, test]) => test(value)) ?? [];
  if (name === undefined || as(value, PySet)) throw new Unreadable('The type of this is not read.');
  return wrap(new External(`builtins.${typeof value === 'boolean' ? 'bool' : name}`));
}

const typeNames: Readonly<Record<string, (value: Value) => boolean>> = {
  str: value => typeof value === 'string',
  dict: isDict,
  list: isList,
  tuple: value => value instanceof PyTuple,
  bool: value => typeof value === 'boolean',
  int: value =>
    typeof value === 'boolean' || typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)),
  float: value => value instanceof PyFloat || (typeof value === 'number' && !Number.isInteger(value)),
  set: value => as(value, PySet) !== undefined,
};

/** What no class of the program makes. */
function isData(value: Value): boolean {
  return value === null || typeof value !== 'object' || isList(value) || isDict(value) || value instanceof PyTuple;
}

function isInstance(value: Value, type: Value): boolean {
  if (type instanceof PyTuple) return type.items.some(each => isInstance(value, each));
  const of = as(type, Class);
  const own = as(value, Instance)?.of ?? as(value, Member)?.of;
  if (of && own && lineOf(own).includes(of)) return true;
  if (of && own && !hasUnknownBase(own)) return false;
  if (of && !own && !as(value, External) && !as(value, Class) && isData(value)) return false;
  const path = as(type, External)?.path.replace('builtins.', '');
  const test = path !== undefined && Object.hasOwn(typeNames, path) ? typeNames[path] : undefined;
  if (!test || as(value, Instance) || as(value, Member) || as(value, External))
    throw new Unreadable('Whether this is an instance is not read.');
  return test(value);
}
