import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { jsonLoads, pyEquals } from '../../../python/index.ts';

/** A call in JSON within an answer. */
export interface JsonPlace {
  readonly start: number;
  readonly end: number;
  /** The keys that lead to the name; `undefined`: the object is the arguments alone. */
  readonly name: readonly string[] | undefined;
  /** The keys that lead to the arguments. */
  readonly args: readonly string[];
}

/** How many beginnings of objects are tried. */
const maxTried = 200;

/** Where the JSON of a call stands in an answer: the widest object that has its name and its arguments, else the arguments. */
export function jsonPlace(text: string, name: string, args: PyDict, from = 0): JsonPlace | undefined {
  let alone: JsonPlace | undefined;
  let tried = 0;
  for (let at = text.indexOf('{', from); at >= 0 && tried < maxTried; at = text.indexOf('{', at + 1), tried++) {
    const end = behindBrackets(text, at);
    const read = end === undefined ? undefined : jsonLoads(text.slice(at, end));
    if (end === undefined || !read?.ok) continue;
    const keys = pathTo(read.value, value => isPyDict(value) && pyEquals(value, args));
    if (!keys) continue;
    const named = pathTo(read.value, value => value === name);
    if (named && keys.length > 0) return { start: at, end, name: named, args: keys };
    if (keys.length === 0) alone ??= { start: at, end, name: undefined, args: [] };
  }
  return alone;
}

function pathTo(value: PyValue, is: (value: PyValue) => boolean): readonly string[] | undefined {
  if (is(value)) return [];
  if (!isPyDict(value)) return undefined;
  for (const [key, item] of value) {
    const path = isPyList(item) ? undefined : pathTo(item, is);
    if (path) return [key, ...path];
  }
  return undefined;
}

/** Behind the bracket that closes the one at `start`, texts in quotes left out. */
export function behindBrackets(text: string, start: number): number | undefined {
  let depth = 0;
  const sign = /"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs;
  sign.lastIndex = start;
  for (let match = sign.exec(text); match; match = sign.exec(text)) {
    if (/^[[{]/.test(match[0])) depth++;
    else if (/^[\]}]/.test(match[0]) && --depth === 0) return sign.lastIndex;
  }
  return undefined;
}
