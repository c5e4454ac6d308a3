import assert from 'node:assert/strict';
import { stringsAt } from '../../../../../../src/engine/conversation/truncation/historyProcessors/historyEntry.ts';
import { fromPlain, type PyDict } from '../../../../../../src/engine/core/pyValue.ts';

suite('the keys of a history processor', () => {
  for (const [what, keys, expected] of [
    ['a list', { tags: ['a', 'b'] }, ['a', 'b']],
    ['its texts only', { tags: ['a', 1, null] }, ['a']],
    ['no list', { tags: 'a' }, []],
    ['nothing', {}, []],
  ] as const)
    test(`texts of ${what}`, () => assert.deepEqual(stringsAt(fromPlain(keys) as PyDict, 'tags'), expected));
});
