import assert from 'node:assert/strict';
import { PyFloat, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { readHint } from '../../../../src/engine/suspicions/readHint.ts';

suite('what a hint says', () => {
  const kinds: readonly (readonly [hint: PyValue, kind: string | undefined, rest?: object])[] = [
    [7, 'number'],
    [new PyFloat(1), 'number'],
    [true, 'boolean'],
    [[1], 'list'],
    [new Map(), 'object'],
    [null, undefined],
    ['true or false', 'boolean'],
    ['whether it is true/false', 'boolean'],
    ['an integer', 'number'],
    ['a number of votes', 'number'],
    ['numbering of the votes', undefined],
    ['a list of names', 'list'],
    ['the JSON array of names', 'list'],
    ['a listing', undefined],
    ['a dictionary of votes', 'object'],
    ['1 to 10', 'number', { range: [1, 10] }],
    ['an integer between -1.5 and 2', 'number', { range: [-1.5, 2] }],
    ['a score from 0 - 100', 'number', { range: [0, 100] }],
    ['chapters 1 to 10', undefined],
    ['low | medium | high', undefined, { choices: ['low', 'medium', 'high'] }],
    ['one of "Low", `medium`, or high.', undefined, { choices: ['low', 'medium', 'high'] }],
    ['either: a, b or c', undefined, { choices: ['a', 'b', 'c'] }],
    ['mother, father or brother', undefined, { choices: ['mother', 'father', 'brother'] }],
    ['red,  green   or   blue', undefined, { choices: ['red', 'green', 'blue'] }],
    ['yes or no', undefined],
    ['red, green, blue or other', undefined],
    ['the first word, the second word or the third', undefined],
    ['x'.repeat(501), undefined],
  ];
  for (const [hint, kind, rest = {}] of kinds)
    test(String(hint).slice(0, 40) || typeof hint, () => {
      const { echoes: _, choices, ...meaning } = readHint(hint);
      assert.deepEqual(
        { ...meaning, ...(choices && { choices: [...choices] }) },
        { ...(kind !== undefined && { kind }), ...rest },
      );
    });

  const echoes: readonly (readonly [hint: string, echoes: readonly string[]])[] = [
    ['your vote', ['your vote', '{your vote}', '${your vote}']],
    ['{your vote}', ['{your vote}', 'your vote', '${your vote}']],
    ['${your\nvote}', ['${your\nvote}', 'your\nvote', '{your\nvote}']],
    ['a bcd', []],
    ['vote_of_a_player', []],
  ];
  for (const [hint, expected] of echoes)
    test(`echoes of ${JSON.stringify(hint)}`, () =>
      assert.deepEqual([...readHint(hint).echoes].sort(), [...expected].sort()));
});
