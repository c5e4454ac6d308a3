import { bindArguments, type CallArguments } from './arguments.ts';
import { dictGet, keyOf } from './compare.ts';
import type { Context } from './jinjaContext.ts';
import { JinjaError } from './jinjaError.ts';
import { isDict, iterate, type JinjaDict, type JinjaValue, PyFunction, PySequence, PyTuple, repr } from './value.ts';

type Method = readonly [
  parameters: readonly string[],
  run: (dict: Map<JinjaValue, JinjaValue>, given: CallArguments) => JinjaValue,
];

const methods: Readonly<Record<string, Method>> = {
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
  get: [['key', 'default?'], (dict, given) => dictGet(dict, given.get('key')) ?? fallback(dict, given)],
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
    (dict, given) => {
      const key = keyOf(dict, given.get('key'));
      const value = dict.get(key);
      if (value === undefined && !given.has('default')) throw new JinjaError('KeyError', repr(key));
      dict.delete(key);
      return value === undefined ? given.get('default') : value;
    },
  ],
  setdefault: [
    ['key', 'default?'],
    (dict, given) => {
      const key = keyOf(dict, given.get('key'));
      if (!dict.has(key)) dict.set(key, given.get('default'));
      return dict.get(key) ?? null;
    },
  ],
  update: [
    ['other?'],
    (dict, given) => {
      for (const [key, value] of pairsOf(given.get('other'))) dict.set(keyOf(dict, key), value);
      return null;
    },
  ],
};

function fallback(dict: JinjaDict, given: CallArguments): JinjaValue {
  return dictGet(dict, given.get('key')) === null ? null : given.get('default');
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
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) return undefined;
  return new PyFunction(`<built-in method ${name} of dict object>`, (args, keywords) => {
    context.spend(dict.size);
    const isUpdate = name === 'update';
    const given = bindArguments(name, method[0], args, isUpdate ? new Map() : keywords);
    const made = method[1](dict as Map<JinjaValue, JinjaValue>, given);
    if (isUpdate) for (const [key, value] of keywords) (dict as Map<JinjaValue, JinjaValue>).set(key, value);
    return made;
  });
}
