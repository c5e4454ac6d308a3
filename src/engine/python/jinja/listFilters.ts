import type { CallArguments, Context, FilterTable } from './arguments.ts';
import { JinjaError } from './jinjaError.ts';
import { binary, compare, dictGet, equals } from './jinjaOperators.ts';
import { join } from './stringMethods.ts';
import {
  isDict,
  isIterable,
  isList,
  iterate,
  type JinjaDict,
  type JinjaValue,
  type Keywords,
  lengthOf,
  PySequence,
  PyTuple,
  repr,
  str,
  textOf,
  truth,
  typeName,
  Undefined,
} from './value.ts';

/** Jinja's filters of collections. */
export const listFilters: FilterTable = {
  batch: [
    ['linecount', 'fill_with?'],
    (value, args) => {
      const size = args.int('linecount', 1);
      return generator(() => {
        const batches: JinjaValue[][] = [];
        for (const item of iterate(value)) {
          const last = batches.at(-1);
          if (!last || last.length === size) batches.push([item]);
          else last.push(item);
        }
        const last = batches.at(-1);
        const fill = args.get('fill_with');
        if (last && fill !== null) while (last.length < Math.min(size, 10_000)) last.push(fill);
        return batches;
      });
    },
  ],
  count: [[], value => lengthOf(value)],
  length: [[], value => lengthOf(value)],
  dictsort: [
    ['case_sensitive?', 'by?', 'reverse?'],
    (value, args) => {
      if (value instanceof Undefined) value.fail();
      if (!isDict(value)) throw noItems(value);
      const by = args.text('by', 'key');
      if (by !== 'key' && by !== 'value')
        throw new JinjaError('FilterArgumentError', 'You can only sort by either "key" or "value"');
      const pairs = [...value].map(pair => ({ pair, key: folded(pair[by === 'key' ? 0 : 1], args) }));
      return sorted(pairs, args.flag('reverse')).map(({ pair }) => new PyTuple(pair));
    },
  ],
  first: [
    [],
    (value, _, context) => iterate(value)[0] ?? empty('No first item, sequence was empty.', value, 0, context),
  ],
  last: [
    [],
    (value, _, context) => {
      if (!isIterable(value) || (value instanceof PySequence && value.isGenerator))
        throw new JinjaError('TypeError', `'${typeName(value)}' object is not reversible`);
      const items = iterate(value);
      return items.at(-1) ?? empty('No last item, sequence was empty.', value, items.length - 1, context);
    },
  ],
  groupby: [
    ['attribute', 'default?', 'case_sensitive?'],
    (value, args, context) => {
      const get = getter(args.get('attribute'), context, args.has('default') ? args.get('default') : undefined);
      const entries = iterate(value).map(item => ({ item, raw: get(item), key: folded(get(item), args) }));
      const groups: { key: JinjaValue; raw: JinjaValue; items: JinjaValue[] }[] = [];
      for (const { item, raw, key } of sorted(entries, false)) {
        const last = groups.at(-1);
        if (last && equals(last.key, key)) last.items.push(item);
        else groups.push({ key, raw, items: [item] });
      }
      return groups.map(
        ({ key, raw, items }) => new PyTuple([args.flag('case_sensitive') ? key : raw, items], ['grouper', 'list']),
      );
    },
  ],
  items: [
    [],
    value =>
      generator(() => {
        if (value instanceof Undefined) return [];
        if (!isDict(value)) throw new JinjaError('TypeError', 'Can only get item pairs from a mapping.');
        return [...value].map(pair => new PyTuple(pair));
      }),
  ],
  join: [
    ['d?', 'attribute?'],
    (value, args, context) => {
      const get = getter(args.get('attribute'), context);
      const separator = args.has('d') ? str(args.get('d')) : '';
      const items = iterate(value).map(item => str(get(item)));
      context.spend(separator.length * items.length + items.reduce((sum, item) => sum + (item.length >> 3), 0));
      return join(separator, items);
    },
  ],
  list: [[], value => [...iterate(value)]],
  max: [['case_sensitive?', 'attribute?'], (value, args, context) => extreme(value, args, context, 1)],
  min: [['case_sensitive?', 'attribute?'], (value, args, context) => extreme(value, args, context, -1)],
  random: [
    [],
    // Python's choice is another one every time. What it has to take is exact; anything else is not made up.
    (value, _, context) => {
      const length = value instanceof Undefined && !value.isStrict ? 0 : lengthOf(value);
      if (length === 0) return new Undefined('No random item, sequence was empty.', context.isStrict);
      if (length === 1) return isDict(value) ? keyed(value) : (iterate(value)[0] ?? null);
      throw new JinjaError('TemplateError', 'random gives another value every time, so it is not shown here.');
    },
  ],
  reverse: [
    [],
    value => {
      const text = textOf(value);
      if (text !== undefined) return [...text].reverse().join('');
      if (!isIterable(value)) throw new JinjaError('FilterArgumentError', 'argument must be iterable');
      const items = [...iterate(value)].reverse();
      return new PySequence(isList(value) ? 'list_reverseiterator' : 'reversed iterator', items);
    },
  ],
  slice: [
    ['slices', 'fill_with?'],
    (value, args, context) => {
      const slices = args.int('slices', 1);
      return generator(() => {
        const items = [...iterate(value)];
        if (slices === 0) throw new JinjaError('ZeroDivisionError', 'integer division or modulo by zero');
        context.spend(Math.max(0, slices));
        const [size, extra] = [Math.floor(items.length / slices), items.length % slices];
        const made: JinjaValue[][] = [];
        for (let i = 0, from = 0; i < slices; i++) {
          const part = items.slice(from, from + size + (i < extra ? 1 : 0));
          from += part.length;
          if (args.get('fill_with') !== null && i >= extra) part.push(args.get('fill_with'));
          made.push(part);
        }
        return made;
      });
    },
  ],
  sort: [
    ['reverse?', 'case_sensitive?', 'attribute?'],
    (value, args, context) => {
      const attribute = args.get('attribute');
      const names = textOf(attribute)?.split(',') ?? [attribute];
      const getters = names.map(name => getter(name, context));
      const entries = iterate(value).map(item => ({ item, key: getters.map(get => folded(get(item), args)) }));
      context.spend(entries.length * 4);
      return sorted(entries, args.flag('reverse')).map(({ item }) => item);
    },
  ],
  sum: [
    ['attribute?', 'start?'],
    (value, args, context) => {
      const get = getter(args.get('attribute'), context);
      const start = args.has('start') ? args.get('start') : 0;
      if (textOf(start) !== undefined)
        throw new JinjaError('TypeError', "sum() can't sum strings [use ''.join(seq) instead]");
      return iterate(value).reduce((sum, item) => binary('add', sum, get(item), context), start);
    },
  ],
  unique: [
    ['case_sensitive?', 'attribute?'],
    (value, args, context) => {
      const get = getter(args.get('attribute'), context);
      const seen: JinjaValue[] = [];
      const texts = new Set<string>();
      const isNew = (item: JinjaValue) => {
        const key = folded(get(item), args);
        const text = textOf(key);
        if (isList(key) || isDict(key)) throw new JinjaError('TypeError', `unhashable type: '${typeName(key)}'`);
        if (text === undefined) context.spend(seen.length);
        if (text === undefined ? seen.some(other => equals(other, key)) : texts.has(text)) return false;
        if (text === undefined) seen.push(key);
        else texts.add(text);
        return true;
      };
      return generator(() => iterate(value).filter(isNew));
    },
  ],
};

