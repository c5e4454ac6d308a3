/** An operation of a JSON Patch. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

/** What `fast-json-patch`'s `compare(before, after)` gives; texts are compared by their characters, as there. Recursion is as deep as the values. */
export function comparePatch(before: unknown, after: unknown): PatchOperation[] {
  const patch: PatchOperation[] = [];
  generate(before, after, patch, '');
  return patch;
}

type Parts = Readonly<Record<string, unknown>>;

function generate(before: unknown, after: unknown, patch: PatchOperation[], path: string): void {
  if (before === after) return;
  const [oldKeys, newKeys] = [keysOf(before), keysOf(after)];
  const [old, next] = [before as Parts, after as Parts];
  let deleted = false;
  for (const key of oldKeys.toReversed()) {
    const oldValue = old[key];
    const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (
      Object.hasOwn(Object(after), key) &&
      !(next[key] === undefined && oldValue !== undefined && !Array.isArray(after))
    ) {
      const value = next[key];
      if (isObject(oldValue) && isObject(value) && Array.isArray(oldValue) === Array.isArray(value))
        generate(oldValue, value, patch, at);
      else if (oldValue !== value) patch.push({ op: 'replace', path: at, value: copied(value) });
    } else if (Array.isArray(before) === Array.isArray(after)) {
      patch.push({ op: 'remove', path: at });
      deleted = true;
    } else patch.push({ op: 'replace', path, value: after });
  }
  if (!deleted && newKeys.length === oldKeys.length) return;
  for (const key of newKeys)
    if (!Object.hasOwn(Object(before), key) && next[key] !== undefined)
      patch.push({
        op: 'add',
        path: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        value: copied(next[key]),
      });
}

/** A value as it is after JSON: `-0` is 0. Recursion is as deep as the value. */
function copied(value: unknown): unknown {
  return isObject(value) ? JSON.parse(JSON.stringify(value)) : value;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function keysOf(value: unknown): string[] {
  return Object.keys(Object(value));
}

/** Whether two values of JSON are equal, as LangChain.js compares what it has read with what it read before. */
export function deepEquals(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b || (Number.isNaN(a) && Number.isNaN(b));
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Parts, b as Parts];
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every(key => key in right && deepEquals(left[key], right[key]))
  );
}
