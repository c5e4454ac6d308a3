import { spanOf } from '../../../code/python/read/syntax.ts';
import type { Span } from '../../../core/span.ts';
import { isDict, isList, keyOf, lengthOf, PySequence, PyTuple } from '../../../python/index.ts';
import { later, madeLater } from '../objects/generators.ts';
import { callSpecial } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { lacksAttribute } from '../values/classLines.ts';
import { truthOf, unknownIn } from '../values/knownValues.ts';
import { PySet } from '../values/libraryValues.ts';
import { as, Class, Decorated, External, Instance, Unknown, Unreadable, type Value, wrap } from '../values/values.ts';
import { type BuiltinCall, type Builtins, positional, readable } from './builtinCall.ts';

/** Functions that take values that are partly unknown: they keep the items as they are. */
export const iterableBuiltins: Builtins = {
  list: ({ args: [value], run }) => copied(value, value === undefined ? [] : run.items(value), run),
  tuple: ({ args: [value], run }) => new PyTuple(value === undefined ? [] : [...run.items(value)]),
  dict: dictOf,
  reversed: ({ args: [value = null], node, run }) =>
    later('list_reverseiterator', run.items(value).toReversed(), [value], node, run),
  enumerate: ({ args: [value = null, start], named, node, run }) => {
    const from = Number(start ?? named.get('start') ?? 0);
    const items = run.items(value).map((item, i) => new PyTuple([i + from, item]));
    return later('enumerate iterator', items, [value], node, run);
  },
  zip: ({ args, named, node, run }) => {
    if (named.size > 0) throw new Unreadable('A strict `zip` is not read.');
    return later(
      'zip iterator',
      args.length === 0 ? [] : zipped(args, run).map(row => new PyTuple(row)),
      args,
      node,
      run,
    );
  },
  map: ({ args: [fn = null, ...values], node, run }) => {
    const made = () => zipped(values, run).map(row => run.call(fn, positional(row, node), node));
    return later('map iterator', madeLater(node, run, made), values, node, run);
  },
  filter: ({ args: [fn = null, value = null], node, run }) => {
    const isKept = (item: Value) =>
      truthOf(readable(fn === null ? item : run.call(fn, positional([item], node), node)));
    const items = madeLater(node, run, () => run.items(value).filter(isKept));
    return later('filter iterator', items, [value], node, run);
  },
  next: ({ args: [value, fallback], run }) => {
    const first = value instanceof PySequence ? value.takeOne() : run.items(value ?? null)[0];
    if (first === undefined && fallback === undefined) throw new Unreadable('StopIteration');
    return first === undefined ? (fallback ?? null) : first;
  },
  iter: ({ args: [value = null, ...more], node, run }) => {
    if (more.length > 0) throw new Unreadable('What this calls until it ends is not read.');
    if (value instanceof PySequence && value.isGenerator) return value;
    return later('list_iterator', run.items(value), [value], node, run);
  },
  len: ({ args: [value], run }) =>
    callSpecial(value ?? null, '__len__', [], run) ??
    (as(value ?? null, PySet) || as(value ?? null, Class) || as(value, Instance) || as(value, External)
      ? (as(value!, PySet)?.items.size ?? run.items(value!).length)
      : lengthOf(value ?? null)),
  getattr: ({ args: [object, name, fallback], node, run }) => {
    if (typeof name !== 'string') throw new Unreadable('Which attribute this is, is not known.');
    if (fallback !== undefined && lacksAttribute(object ?? null, name, run.program.text)) return fallback;
    const found = run.attribute({ value: object ?? null, at: spanOf(node) }, name, node);
    if (as(found.value, Unknown) && fallback !== undefined)
      throw new Unreadable('Whether it has this attribute is not known.');
    return found.value;
  },
  hasattr: ({ args: [object, name], node, run }) => {
    if (typeof name !== 'string') throw new Unreadable('Which attribute this is, is not known.');
    if (lacksAttribute(object ?? null, name, run.program.text)) return false;
    if (!as(run.attribute({ value: object ?? null, at: spanOf(node) }, name, node).value, Unknown)) return true;
    throw new Unreadable('Whether it has this attribute is not known.');
  },
  print: () => null,
  cast: ({ args: [, value] }) => value ?? null,
  property: ({ args: [value = null, setter], named }) => {
    if (named.size > 0) throw new Unreadable('What this property does is not read.');
    return wrap(new Decorated('property', value, setter));
  },
  staticmethod: ({ args: [value] }) => wrap(new Decorated('staticmethod', value ?? null)),
  classmethod: ({ args: [value] }) => wrap(new Decorated('classmethod', value ?? null)),
};

/** The items of several values side by side, as many as all of them have: an iterator gives one item after the other. */
function zipped(values: readonly Value[], run: Run): readonly (readonly Value[])[] {
  const takers = values.map(value => {
    if (value instanceof PySequence && value.isGenerator) return () => value.takeOne();
    const items = run.items(value);
    let at = 0;
    return () => items[at++];
  });
  const rows: Value[][] = [];
  for (;;) {
    const row: Value[] = [];
    for (const take of takers) {
      const item = take();
      if (item === undefined) return rows;
      row.push(item as Value);
    }
    run.spend(row.length);
    if (!run.step()) throw new Unreadable('Reading this takes too long.');
    rows.push(row);
  }
}

function copied(value: Value | undefined, items: readonly Value[], run: Run): Value {
  const list = [...items];
  const places = typeof value === 'object' && value !== null && isList(value) ? run.places.get(value) : undefined;
  if (places) run.places.set(list, new Map(places));
  return list;
}

/** `dict(…)`: its arguments, and where each item was written. */
export function dictOf({ args: [value], callArgs, run }: BuiltinCall): Value {
  const dict = new Map<Value, Value>();
  const places = new Map<Value, Span>();
  if (value !== undefined && isDict(value)) {
    for (const [key, item] of value) dict.set(key, item);
    for (const [key, span] of run.places.get(value) ?? []) places.set(key, span);
  } else if (value !== undefined)
    for (const pair of run.items(value)) {
      const [key, item, more] = run.items(pair);
      if (key === undefined || item === undefined || more !== undefined)
        throw new Unreadable('A dict of these is not read.');
      const hole = unknownIn(key);
      if (hole) return wrap(hole);
      dict.set(keyOf(dict, key), item);
    }
  for (const [name, placed] of callArgs.named) {
    dict.set(name, placed.value);
    places.set(name, placed.at);
  }
  run.places.set(dict, places);
  return dict;
}
