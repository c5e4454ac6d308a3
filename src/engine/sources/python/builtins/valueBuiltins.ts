import type { PyNode } from '../../../code/python/read/syntax.ts';
import { PyFloat, pyFloat, pyInt } from '../../../core/pyValue.ts';
import {
  compare,
  equals,
  floatOfText,
  intOfText,
  isDict,
  isList,
  numericOf,
  PySequence,
  PyTuple,
  roundNumber,
  str,
} from '../../../python/index.ts';
import { operate } from '../objects/operate.ts';
import { itemsInAnyOrder, printedByStr, takenUntil, textByRepr } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { hasUnknownBase, lineOf } from '../values/classLines.ts';
import { hashOf, plainOf, truthOf } from '../values/knownValues.ts';
import { PySet } from '../values/libraryValues.ts';
import { as, Class, External, Instance, Member, Unreadable, type Value, wrap } from '../values/values.ts';
import { type BuiltinCall, type Builtins, number, positional, readable } from './builtinCall.ts';

/** Functions that need to know all their arguments. */
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
  issubclass: ({ args: [of = null, type = null] }) => isSubclass(of, type),
};

function setOf({ args: [value], run }: BuiltinCall): Value {
  const items = value === undefined ? [] : itemsInAnyOrder(value, run);
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

/** `isinstance(value, type)`. Throws `Unreadable`. */
export function isInstance(value: Value, type: Value): boolean {
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

function isSubclass(of: Value, type: Value): boolean {
  if (type instanceof PyTuple) return type.items.some(each => isSubclass(of, each));
  const [own, base] = [as(of, Class), as(type, Class)];
  if (!own || !base) throw new Unreadable('Whether this is a subclass is not read.');
  const isBelow = lineOf(own).includes(base);
  if (!isBelow && hasUnknownBase(own)) throw new Unreadable('Its base classes are not read.');
  return isBelow;
}

/** `abs(value)` */
function absolute(value: Value): Value {
  const exact = number(value);
  if (exact >= 0 && typeof value !== 'boolean') return value;
  return value instanceof PyFloat || !Number.isInteger(exact) ? pyFloat(-exact) : pyInt(BigInt(Math.abs(exact)));
}

const digits: Readonly<Record<number, RegExp>> = {
  2: /^\s*([-+]?)(?:0b)?([01]+)\s*$/i,
  8: /^\s*([-+]?)(?:0o)?([0-7]+)\s*$/i,
  16: /^\s*([-+]?)(?:0x)?([0-9a-f]+)\s*$/i,
};
const prefixes: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 16: '0x' };

/** `int(value, base)` */
function toInt(value: Value, base: Value | undefined): Value {
  if (base !== undefined && base !== 10) {
    const found = typeof value === 'string' && typeof base === 'number' ? digits[base]?.exec(value) : undefined;
    if (!found || found[2]!.length > 1000) throw new Unreadable('A number of this base is not read.');
    const size = BigInt(prefixes[base as number] + found[2]!);
    return pyInt(found[1] === '-' ? -size : size);
  }
  if (typeof value === 'string') return intOfText(value);
  return pyInt(BigInt(Math.trunc(number(value))));
}

/** `bin`, `oct` and `hex`. */
function inBase(value: Value, base: number): Value {
  const exact = numericOf(value);
  if (typeof exact !== 'bigint') throw new Unreadable('This is not a whole number.');
  const size = (exact < 0n ? -exact : exact).toString(base);
  return `${exact < 0n ? '-' : ''}${prefixes[base]}${size}`;
}

/** `range(…)` */
function rangeOf([first = 0, second, step = 1]: readonly number[], run: Run): Value {
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw new Unreadable('ValueError: range() arg 3 must not be zero');
  const count = Math.max(0, Math.ceil((stop - start) / step));
  run.spend(count);
  return new PySequence(
    'range',
    Array.from({ length: count }, (_, i) => start + i * step),
  );
}

/** `round(value, places)`: without places it gives a whole number. */
function rounded(value: Value, places: Value | undefined): Value {
  const exact = numericOf(value);
  if (exact === undefined) throw new Unreadable('This is not a number.');
  if (places !== undefined && places !== null) return roundNumber(exact, number(places));
  const whole = number(roundNumber(exact, 0));
  if (!Number.isFinite(whole)) throw new Unreadable('This number has no whole one.');
  return typeof exact === 'bigint' ? pyInt(exact) : pyInt(BigInt(whole));
}

/** `sorted(…)` */
function sorted({ args: [value = null], named, node, run }: BuiltinCall): Value {
  return sortedItems([...itemsInAnyOrder(value, run)], named, node, run, as(value, PySet) !== undefined);
}

/** Items in the order that `key=` and `reverse=` say; those that come from a set stand in no order that is known. */
export function sortedItems(
  items: readonly Value[],
  named: ReadonlyMap<string, Value>,
  node: PyNode,
  run: Run,
  isSet = false,
): Value[] {
  const key = named.get('key') ?? null;
  const keys = items.map(item =>
    key === null ? plainOf(item) : plainOf(readable(run.call(key, positional([item], node), node))),
  );
  const order = items.map((_, i) => i).sort((a, b) => compare(keys[a]!, keys[b]!));
  if (isSet && key !== null && order.some((at, i) => i > 0 && equals(keys[at]!, keys[order[i - 1]!]!)))
    throw new Unreadable('The order of a set is known only when the program runs.');
  const isReverse = truthOf(named.get('reverse') ?? false);
  if (isReverse) order.sort((a, b) => compare(keys[b]!, keys[a]!));
  return order.map(at => items[at]!);
}

/** `min(…)` where the sign is -1, `max(…)` where it is 1. */
function extreme({ args, named, node, run }: BuiltinCall, sign: number): Value {
  if (named.has('default') && args.length === 1 && run.items(args[0]!).length === 0) return named.get('default')!;
  const candidates = args.length === 1 ? itemsInAnyOrder(args[0]!, run) : args;
  const items = [...candidates];
  const key = named.get('key') ?? null;
  if (key !== null && as(args[0] ?? null, PySet))
    throw new Unreadable('The order of a set is known only when the program runs.');
  const keyOfItem = (item: Value) =>
    plainOf(key === null ? item : readable(run.call(key, positional([item], node), node)));
  const [first, ...rest] = items;
  if (first === undefined) throw new Unreadable('ValueError: an empty sequence');
  return rest.reduce((best, item) => (compare(keyOfItem(item), keyOfItem(best)) * sign > 0 ? item : best), first);
}
