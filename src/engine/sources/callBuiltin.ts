import { PyFloat, pyFloat, pyInt } from '../core/pyValue.ts';
import { type PyNode, spanOf } from '../interchange/python/read/syntax.ts';
import { dedent } from '../python/dedent.ts';
import { bindArguments } from '../python/jinja/arguments.ts';
import { numericOf } from '../python/jinja/jinjaNumbers.ts';
import { compare, equals, keyOf } from '../python/jinja/jinjaOperators.ts';
import { jsonFilter } from '../python/jinja/jsonFilters.ts';
import { isDict, isList, lengthOf, PySequence, PyTuple, repr, str } from '../python/jinja/value.ts';
import { floatOfText, intOfText } from '../python/numberOfText.ts';
import { operate, plainOf, truthOf } from './evaluateOperators.ts';
import { hashOf } from './hashOf.ts';
import type { Run } from './sourceRun.ts';
import {
  as,
  Class,
  Decorated,
  External,
  type Given,
  Instance,
  Member,
  Module,
  Part,
  PartialCall,
  PySet,
  Routine,
  Unknown,
  Unreadable,
  unknownIn,
  type Value,
  wrap,
} from './values.ts';

/** What a function of Python's own is given. */
interface Call {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly given: Given;
  readonly node: PyNode;
  readonly run: Run;
}

/** Functions that take values that are partly unknown: they keep the items as they are. */
const shallow: Readonly<Record<string, (call: Call) => Value>> = {
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
    const [first] = run.items(value ?? null);
    if (first === undefined && fallback === undefined) throw new Unreadable('StopIteration');
    return first ?? fallback ?? null;
  },
  iter: ({ args: [value], run }) => new PySequence('list_iterator', run.items(value ?? null)),
  len: ({ args: [value], run }) =>
    as(value ?? null, PySet) || as(value ?? null, Class)
      ? (as(value!, PySet)?.items.size ?? run.items(value!).length)
      : lengthOf(value ?? null),
  getattr: ({ args: [object, name, fallback], node, run }) => {
    if (typeof name !== 'string') throw new Unreadable('Which attribute this is, is not known.');
    const found = run.attribute({ value: object ?? null, at: spanOf(node) }, name, node);
    if (as(found.value, Unknown) && fallback !== undefined)
      throw new Unreadable('Whether it has this attribute is not known.');
    return found.value;
  },
  print: () => null,
  cast: ({ args: [, value] }) => value ?? null,
  property: ({ args: [value] }) => wrap(new Decorated('property', value ?? null)),
  staticmethod: ({ args: [value] }) => wrap(new Decorated('staticmethod', value ?? null)),
  classmethod: ({ args: [value] }) => wrap(new Decorated('classmethod', value ?? null)),
};

const whole: Readonly<Record<string, (call: Call) => Value>> = {
  str: ({ args: [value = ''] }) => str(printable(value)),
  repr: ({ args: [value = null] }) => repr(printable(value)),
  int: ({ args: [value = 0, base] }) => toInt(plainOf(value), base),
  float: ({ args: [value = 0] }) => {
    const text = plainOf(value);
    return typeof text === 'string' ? floatOfText(text) : pyFloat(number(text));
  },
  bool: ({ args: [value = false] }) => truthOf(value),
  set: ({ args: [value], run }) =>
    setFrom(value === undefined ? [] : (as(value, PySet)?.items.values() ?? run.items(value))),
  frozenset: ({ args: [value], run }) =>
    setFrom(value === undefined ? [] : (as(value, PySet)?.items.values() ?? run.items(value))),
  range: ({ args, run }) =>
    rangeOf(
      args.map(each => number(each)),
      run,
    ),
  sorted: ({ args: [value], named, node, run }) => sorted(value ?? null, named, node, run),
  min: call => extreme(call, -1),
  max: call => extreme(call, 1),
  sum: ({ args: [value, start = 0], named, run }) =>
    [...run.items(value ?? null)].reduce((total, item) => operate('+', total, item, run), named.get('start') ?? start),
  abs: ({ args: [value = 0] }) => (number(value) < 0 ? operateNumber(-number(value), value) : value),
  round: ({ args: [value = 0, places] }) => rounded(value, places),
  divmod: ({ args: [a = 0, b = 0], run }) => new PyTuple([operate('//', a, b, run), operate('%', a, b, run)]),
  pow: ({ args: [a = 0, b = 0], run }) => operate('**', a, b, run),
  any: ({ args: [value], run }) =>
    [...(as(value ?? null, PySet)?.items.values() ?? run.items(value ?? null))].some(truthOf),
  all: ({ args: [value], run }) =>
    [...(as(value ?? null, PySet)?.items.values() ?? run.items(value ?? null))].every(truthOf),
  chr: ({ args: [value = 0] }) => String.fromCodePoint(number(value)),
  ord: ({ args: [value = ''] }) => String(value).codePointAt(0) ?? 0,
  isinstance: ({ args: [value = null, type = null] }) => isInstance(value, type),
};

