import { pointerStep } from '../../core/pointerStep.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';

/** The string at a key. */
export function textAt(dict: PyDict, key: string): string | undefined {
  const value = dict.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** The dict at a key; an empty one where there is none. */
export function dictAt(dict: PyDict, key: string): PyDict {
  const value = dict.get(key);
  return isPyDict(value) ? value : new Map();
}

/** The list at a key; an empty one where there is none. */
export function listAt(dict: PyDict, key: string): readonly PyValue[] {
  const value = dict.get(key);
  return isPyList(value) ? value : [];
}

/** Every dict and list inside a value, itself included, outer ones first. Not recursive. */
export function* partsOf(value: PyValue): Generator<PyValue> {
  const pending: PyValue[] = [value];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (isPyDict(part)) pending.push(...part.values());
    else if (isPyList(part)) for (const item of part) pending.push(item);
    else continue;
    yield part;
  }
}

/** Whether a value has the key `$ref` anywhere, which Pydantic would take for a reference wherever it stands. */
export function hasReference(value: PyValue): boolean {
  for (const part of partsOf(value)) if (isPyDict(part) && part.has('$ref')) return true;
  return false;
}

/** How deep dicts and lists nest in a value, 0 for none; stops at `limit`. */
export function nestingOf(value: PyValue, limit: number): number {
  let level: readonly PyValue[] = [value];
  for (let depth = 0; ; depth++) {
    const inner: PyValue[] = [];
    let isNested = false;
    for (const part of level) {
      if (!isPyDict(part) && !isPyList(part)) continue;
      isNested = true;
      for (const item of isPyDict(part) ? part.values() : part) inner.push(item);
    }
    if (!isNested || depth >= limit) return depth;
    level = inner;
  }
}

/** The name of a definition that a local reference leads to, as `#/$defs/Item`. */
export function referenceName(ref: PyValue | undefined): string | undefined {
  const match = typeof ref === 'string' ? /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref) : null;
  const [, step] = match ?? [];
  return step === undefined ? undefined : pointerStep(step);
}

/** The key under `$defs` that Pydantic gives a class of this name. */
export function definitionKey(name: string): string {
  return name.replace(/[^a-zA-Z0-9.\-_]/gu, '_');
}

/** Whether a text in a value has half of a surrogate pair, which is not Unicode. */
export function hasLoneSurrogate(value: PyValue): boolean {
  const isLone = (text: PyValue) => typeof text === 'string' && /\p{Cs}/u.test(text);
  for (const part of partsOf([value]))
    if (isPyDict(part) ? [...part].some(pair => pair.some(isLone)) : isPyList(part) && part.some(isLone)) return true;
  return false;
}