function noItems(value: JinjaValue): JinjaError {
  return new JinjaError('AttributeError', `'${typeName(value)}' object has no attribute 'items'`);
}

/** The undefined that an empty sequence gives; an item that is itself missing stays what it is. */
function empty(message: string, value: JinjaValue, index: number, context: Context): JinjaValue {
  const items = value instanceof PySequence && value.isGenerator ? [] : iterate(value);
  return items[index] === null ? null : new Undefined(message, context.isStrict);
}

function folded(value: JinjaValue, args: CallArguments): JinjaValue {
  return typeof value === 'string' && !args.flag('case_sensitive') ? value.toLowerCase() : value;
}

/** Stable, as Python's sort is. */
function sorted<T extends { readonly key: JinjaValue }>(entries: readonly T[], isReversed: boolean): T[] {
  return [...entries].sort((a, b) => (isReversed ? compare(b.key, a.key) : compare(a.key, b.key)));
}

function extreme(value: JinjaValue, args: CallArguments, context: Context, sign: number): JinjaValue {
  const get = getter(args.get('attribute'), context);
  const entries = iterate(value).map(item => ({ item, key: folded(get(item), args) }));
  const [first] = entries;
  if (!first) return new Undefined('No aggregated item, sequence was empty.', context.isStrict);
  return entries.reduce(
    (best, entry) => (compare(entry.key, best.key, sign > 0 ? '>' : '<') * sign > 0 ? entry : best),
    first,
  ).item;
}

