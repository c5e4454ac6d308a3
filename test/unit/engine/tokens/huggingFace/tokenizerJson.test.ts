import assert from 'node:assert/strict';
import { vocabularyOf } from '../../../../../src/engine/tokens/huggingFace/tokenizerJson.ts';

suite('the vocabulary of a tokenizer.json', () => {
  const vocab = { a: 0, b: 1, '▁': 2, ab: 3, 'a▁': 4 };
  const read = (merges: unknown, own: unknown = vocab) =>
    vocabularyOf({ model: { type: 'BPE', vocab: own, merges } } as never);

  test('merges as pairs and as texts are the same', () => {
    for (const merges of [
      ['a b', 'a ▁'],
      [
        ['a', 'b'],
        ['a', '▁'],
      ],
    ]) {
      const { left, right, merged, json } = read(merges)!;
      assert.deepEqual(
        [[...left], [...right], [...merged]],
        [
          [0, 0],
          [1, 2],
          [3, 4],
        ],
      );
      assert.deepEqual(json.model.before_space, ['a'.charCodeAt(0)]);
    }
  });

  const odd: readonly (readonly [name: string, merges: unknown, vocab?: unknown])[] = [
    ['a first token that is not there', ['c b']],
    ['a second token that is not there', ['a c']],
    ['a merged token that is not there', ['b a']],
    ['a merge of one', [['a']]],
    ['a merge of no texts', [[1, 'b']]],
    ['a first token that cannot be made a text', [[{ toString: 1, valueOf: 1 }, 'b']]],
    ['a second token that cannot be made a text', [['a', { toString: 1, valueOf: 1 }]]],
    ['merges that are not a list', 'a b'],
    ['no vocabulary', ['a b'], null],
  ];
  for (const [name, merges, own = vocab] of odd) test(name, () => assert.equal(read(merges, own), undefined));
});
