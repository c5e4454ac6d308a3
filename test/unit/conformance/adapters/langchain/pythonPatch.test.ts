import assert from 'node:assert/strict';
import { fromPlain, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { makePatch } from '../../../../conformance/adapters/langchain/pythonPatch.ts';

/** Two values, and the operations of RFC 6902 that make the second of the first, as `op path value`. */
const cases: readonly (readonly [before: unknown, after: unknown, patch: readonly string[]])[] = [
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, {}, ['remove /a']],
  [{ a: 1, b: 2 }, { b: 3, c: 4 }, ['remove /a', 'add /c 4', 'replace /b 3']],
  [{}, { 'a/b~c': 'x' }, ['add /a~1b~0c "x"']],
  [[1], [1, 2, 3], ['add /1 2', 'add /2 3']],
  [[1, 2, 3], [1], ['remove /1', 'remove /1']],
  [{ a: ['x'] }, { a: ['xy'] }, ['replace /a/0 "xy"']],
  [null, { a: [] }, ['replace  {"a":[]}']],
];

suite('The patches of LangChain’s diff', () => {
  for (const [before, after, patch] of cases)
    test(`${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      const made = makePatch(fromPlain(before), fromPlain(after)).map(
        each => toPlain(each) as { readonly op: string; readonly path: string; readonly value?: unknown },
      );
      assert.deepEqual(
        made.map(({ op, path, ...rest }) => `${op} ${path}${'value' in rest ? ` ${JSON.stringify(rest.value)}` : ''}`),
        patch,
      );
    });
});
