import assert from 'node:assert/strict';
import type { EngineError } from '../../../../../../../src/engine/core/errors.ts';
import { fromPlain, type PyDict } from '../../../../../../../src/engine/core/pyValue.ts';
import {
  required,
  stringsAt,
  subscriptable,
} from '../../../../../../../src/engine/systems/sweagent/truncation/historyProcessors/historyEntry.ts';

suite('the keys of a history processor', () => {
  for (const [what, keys, expected] of [
    ['a list', { tags: ['a', 'b'] }, ['a', 'b']],
    ['its texts only', { tags: ['a', 1, null] }, ['a']],
    ['no list', { tags: 'a' }, []],
    ['nothing', {}, []],
  ] as const)
    test(`texts of ${what}`, () => assert.deepEqual(stringsAt(fromPlain(keys) as PyDict, 'tags'), expected));
});

suite('an entry of a history, asked as Python asks', () => {
  const dict = new Map([['a', null]]);
  for (const [what, ask, expected] of [
    ['a key that is there', () => required(dict, 'a'), null],
    ['a key that is not', () => required(dict, 'b'), "KeyError: 'b'"],
    ['a dict', () => subscriptable(dict), dict],
    ['a text', () => subscriptable('x'), "TypeError: string indices must be integers, not 'str'"],
    ['a list', () => subscriptable([]), 'TypeError: list indices must be integers or slices, not str'],
    ['a number', () => subscriptable(3), "TypeError: 'int' object is not subscriptable"],
  ] as const)
    test(what, () => {
      let found: unknown;
      try {
        found = ask();
      } catch (error) {
        found = `${(error as EngineError).class}: ${(error as EngineError).message}`;
      }
      assert.deepEqual(found, expected);
    });
});
