import assert from 'node:assert/strict';
import { bpeTokenizer } from '../../../../../src/engine/tokens/huggingFace/bpeTokenizer.ts';
import { toyVocabulary } from './toyVocabulary.ts';

/** ab, Ġab, bc, abc: merging never makes the last, because `a` and `b` are joined first. */
const merges = ['a b', 'Ġ ab', 'b c', 'a bc'];
const added_tokens = [
  { id: 300, content: '<x>', special: false },
  { id: 301, content: '<s>', special: true },
];
const nfc = { type: 'NFC' };

suite('byte-pair tokenizers', () => {
  const plain = bpeTokenizer(toyVocabulary(merges, { added_tokens }))!;
  const whole = bpeTokenizer(toyVocabulary(merges, { ignore_merges: true }))!;
  const composing = bpeTokenizer(toyVocabulary(merges, { added_tokens, normalizer: nfc }))!;

  for (const [what, tokenizer, text, expected] of [
    ['nothing', plain, '', []],
    ['merges, leftmost first', plain, 'ab abc', ['0-2 256', '2-5 257', '5-6 99']],
    ['added tokens that are not special', plain, 'b<x>b', ['0-1 98', '1-4 300', '4-5 98']],
    ['special tokens are text', plain, '<s>', ['0-1 60', '1-2 115', '2-3 62']],
    ['a character of several tokens', plain, 'bé', ['0-1 98', '1-2 195,169']],
    ['a lone surrogate is U+FFFD', plain, '\ud800', ['0-1 239,191,189']],
    ['a piece that is a token where merges are ignored', whole, 'abc ab', ['0-3 259', '3-6 257']],
    [
      'text that is brought into form C stands together',
      composing,
      'e\u0301b\nx',
      ['0-3 195,169,98', '3-4 10', '4-5 120'],
    ],
    ['text that is in form C already', composing, 'éab', ['0-1 195,169', '1-3 256']],
  ] as const)
    test(`tokens: ${what}`, () => {
      const spans = tokenizer.spans!(text);
      assert.deepEqual(
        spans.map(({ start, end, ids }) => `${start}-${end} ${ids}`),
        expected,
      );
      assert.equal(tokenizer.countPlain(text), spans.flatMap(({ ids }) => ids).length);
    });

  test('special tokens are found in a payload', () => assert.equal(plain.count('<s>ab<x>'), 3));

  for (const [what, text, end] of [
    ['before white space behind a letter', 'e\u0301b x', 3],
    ['before a line break behind a letter', 'e\u0301b\nx', 3],
    ['behind a line break behind a mark', 'e\u0301\nx', 3],
    ['before white space behind a mark', 'e\u0301 x', 2],
    ['before the next white space where a blank follows line breaks', '\u0301\n\n x y', 5],
    ['before an added token', 'e\u0301b<s>', 3],
    ['at the end of the text', 'e\u0301bc', 4],
  ] as const)
    test(`a stretch that form C may change ends ${what}`, () => assert.equal(composing.pieces!.pieceEnd(text, 0), end));

  for (const [what, more] of [
    ['another normalizer', { normalizer: { type: 'Lowercase' } }],
    ['another pre-tokenizer', { pre_tokenizer: { type: 'Whitespace' } }],
    ['a split without a pattern', splitBy({})],
    ['a split at a text', splitBy({ pattern: { String: ' ' } })],
    ['a split whose pattern is null', splitBy({ pattern: null })],
    ['an added token that strips', { added_tokens: [{ id: 300, content: 'x', special: true, lstrip: true }] }],
  ] as const)
    test(`${what} is left to a general library`, () =>
      assert.equal(bpeTokenizer(toyVocabulary(merges, more)), undefined));
});

function splitBy(pattern: object): { readonly pre_tokenizer: object } {
  const split = { type: 'Split', behavior: 'Isolated', invert: false, ...pattern };
  const bytes = { type: 'ByteLevel', add_prefix_space: false, use_regex: false };
  return { pre_tokenizer: { type: 'Sequence', pretokenizers: [split, bytes] } };
}
