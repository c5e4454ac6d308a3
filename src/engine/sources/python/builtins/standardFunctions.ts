import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { equals, getItem, isDict, keyOf, PySequence, PyTuple, Undefined } from '../../../python/index.ts';
import { isTakenAtOnce, isTakenWhole } from '../objects/generators.ts';
import { operate } from '../objects/operate.ts';
import type { Run } from '../run/sourceRun.ts';
import { DefaultDict } from '../values/libraryValues.ts';
import { as, External, OwnMethod, Unreadable, type Value } from '../values/values.ts';
import { type Builtins, number, positional, textArgument } from './builtinCall.ts';
import { dictOf } from './iterableBuiltins.ts';

/** Functions of `itertools`, `functools`, `operator`, and class methods of Python's own types. */
export const standardFunctions: Builtins = {
  'builtins.dict.fromkeys': ({ args: [keys = null, value = null], run }) => {
    const dict = new Map<Value, Value>();
    for (const key of run.items(keys)) dict.set(keyOf(dict, key), value);
    return dict;
  },
  'collections.defaultdict': ({ args: [factory = null, ...rest], callArgs, run, node }) =>
    new DefaultDict(dictOf({ args: rest, named: new Map(), callArgs, run, node }) as Map<Value, Value>, factory),
  'collections.Counter': ({ args: [value], named, run }) => {
    if (named.size > 0 || (value !== undefined && isDict(value)))
      throw new Unreadable('A counter of these is not read.');
    const counts = new Map<Value, Value>();
    for (const item of value === undefined ? [] : run.items(value)) {
      const key = keyOf(counts, item);
      counts.set(key, Number(counts.get(key) ?? 0) + 1);
    }
    return new DefaultDict(counts);
  },
  'builtins.str.maketrans': ({ args: [from = null, to, out] }) => {
    if (to === undefined) {
      if (!isDict(from)) throw new Unreadable('This table is not read.');
      return new Map<Value, Value>(
        [...from].map(([key, value]) => [typeof key === 'string' ? (key.codePointAt(0) ?? 0) : (key as Value), value]),
      );
    }
    const [keys, values] = [[...textArgument(from)], [...textArgument(to)]];
    if (keys.length !== values.length) throw new Unreadable('Python raises here: the texts differ in length.');
    const table = new Map<Value, Value>(keys.map((key, i) => [key.codePointAt(0)!, values[i]?.codePointAt(0) ?? null]));
    for (const each of textArgument(out ?? '')) table.set(each.codePointAt(0)!, null);
    return table;
  },
  'itertools.product': ({ args, named, run }) => {
    const times = number(named.get('repeat') ?? 1);
    const lists = args.map(each => run.items(each));
    if (times > maxFactors) throw new Unreadable(tooLarge);
    const all = Array.from({ length: times }, () => lists).flat();
    const count = all.reduce((product, { length }) => product * length, 1);
    payFor(count * all.length, run);
    let tuples: (readonly Value[])[] = [[]];
    for (const list of all) tuples = tuples.flatMap(tuple => list.map(item => [...tuple, item]));
    return sequence(tuples.map(tuple => new PyTuple(tuple)));
  },
  'itertools.permutations': ({ args: [value = null, size], named, run }) =>
    choose(run.items(value), size ?? named.get('r'), true, run),
  'itertools.combinations': ({ args: [value = null, size], named, run }) =>
    choose(run.items(value), size ?? named.get('r'), false, run),
  'itertools.pairwise': ({ args: [value = null], run }) => {
    const items = run.items(value);
    return sequence(items.slice(1).map((item, i) => new PyTuple([items[i]!, item])));
  },
  'itertools.islice': ({ args: [value = null, first = null, last, step], run }) => {
    const [from, to] = last === undefined ? [null, first] : [first, last];
    const bound = (each: Value, otherwise: number) => (each === null ? otherwise : number(each));
    const [start, end, by] = [bound(from, 0), bound(to, Number.MAX_SAFE_INTEGER), bound(step ?? null, 1)];
    if (start < 0 || end < 0 || by < 1) throw new Unreadable('These steps are not read.');
    const all = run.items(value);
    if (value instanceof PySequence) {
      // How far Python takes an iterator depends on the last step.
      if (by > 1) throw new Unreadable('What these steps leave is not read.');
      value.giveBack(all.slice(end));
    }
    return sequence(all.slice(start, end).filter((_, i) => i % by === 0));
  },
  'itertools.zip_longest': ({ args, named, run }) => {
    const lists = args.map(each => run.items(each));
    const fill = named.get('fillvalue') ?? null;
    const length = lists.reduce((most, list) => Math.max(most, list.length), 0);
    run.spend(length * lists.length);
    return sequence(Array.from({ length }, (_, i) => new PyTuple(lists.map(list => list[i] ?? fill))));
  },
  'itertools.accumulate': ({ args: [value = null, fn], named, run }) => {
    if (fn !== undefined || named.size > 0) throw new Unreadable('`accumulate` with a function is not read.');
    const sums: Value[] = [];
    for (const item of run.items(value)) sums.push(sums.length === 0 ? item : operate('+', sums.at(-1)!, item, run));
    return sequence(sums);
  },
  'itertools.groupby': ({ args: [value = null, by], named, node, run }) => {
    const groups: { readonly key: Value; readonly items: Value[] }[] = [];
    const fn = by ?? named.get('key') ?? null;
    for (const item of run.items(value)) {
      const key = fn === null ? item : run.call(fn, positional([item], node), node);
      const last = groups.at(-1);
      if (last && equals(last.key, key)) last.items.push(item);
      else groups.push({ key, items: [item] });
    }
    // A group has its items until the next one begins.
    if (isTakenWhole(node, run.program.text)) for (const each of groups) each.items.length = 0;
    else if (!isTakenAtOnce(node, run.program.text)) throw new Unreadable('When these groups are taken is not read.');
    return sequence(groups.map(({ key, items }) => new PyTuple([key, sequence(items)])));
  },
  'functools.reduce': ({ args: [fn = null, value = null, initial], node, run }) => {
    const items = [...run.items(value)];
    const first = initial === undefined ? items.shift() : initial;
    if (first === undefined) throw new Unreadable('TypeError: nothing to reduce.');
    return items.reduce((total, item) => run.call(fn, positional([total, item], node), node), first);
  },
  'operator.itemgetter': ({ args, run }) =>
    getter(args, (object, key) => {
      const item = getItem(object, key, run.context);
      if (item instanceof Undefined) throw new Unreadable('Python raises here: there is no such item.');
      return item;
    }),
  'operator.attrgetter': ({ args, node, run }) =>
    getter(args, (object, name) => attributeBy(object, textArgument(name), node, run)),
  'typing.get_args': ({ args: [value = null] }) => {
    const values = as(value, External)?.items;
    if (!values) throw new Unreadable('The arguments of this type are not read.');
    return new PyTuple(values);
  },
};

