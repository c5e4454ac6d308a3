import { PyFloat, PyOpaque, type PyValue, pyInt } from '../../src/engine/core/pyValue.ts';
import { pyEquals } from '../../src/engine/python/containers.ts';
import { jsonDumps } from '../../src/engine/python/jsonDumps.ts';

/**
 * The value of a `{"$py": repr}`: numbers, strings, tuples (as lists, which is what JSON makes of them), lists, dicts (keys
 * as `json.dumps` writes them, equal keys once); anything else is an opaque object.
 */
export function pythonLiteral(repr: string): PyValue {
  const words: Readonly<Record<string, PyValue>> = {
    nan: Number.NaN,
    inf: Number.POSITIVE_INFINITY,
    '-inf': Number.NEGATIVE_INFINITY,
    None: null,
    True: true,
    False: false,
  };
  let rest = repr;
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest)?.[0];
    if (found !== undefined) rest = rest.slice(found.length).trimStart();
    return found;
  };
  const value = (): PyValue => {
    const open = take(/^[[({]/);
    if (open === '{') return dict();
    if (open) return items(/^[\])]/, value);
    const string = take(/^'[^'\\]*'/);
    if (string !== undefined) return string.slice(1, -1);
    const number = take(/^-?\d+(\.\d+)?(e[+-]?\d+)?/);
    if (number !== undefined) {
      if (/^-?\d+$/.test(number)) return pyInt(BigInt(number));
      return Number.isInteger(Number(number)) ? new PyFloat(Number(number)) : Number(number);
    }
    const word = take(/^-?\w+/) ?? '';
    if (word in words) return words[word] ?? null;
    throw new Error(repr);
  };
  const items = <T>(close: RegExp, item: () => T): T[] => {
    const list: T[] = [];
    while (take(close) === undefined) {
      list.push(item());
      take(/^,/);
    }
    return list;
  };
  const dict = (): PyValue => {
    const entries: [PyValue, PyValue][] = [];
    items(/^\}/, () => {
      const key = value();
      if (take(/^:/) === undefined) throw new Error('a set');
      const item = value();
      const same = entries.find(entry => pyEquals(entry[0], key));
      if (same) same[1] = item;
      else entries.push([key, item]);
    });
    return new Map(
      entries.map(([key, item]) => [typeof key === 'string' ? key : jsonDumps(key, { ensureAscii: false }), item]),
    );
  };
  try {
    const result = value();
    if (rest === '') return result;
  } catch {
    // Not a literal: an object of some class.
  }
  return new PyOpaque(typeOf(repr), repr, null);
}

function typeOf(repr: string): string {
  if (repr.startsWith('{')) return 'set';
  if (repr.startsWith('class ')) return 'ModelMetaclass';
  return /^[\w.]+(?=\()/.exec(repr)?.[0].split('.').at(-1) ?? 'type';
}
