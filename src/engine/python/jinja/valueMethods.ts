import { PyFloat, pyFloat, pyInt } from '../../core/pyValue.ts';
import { bindArguments, type CallArguments, type Context } from './arguments.ts';
import { JinjaError } from './jinjaError.ts';
import { type Numeric, numericOf } from './jinjaNumbers.ts';
import { compare, dictGet, equals, keyOf } from './jinjaOperators.ts';
import {
  isDict,
  iterate,
  type JinjaDict,
  type JinjaList,
  type JinjaValue,
  PyFunction,
  PySequence,
  PyTuple,
  repr,
  typeName,
} from './value.ts';

type ListMethod = readonly [
  parameters: readonly string[],
  run: (list: JinjaValue[], args: CallArguments) => JinjaValue,
];

const ofList: Readonly<Record<string, ListMethod>> = {
  append: [['object'], (list, args) => done(list.push(args.get('object')))],
  extend: [
    ['iterable'],
    (list, args) => {
      for (const item of [...iterate(args.get('iterable'))]) list.push(item);
      return null;
    },
  ],
  insert: [['index', 'object'], (list, args) => done(list.splice(args.int('index', 0), 0, args.get('object')))],
  pop: [
    ['index?'],
    (list, args) => {
      const index = args.int('index', -1);
      const at = index < 0 ? index + list.length : index;
      if (list.length === 0) throw new JinjaError('IndexError', 'pop from empty list');
      if (at < 0 || at >= list.length) throw new JinjaError('IndexError', 'pop index out of range');
      return list.splice(at, 1)[0] ?? null;
    },
  ],
  remove: [
    ['value'],
    (list, args) => done(list.splice(indexOf(list, args.get('value'), 'list.remove(x): x not in list'), 1)),
  ],
  index: [['value'], (list, args) => indexOf(list, args.get('value'), `${repr(args.get('value'))} is not in list`)],
  count: [['value'], (list, args) => list.filter(item => equals(item, args.get('value'))).length],
  reverse: [[], list => done(list.reverse())],
  copy: [[], list => [...list]],
  clear: [[], list => done(list.splice(0))],
  sort: [
    ['reverse?'],
    (list, args) => {
      list.sort((a, b) => (args.flag('reverse') ? compare(b, a) : compare(a, b)));
      return null;
    },
  ],
};

/** What a method gives that changes the list: `None`. */
function done(_: unknown): null {
  return null;
}

function indexOf(list: readonly JinjaValue[], value: JinjaValue, message: string): number {
  const index = list.findIndex(item => equals(item, value));
  if (index === -1) throw new JinjaError('ValueError', message);
  return index;
}

/** A method of a list, bound to it; `undefined`: lists have none of that name. */
export function listMethod(list: JinjaList, name: string, context: Context): JinjaValue | undefined {
  const method = Object.hasOwn(ofList, name) ? ofList[name] : undefined;
  if (!method) return undefined;
  return new PyFunction(`<built-in method ${name} of list object>`, (args, keywords) => {
    context.spend(name === 'append' ? 1 : list.length);
    return method[1](list as JinjaValue[], bindArguments(name, method[0], args, keywords));
  });
}

type DictMethod = readonly [
  parameters: readonly string[],
  run: (dict: Map<JinjaValue, JinjaValue>, args: CallArguments) => JinjaValue,
];

const ofDict: Readonly<Record<string, DictMethod>> = {
  items: [
    [],
    dict =>
      new PySequence(
        'dict_items',
        [...dict].map(pair => new PyTuple(pair)),
      ),
  ],
  keys: [[], dict => new PySequence('dict_keys', [...dict.keys()])],
  values: [[], dict => new PySequence('dict_values', [...dict.values()])],
  get: [['key', 'default?'], (dict, args) => dictGet(dict, args.get('key')) ?? fallback(dict, args)],
  copy: [[], dict => new Map(dict)],
  clear: [
    [],
    dict => {
      dict.clear();
      return null;
    },
  ],
  pop: [
    ['key', 'default?'],
    (dict, args) => {
      const key = keyOf(dict, args.get('key'));
      const value = dict.get(key);
      if (value === undefined && !args.has('default')) throw new JinjaError('KeyError', repr(key));
      dict.delete(key);
      return value === undefined ? args.get('default') : value;
    },
  ],
  setdefault: [
    ['key', 'default?'],
    (dict, args) => {
      const key = keyOf(dict, args.get('key'));
      if (!dict.has(key)) dict.set(key, args.get('default'));
      return dict.get(key) ?? null;
    },
  ],
  update: [
    ['other?'],
    (dict, args) => {
      for (const [key, value] of pairsOf(args.get('other'))) dict.set(keyOf(dict, key), value);
      return null;
    },
  ],
};