/** Jinja's `make_attrgetter`: `a.0.b` of an item. */
function getter(attribute: JinjaValue, context: Context, fallback?: JinjaValue): (item: JinjaValue) => JinjaValue {
  if (attribute === null) return item => item;
  const parts = textOf(attribute)?.split('.') ?? [attribute];
  const keys = parts.map(part => (typeof part === 'string' && /^\d+$/.test(part) ? Number(part) : part));
  return item => {
    let found = item;
    for (const key of keys) {
      found = context.item(found, key);
      if (fallback !== undefined && fallback !== null && found instanceof Undefined) found = fallback;
    }
    return found;
  };
}

/** What a Python generator function gives: nothing of it runs before it is read. */
function generator(items: () => readonly JinjaValue[]): PySequence {
  return new PySequence('generator', items);
}

/** Jinja's `map` filter. Reading it raises Jinja's `FilterArgumentError`. */
export function mapFilter(
  value: JinjaValue,
  args: readonly JinjaValue[],
  keywords: Keywords,
  context: Context,
): JinjaValue {
  return generator(() => {
    if (!truth(value)) return [];
    const [name, ...rest] = args;
    if (name === undefined && keywords.has('attribute')) {
      const odd = [...keywords.keys()].find(key => key !== 'attribute' && key !== 'default');
      if (odd !== undefined) throw new JinjaError('FilterArgumentError', `Unexpected keyword argument ${repr(odd)}`);
      return iterate(value).map(getter(keywords.get('attribute') ?? null, context, keywords.get('default')));
    }
    if (name === undefined) throw new JinjaError('FilterArgumentError', 'map requires a filter argument');
    return iterate(value).map(item => context.filter(str(name), item, rest, keywords));
  });
}

/** Jinja's `select`, `reject`, `selectattr` and `rejectattr`. Reading it raises Jinja's `FilterArgumentError`. */
export function selectFilter(
  value: JinjaValue,
  args: readonly JinjaValue[],
  keywords: Keywords,
  context: Context,
  { byAttribute, keeps }: { readonly byAttribute: boolean; readonly keeps: boolean },
): JinjaValue {
  return generator(() => {
    if (!truth(value)) return [];
    const [attribute] = args;
    if (byAttribute && attribute === undefined)
      throw new JinjaError('FilterArgumentError', 'Missing parameter for attribute name');
    const get = byAttribute ? getter(attribute ?? null, context) : (item: JinjaValue) => item;
    const [name, ...rest] = byAttribute ? args.slice(1) : args;
    const test = (item: JinjaValue) =>
      name === undefined ? truth(item) : context.test(str(name), item, rest, keywords);
    return iterate(value).filter(item => test(get(item)) === keeps);
  });
}

/** `dict[0]`, which is what `random.choice` does with a dict of one key. */
function keyed(dict: JinjaDict): JinjaValue {
  const value = dictGet(dict, 0);
  if (value === undefined) throw new JinjaError('KeyError', '0');
  return value;
}