const maxFactors = 20;
const maxMade = 100_000;
const tooLarge = 'This makes values that are too large to be read.';

function sequence(items: readonly Value[]): PySequence {
  return new PySequence('itertools iterator', items);
}

/** Pays for values before they are made. */
function payFor(count: number, run: Run): void {
  if (count > maxMade) throw new Unreadable(tooLarge);
  run.spend(count);
}

/** Permutations of items, or combinations. */
function choose(items: readonly Value[], size: Value | undefined, isOrdered: boolean, run: Run): Value {
  const count = size === undefined || size === null ? items.length : number(size);
  if (items.length > 12 && count > 2) throw new Unreadable(tooLarge);
  if (count > items.length) return sequence([]);
  const made: (readonly number[])[] = [];
  const add = (chosen: readonly number[]) => {
    if (chosen.length === count) {
      made.push(chosen);
      if (made.length * count > maxMade) throw new Unreadable(tooLarge);
      return run.spend(count);
    }
    for (let i = isOrdered ? 0 : (chosen.at(-1) ?? -1) + 1; i < items.length; i++)
      if (!isOrdered || !chosen.includes(i)) add([...chosen, i]);
  };
  add([]);
  return sequence(made.map(chosen => new PyTuple(chosen.map(i => items[i]!))));
}

function getter(keys: readonly Value[], take: (object: Value, key: Value) => Value): Value {
  return new OwnMethod('<getter>', ([object = null]) => {
    const found = keys.map(key => take(object, key));
    return keys.length === 1 ? found[0]! : new PyTuple(found);
  });
}

function attributeBy(object: Value, path: string, node: PyNode, run: Run): Value {
  let value = object;
  for (const name of path.split('.')) value = run.attribute({ value, at: spanOf(node) }, name, node).value;
  return value;
}

const [lower, digits] = ['abcdefghijklmnopqrstuvwxyz', '0123456789'];
const upper = lower.toUpperCase();
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const constants: ReadonlyMap<string, Value> = new Map([
  ['string.ascii_lowercase', lower],
  ['string.ascii_uppercase', upper],
  ['string.ascii_letters', lower + upper],
  ['string.digits', digits],
  ['string.hexdigits', `${digits}abcdefABCDEF`],
  ['string.octdigits', '01234567'],
  ['string.punctuation', punctuation],
]);

const typeName = /^builtins\.(str|int|float|bool|list|dict|tuple|set)\.__name__$/;

/** What a name of one of Python's own modules is on every machine; `undefined`: it is none that is read. */
export function standardConstant(path: string): Value | undefined {
  return constants.get(path) ?? typeName.exec(path)?.[1];
}
