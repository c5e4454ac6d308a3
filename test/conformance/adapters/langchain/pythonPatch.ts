import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { jsonDumps } from '../../../../src/engine/python/jsonDumps.ts';

/**
 * What Python's `jsonpatch.make_patch(before, after)` gives, for values that grow: nothing is ever found to have moved.
 * Keys that come or go together stand in the order of the dict. Recursion is as deep as the values.
 */
export function makePatch(before: PyValue, after: PyValue): PyDict[] {
  const patch: PyDict[] = [];
  compare('', before, after, patch);
  return patch;
}

function compare(path: string, before: PyValue, after: PyValue, patch: PyDict[]): void {
  if (isPyDict(before) && isPyDict(after)) {
    for (const key of before.keys()) if (!after.has(key)) patch.push(operation('remove', under(path, key)));
    for (const [key, value] of after) if (!before.has(key)) patch.push(operation('add', under(path, key), value));
    for (const [key, value] of before) {
      const next = after.get(key);
      if (next !== undefined) compare(under(path, key), value, next, patch);
    }
  } else if (isPyList(before) && isPyList(after)) {
    for (let i = 0; i < Math.max(before.length, after.length); i++) {
      const [old, next] = [before[i], after[i]];
      if (old === undefined) patch.push(operation('add', under(path, String(i)), next));
      else if (next === undefined) patch.push(operation('remove', under(path, String(after.length))));
      else compare(under(path, String(i)), old, next, patch);
    }
  } else if (dumps(before) !== dumps(after)) patch.push(operation('replace', path, after));
}

function dumps(value: PyValue): string {
  return jsonDumps(value, { ensureAscii: true });
}

function under(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function operation(op: string, path: string, value?: PyValue): PyDict {
  return new Map<string, PyValue>([
    ['op', op],
    ['path', path],
    ...(value === undefined ? [] : [['value', value] as const]),
  ]);
}
