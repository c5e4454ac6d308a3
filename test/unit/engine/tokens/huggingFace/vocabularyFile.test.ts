import assert from 'node:assert/strict';
import {
  compacted,
  readVocabulary,
  vocabularyOf,
} from '../../../../../src/engine/tokens/huggingFace/vocabularyFile.ts';
import { byteVocab, toyVocabulary } from './toyVocabulary.ts';

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

function file(text: string, columns: readonly number[], length = text.length): Uint8Array {
  const bytes = Buffer.alloc(4 + text.length + 4 * columns.length);
  bytes.writeUInt32LE(length);
  bytes.write(text, 4, 'latin1');
  for (const [index, value] of columns.entries()) bytes.writeInt32LE(value, 4 + text.length + 4 * index);
  return bytes;
}

suite('the file of a vocabulary', () => {
  test('holds its JSON and three columns of merges', () => {
    const { vocabulary, config } = readVocabulary(file('{"config": {"a": 1}}', [1, 2, 3, 4, 5, 6]))!;
    assert.deepEqual(
      [vocabulary.left, vocabulary.right, vocabulary.merged].map(column => [...column]),
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    );
    assert.deepEqual(config, { a: 1 });
  });

  for (const [what, bytes] of [
    ['no length', new Uint8Array(3)],
    ['less JSON than it says', file('{"config": {}}', [], 99)],
    ['columns of different lengths', file('{"config": {}}  ', [1, 2, 3, 4])],
    ['no JSON', file('{"config": {', [1, 2, 3])],
    ['no UTF-8', file('"\xff"  ', [1, 2, 3])],
  ] as const)
    test(`${what}: damaged`, () => assert.equal(readVocabulary(bytes), undefined));
});

suite('a vocabulary made smaller', () => {
  // `abc` is never made by merging, because `a` and `b` are joined first.
  const merges = ['a b', 'b c', 'a bc'];
  for (const [what, ignore_merges, expected] of [
    ['leaves out the tokens that merges make', false, {}],
    ['keeps those that merging does not reach, where whole pieces are looked up', true, { abc: 258 }],
  ] as const)
    test(what, () => {
      const { json, left, right, merged } = compacted(toyVocabulary(merges, { ignore_merges }));
      assert.deepEqual(json.model.vocab, { ...byteVocab(), ...expected });
      assert.deepEqual([left.length, right.length, [...merged]], [3, 3, [256, 257, 258]]);
    });

  test('keeps what is not made of bytes', () => {
    const vocabulary = toyVocabulary(merges, { ignore_merges: true });
    const { vocab } = vocabulary.json.model;
    const own = { '<unk>': 900, ...Object.fromEntries(Object.entries(vocab).filter(([, id]) => id > 200)) };
    const model = { ...vocabulary.json.model, vocab: own };
    const left = Object.keys(compacted({ ...vocabulary, json: { ...vocabulary.json, model } }).json.model.vocab);
    assert.deepEqual(
      left,
      Object.keys(own).filter(token => !['ab', 'bc', 'abc'].includes(token)),
    );
  });
});