const modules: Readonly<Record<string, (call: Call) => Value>> = {
  'textwrap.dedent': ({ args: [text = ''] }) => dedent(textArgument(text)),
  'textwrap.indent': ({ args: [text = '', prefix = ''], named }) => {
    if (named.has('predicate')) throw new Unreadable('An indent by a function is not read.');
    const lines = textArgument(text).match(/[^\n]*\n|[^\n]+$/g) ?? [];
    return lines.map(line => (line.trim() === '' ? line : textArgument(named.get('prefix') ?? prefix) + line)).join('');
  },
  'inspect.cleandoc': () => {
    throw new Unreadable('This is not read.');
  },
  'json.dumps': ({ args, named }) => {
    const keywords = new Map([...named].filter(([name]) => name !== 'default'));
    if (named.has('default')) throw new Unreadable('`json.dumps` with a function is not read.');
    const given = bindArguments(
      'dumps',
      ['obj', 'ensure_ascii?', 'indent?', 'separators?', 'sort_keys?'],
      args.map(plainDeep),
      keywords,
    );
    const options = new Map<string, Value>();
    for (const name of ['indent', 'separators', 'sort_keys']) if (given.has(name)) options.set(name, given.get(name));
    options.set('ensure_ascii', given.has('ensure_ascii') ? given.get('ensure_ascii') : true);
    return jsonFilter(
      given.get('obj'),
      bindArguments('dumps', ['ensure_ascii?', 'indent?', 'separators?', 'sort_keys?'], [], options),
    );
  },
  'itertools.chain': ({ args, run }) =>
    new PySequence(
      'chain iterator',
      args.flatMap(each => [...run.items(each)]),
    ),
  'itertools.chain.from_iterable': ({ args: [value], run }) =>
    new PySequence(
      'chain iterator',
      [...run.items(value ?? null)].flatMap(each => [...run.items(each)]),
    ),
  'itertools.repeat': ({ args: [value = null, count], run }) => {
    if (count === undefined) throw new Unreadable('This never ends.');
    run.spend(number(count));
    return new PySequence(
      'repeat iterator',
      Array.from({ length: number(count) }, () => value),
    );
  },
  'copy.copy': ({ args: [value = null] }) => (isList(value) ? [...value] : isDict(value) ? new Map(value) : value),
  'copy.deepcopy': ({ args: [value = null] }) => deepCopy(value),
  'types.MappingProxyType': ({ args: [value = null] }) => value,
  'collections.OrderedDict': dictOf,
  'operator.itemgetter': () => {
    throw new Unreadable('This is not read.');
  },
  'string.capwords': ({ args: [text = ''] }) =>
    textArgument(text)
      .trim()
      .split(/\s+/)
      .map(word => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
      .join(' '),
  'os.linesep': () => {
    throw new Unreadable('This depends on the machine.');
  },
};

/** Functions whose arguments are kept for what asks for them. */
const kept = /(?:^|\.)(?:Field|field|PrivateAttr)$/;

/** What a function of Python's own gives; `undefined`: it is none that is read. Throws Python's exceptions, and `Unreadable`. */
export function callBuiltin(path: string, given: Given, node: PyNode, run: Run): Value | undefined {
  if (kept.test(path)) return wrap(new Part(path.slice(path.lastIndexOf('.') + 1), given));
  if (path === 'functools.partial' || path === 'functools.partialmethod') {
    const [callee, ...positional] = given.positional;
    return callee && wrap(new PartialCall(callee.value, { ...given, positional }));
  }
  const args = given.positional.map(({ value }) => value);
  const named = new Map([...given.named].map(([name, { value }]) => [name, value]));
  const call: Call = { args, named, given, node, run };
  const name = path.startsWith('builtins.') ? path.slice('builtins.'.length) : undefined;
  const isShallow =
    (name !== undefined && Object.hasOwn(shallow, name)) ||
    path === 'typing.cast' ||
    /^(?:itertools|copy|types|collections)\./.test(path);
  const own =
    path === 'typing.cast'
      ? shallow.cast
      : name !== undefined && Object.hasOwn(shallow, name)
        ? shallow[name]
        : name !== undefined && Object.hasOwn(whole, name)
          ? whole[name]
          : Object.hasOwn(modules, path)
            ? modules[path]
            : undefined;
  if (!own) return undefined;
  const hole =
    given.spread?.unknown ??
    [...args, ...named.values()].map(each => (isShallow ? as(each, Unknown) : unknownIn(each))).find(Boolean);
  return hole ? wrap(hole) : own(call);
}

function positional(values: readonly Value[], node: PyNode): Given {
  return { positional: values.map(value => ({ value, at: spanOf(node) })), named: new Map() };
}

function known(value: Value): Value {
  const hole = as(value, Unknown);
  if (hole) throw new Unreadable(hole.reason, hole.at);
  return value;
}

function copied(value: Value | undefined, items: readonly Value[], run: Run): Value {
  const list = [...items];
  const places = typeof value === 'object' && value !== null && isList(value) ? run.places.get(value) : undefined;
  if (places) run.places.set(list, new Map(places));
  return list;
}

function dictOf({ args: [value], given, run }: Call): Value {
  const dict = new Map<Value, Value>();
  const places = new Map<Value, { start: number; end: number }>();
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

function setFrom(items: Iterable<Value>): Value {
  return wrap(new PySet(new Map([...items].map(item => [hashOf(item), item]))));
}

/** Text of an object is its own; of a member it differs between versions of Python. */
function printable(value: Value): Value {
  if (
    as(value, Class) ||
    as(value, Instance) ||
    as(value, Member) ||
    as(value, PySet) ||
    as(value, Module) ||
    as(value, Routine) ||
    as(value, External)
  )
    throw new Unreadable('What this object prints is not read.');
  return value;
}

function number(value: Value): number {
  const numeric = numericOf(value);
  if (numeric === undefined) throw new Unreadable('This is not a number.');
  return Number(numeric);
}

function operateNumber(value: number, like: Value): Value {
  return like instanceof PyFloat || !Number.isInteger(number(like)) ? pyFloat(value) : pyInt(BigInt(value));
}

function toInt(value: Value, base: Value | undefined): Value {
  if (base !== undefined) throw new Unreadable('A number of another base is not read.');
  if (typeof value === 'string') return intOfText(value);
  return pyInt(BigInt(Math.trunc(number(value))));
}

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

function sorted(value: Value, named: ReadonlyMap<string, Value>, node: PyNode, run: Run): Value {
  const items = [...(as(value, PySet)?.items.values() ?? run.items(value))];
  const key = named.get('key') ?? null;
  // Items of a set that are equal by a key stand in no order that is known.
  const keys = items.map(item =>
    key === null ? plainOf(item) : plainOf(known(run.call(key, positional([item], node), node))),
  );
  const order = items.map((_, i) => i).sort((a, b) => compare(keys[a]!, keys[b]!));
  if (as(value, PySet) && key !== null && order.some((at, i) => i > 0 && equals(keys[at]!, keys[order[i - 1]!]!)))
    throw new Unreadable('The order of a set is known only when the program runs.');
  const isReverse = truthOf(named.get('reverse') ?? false);
  if (isReverse) order.sort((a, b) => compare(keys[b]!, keys[a]!));
  return order.map(at => items[at]!);
}

function extreme({ args, named, node, run }: Call, sign: number): Value {
  if (named.has('default') && args.length === 1 && run.items(args[0]!).length === 0) return named.get('default')!;
  const given = args.length === 1 ? (as(args[0]!, PySet)?.items.values() ?? run.items(args[0]!)) : args;
  const items = [...given];
  const key = named.get('key') ?? null;
  if (key !== null && as(args[0] ?? null, PySet))
    throw new Unreadable('The order of a set is known only when the program runs.');
  const keyOfItem = (item: Value) =>
    plainOf(key === null ? item : known(run.call(key, positional([item], node), node)));
  const [first, ...rest] = items;
  if (first === undefined) throw new Unreadable('ValueError: an empty sequence');
  return rest.reduce((best, item) => (compare(keyOfItem(item), keyOfItem(best)) * sign > 0 ? item : best), first);
}

/** Python rounds what lies between two to the even one. */
function rounded(value: Value, places: Value | undefined): Value {
  const exact = number(value);
  if (places !== undefined && places !== null) {
    if (value instanceof PyFloat || !Number.isInteger(exact)) throw new Unreadable('This rounding is not read.');
    return value;
  }
  const low = Math.floor(exact);
  const isHalf = exact - low === 0.5;
  return pyInt(BigInt(isHalf ? low + (Math.abs(low) % 2) : Math.round(exact)));
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

function isInstance(value: Value, type: Value): boolean {
  if (type instanceof PyTuple) return type.items.some(each => isInstance(value, each));
  const path = as(type, External)?.path.replace('builtins.', '');
  const test = path !== undefined && Object.hasOwn(typeNames, path) ? typeNames[path] : undefined;
  if (!test || as(value, Instance) || as(value, Member) || as(value, External))
    throw new Unreadable('Whether this is an instance is not read.');
  return test(value);
}

function textArgument(value: Value): string {
  if (typeof value !== 'string') throw new Unreadable('This is not a text.');
  return value;
}

function plainDeep(value: Value): Value {
  const plain = plainOf(value);
  if (isList(plain)) return plain.map(plainDeep);
  if (plain instanceof PyTuple) return new PyTuple(plain.items.map(plainDeep));
  return isDict(plain) ? new Map([...plain].map(([key, item]) => [plainOf(key), plainDeep(item)])) : plain;
}

function deepCopy(value: Value): Value {
  if (isList(value)) return value.map(deepCopy);
  if (isDict(value)) return new Map([...value].map(([key, item]) => [key, deepCopy(item)]));
  const set = as(value, PySet);
  return set ? wrap(new PySet(new Map(set.items))) : value;
}
