import { spanOf } from '../../code/python/read/syntax.ts';
import type { Span } from '../../core/span.ts';
import { isDict, isList, keyOf, lengthOf, PySequence, PyTuple } from '../../python/index.ts';
import { truthOf } from '../knownValues.ts';
import type { Run } from '../sourceRun.ts';
import { callSpecial } from '../specialMethods.ts';
import { unknownIn } from '../unknownIn.ts';
import { as, Class, Decorated, External, Instance, PySet, Unknown, Unreadable, type Value, wrap } from '../values.ts';
import { type BuiltinCall, type Builtins, known, positional } from './builtinCall.ts';

/** Functions that take values that are partly unknown: they keep the items as they are. */
export const iterableBuiltins: Builtins = {
  list: ({ args: [value], run }) => copied(value, value === undefined ? [] : run.items(value), run),
  tuple: ({ args: [value], run }) => new PyTuple(value === undefined ? [] : [...run.items(value)]),
  dict: dictOf,
  reversed: ({ args: [value], run }) => new PySequence('list_reverseiterator', run.items(value ?? null).toReversed()),
  enumerate: ({ args: [value, start], named, run }) => {
    const from = Number(start ?? named.get('start') ?? 0);
    return new PySequence(
      'enumerate iterator',
      run.items(value ?? null).map((item, i) => new PyTuple([i + from, item])),
    );
  },
  zip: ({ args, run }) => {
    if (new Set(args).size < args.length && args.some(each => each instanceof PySequence))
      throw new Unreadable('One iterator that is taken twice is not read.');
    const lists = args.map(each => run.items(each));
    const count = Math.min(...lists.map(({ length }) => length));
    return new PySequence(
      'zip iterator',
      Array.from({ length: args.length === 0 ? 0 : count }, (_, i) => new PyTuple(lists.map(list => list[i]!))),
    );
  },
  map: ({ args: [fn, ...values], node, run }) => {
    const lists = values.map(each => run.items(each));
    const count = Math.min(...lists.map(({ length }) => length));
    const items = Array.from({ length: count }, (_, i) =>
      run.call(
        fn ?? null,
        positional(
          lists.map(list => list[i]!),
          node,
        ),
        node,
      ),
    );
    return new PySequence('map iterator', items);
  },
  filter: ({ args: [fn, value], node, run }) => {
    const items = run.items(value ?? null).filter(item => {
      const kept = fn === null || fn === undefined ? item : run.call(fn, positional([item], node), node);
      return truthOf(known(kept));
    });
    return new PySequence('filter iterator', items);
  },
  next: ({ args: [value, fallback], run }) => {
    const first = value instanceof PySequence ? value.takeOne() : run.items(value ?? null)[0];
    if (first === undefined && fallback === undefined) throw new Unreadable('StopIteration');
    return first === undefined ? (fallback ?? null) : first;
  },
  iter: ({ args: [value], run }) => new PySequence('list_iterator', run.items(value ?? null)),
  len: ({ args: [value], run }) =>
    callSpecial(value ?? null, '__len__', [], run) ??
    (as(value ?? null, PySet) || as(value ?? null, Class) || as(value, Instance) || as(value, External)
      ? (as(value!, PySet)?.items.size ?? run.items(value!).length)
      : lengthOf(value ?? null)),
  getattr: ({ args: [object, name, fallback], node, run }) => {
    if (typeof name !== 'string') throw new Unreadable('Which attribute this is, is not known.');
    const found = run.attribute({ value: object ?? null, at: spanOf(node) }, name, node);
    if (as(found.value, Unknown) && fallback !== undefined)
      throw new Unreadable('Whether it has this attribute is not known.');
    return found.value;
  },
  hasattr: ({ args: [object, name], node, run }) => {
    if (typeof name !== 'string') throw new Unreadable('Which attribute this is, is not known.');
    if (!as(run.attribute({ value: object ?? null, at: spanOf(node) }, name, node).value, Unknown)) return true;
    throw new Unreadable('Whether it has this attribute is not known.');
  },
  print: () => null,
  cast: ({ args: [, value] }) => value ?? null,
  property: ({ args: [value] }) => wrap(new Decorated('property', value ?? null)),
  staticmethod: ({ args: [value] }) => wrap(new Decorated('staticmethod', value ?? null)),
  classmethod: ({ args: [value] }) => wrap(new Decorated('classmethod', value ?? null)),
};

function copied(value: Value | undefined, items: readonly Value[], run: Run): Value {
  const list = [...items];
  const places = typeof value === 'object' && value !== null && isList(value) ? run.places.get(value) : undefined;
  if (places) run.places.set(list, new Map(places));
  return list;
}

/** `dict(…)`: what it is given, and where each item was written. */
export function dictOf({ args: [value], given, run }: BuiltinCall): Value {
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
  for (const [name, placed] of given.named) {
    dict.set(name, placed.value);
    places.set(name, placed.at);
  }
  run.places.set(dict, places);
  return dict;
}
