import assert from 'node:assert/strict';
import { differingLines } from '../../../src/views/differingLines.ts';

suite('lines that differ', () => {
  const differing = (main: string, other: string) => {
    const found = differingLines(main.split(''), other.split(''));
    return [[...found.main], [...found.other]];
  };

  for (const [main, other, expected] of [
    ['abc', 'abc', [[], []]],
    ['abc', 'axc', [[1], [1]]],
    ['abc', 'ac', [[1], []]],
    ['ac', 'abcd', [[], [1, 3]]],
    ['', 'a', [[], [0]]],
  ] as const)
    test(`${main} and ${other}`, () => assert.deepEqual(differing(main, other), expected));

  test('texts that differ everywhere are compared without regard to order', () => {
    const lines = (word: string) => Array.from({ length: 3000 }, (_, i) => `${word}${i}`);
    const found = differingLines([...lines('a'), 'both'], ['both', ...lines('b')]);
    assert.deepEqual([found.main.size, found.other.size, found.other.has(0)], [3000, 3000, false]);
  });
});
