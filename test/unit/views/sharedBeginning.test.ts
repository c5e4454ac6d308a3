import assert from 'node:assert/strict';
import { fromDifference, sharedBeginning } from '../../../src/views/sharedBeginning.ts';

suite('What rows begin with alike', () => {
  const cases: [what: string, texts: string[], shown: string[]][] = [
    [
      'from the word that differs',
      ['```json {"thought":"Row 1: a"}', '```json {"thought":"Row 2: b"}', '```json {"thought":"Rome: c"}'],
      ['…"Row 1: a"}', '…"Row 2: b"}', '…"Rome: c"}'],
    ],
    [
      'what begins otherwise is whole',
      ['```json {"a": "one"}', '```json {"a": "two"}', 'I think so.'],
      ['…"one"}', '…"two"}', 'I think so.'],
    ],
    ['alone it is whole', ['```json {"a": "one"}'], ['```json {"a": "one"}']],
    [
      'the same text everywhere is whole',
      ['```json {"a": 1}', '```json {"a": 1}'],
      ['```json {"a": 1}', '```json {"a": 1}'],
    ],
    ['a short beginning is shown', ['{"a": 1}', '{"a": 2}'], ['{"a": 1}', '{"a": 2}']],
    [
      'what was cut off is whole',
      ['```json {"a": ', '```json {"a": "x"', '```json {"a": "y"'],
      ['```json {"a": ', '…"x"', '…"y"'],
    ],
    ['nothing', [], []],
    ['empty texts', ['', ''], ['', '']],
  ];
  for (const [what, texts, shown] of cases)
    test(what, () => {
      const shared = sharedBeginning(texts);
      assert.deepEqual(
        texts.map(text => fromDifference(text, shared)),
        shown,
      );
    });

  test('of two beginnings that half of them share it is the first', () => {
    const texts = ['<thought>first 1', '<answered>second 1', '<thought>first 2', '<answered>second 2'];
    const second = ['words of one kind 1', 'other words than it 1', 'words of one kind 2', 'other words than it 2'];
    assert.deepEqual([texts, second].map(sharedBeginning), ['<thought>first ', 'words of one kind ']);
  });

  test('a third that begins alike is not most of them', () => {
    const texts = ['<thought>one', '<thought>two', 'a', 'b', 'c', 'd'];
    assert.equal(sharedBeginning(texts), '');
  });
});