function fallback(dict: JinjaDict, args: CallArguments): JinjaValue {
  return dictGet(dict, args.get('key')) === null ? null : args.get('default');
}

/** The pairs of what `dict(…)` and `update` take: a dict, or a list of pairs. */
export function pairsOf(value: JinjaValue): readonly (readonly [JinjaValue, JinjaValue])[] {
  if (value === null) return [];
  if (isDict(value)) return [...value];
  return iterate(value).map((item, i) => {
    const parts = iterate(item);
    const [key, part] = parts;
    if (key === undefined || part === undefined || parts.length > 2)
      throw new JinjaError(
        'ValueError',
        `dictionary update sequence element #${i} has length ${parts.length}; 2 is required`,
      );
    return [key, part] as const;
  });
}

/** A method of a dict, bound to it; `undefined`: dicts have none of that name. */
export function dictMethod(dict: JinjaDict, name: string, context: Context): JinjaValue | undefined {
  const method = Object.hasOwn(ofDict, name) ? ofDict[name] : undefined;
  if (!method) return undefined;
  return new PyFunction(`<built-in method ${name} of dict object>`, (args, keywords) => {
    context.spend(dict.size);
    const isUpdate = name === 'update';
    const bound = bindArguments(name, method[0], args, isUpdate ? new Map() : keywords);
    const made = method[1](dict as Map<JinjaValue, JinjaValue>, bound);
    if (isUpdate) for (const [key, value] of keywords) (dict as Map<JinjaValue, JinjaValue>).set(key, value);
    return made;
  });
}

/** The attributes of Python 3.11's `int`, which a bool has as well. */
const ofInt: Readonly<Record<string, (value: bigint) => JinjaValue>> = {
  real: pyInt,
  imag: () => 0,
  numerator: pyInt,
  denominator: () => 1,
};

const intMethods: Readonly<Record<string, (value: bigint) => JinjaValue>> = {
  bit_length: value => (value === 0n ? 0 : magnitude(value).toString(2).length),
  bit_count: value => magnitude(value).toString(2).replaceAll('0', '').length,
  conjugate: pyInt,
  as_integer_ratio: value => new PyTuple([pyInt(value), 1]),
};

const ofFloat: Readonly<Record<string, (value: number) => JinjaValue>> = {
  real: pyFloat,
  imag: () => pyFloat(0),
};

const floatMethods: Readonly<Record<string, (value: number) => JinjaValue>> = {
  is_integer: Number.isInteger,
  conjugate: pyFloat,
  as_integer_ratio: value => new PyTuple(integerRatio(value).map(pyInt)),
};

/** An attribute of an int, a bool or a float, a method bound to it; `undefined`: numbers have none of that name, or it is not a number. */
export function numberAttribute(owner: JinjaValue, name: string): JinjaValue | undefined {
  const value = numericOf(owner);
  if (value === undefined) return undefined;
  return owner instanceof PyFloat || typeof value === 'number'
    ? attributeOf(owner, name, Number(value), ofFloat, floatMethods)
    : attributeOf(owner, name, value, ofInt, intMethods);
}

function attributeOf<T extends Numeric>(
  owner: JinjaValue,
  name: string,
  value: T,
  plain: Readonly<Record<string, (value: T) => JinjaValue>>,
  methods: Readonly<Record<string, (value: T) => JinjaValue>>,
): JinjaValue | undefined {
  if (Object.hasOwn(plain, name)) return plain[name]?.(value);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return (
    method &&
    new PyFunction(`<built-in method ${name} of ${typeName(owner)} object>`, (args, keywords) => {
      bindArguments(name, [], args, keywords);
      return method(value);
    })
  );
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Python's `float.as_integer_ratio()`: the exact fraction in lowest terms. Raises `OverflowError` and `ValueError`. */
function integerRatio(value: number): readonly [bigint, bigint] {
  if (Number.isNaN(value)) throw new JinjaError('ValueError', 'cannot convert NaN to integer ratio');
  if (!Number.isFinite(value)) throw new JinjaError('OverflowError', 'cannot convert Infinity to integer ratio');
  let denominator = 1n;
  let numerator = value;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return [BigInt(numerator), denominator];
}
