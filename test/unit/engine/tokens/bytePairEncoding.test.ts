import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { mergePiece } from '../../../../src/engine/tokens/bytePairEncoding.ts';
import { noRank, type RankTable, rankOf, readRankTable } from '../../../../src/engine/tokens/rankTable.ts';

/** A table of single bytes and the given tokens, in the order of their ranks. */
function makeTable(tokens: readonly string[]): RankTable {
  const all = [
    ...Array.from({ length: 256 }, (_, byte) => Buffer.of(byte)),
    ...tokens.map(token => Buffer.from(token)),
  ];
  const count = Buffer.alloc(4);
  count.writeUInt32LE(all.length);
  const table = readRankTable(Buffer.concat([count, Buffer.from(all.map(token => token.length)), ...all]));
  assert.ok(table);
  return table;
}

const tokens = [
  'ab',
  'aa',
  'bb',
  'aab',
  'aaaa',
  'ba',
  'abab',
  'aaaaaaaa',
  'bba',
  'cc',
  'abc',
  'cccc',
  'aabb',
  'abcabc',
];
const table = makeTable(tokens);

function merged(text: string): string[] {
  const bytes = Buffer.from(text);
  const ends = new Int32Array(bytes.length);
  const count = mergePiece(table, bytes, bytes.length, ends);
  return Array.from(ends.subarray(0, count), (end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}

/** The definition of byte-pair encoding, step by step. */
function reference(text: string): string[] {
  const rank = (part: string) => (tokens.includes(part) ? tokens.indexOf(part) : Number.POSITIVE_INFINITY);
  let parts = Number.isFinite(rank(text)) ? [text] : [...text];
  for (;;) {
    const ranks = parts.slice(1).map((part, index) => rank(parts[index] + part));
    const lowest = Math.min(...ranks);
    if (!Number.isFinite(lowest)) return parts;
    const at = ranks.indexOf(lowest);
    parts = [...parts.slice(0, at), parts[at]! + parts[at + 1]!, ...parts.slice(at + 2)];
  }
}

suite('mergePiece', () => {
  test('joins as the definition says, in short and in long pieces', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 48 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 45, maxLength: 150 }),
      fc.string({ unit: fc.constantFrom('a', 'aaa', 'ab', 'c'), minLength: 49, maxLength: 100 }),
    );
    fc.assert(fc.property(text, piece => assert.deepEqual(merged(piece), reference(piece))));
  });

  test('a piece that is a token is that token, although joining would not make it', () => {
    assert.deepEqual(merged('abcabc'), ['abcabc']);
    assert.deepEqual(merged('a'), ['a']);
  });
});

suite('rank table', () => {
  test('knows its tokens and no others', () => {
    for (const [index, token] of tokens.entries())
      assert.equal(rankOf(table, Buffer.from(token), 0, token.length), 256 + index);
    for (const text of ['', 'ac', 'abca', 'aaaaaaaaa'])
      assert.equal(rankOf(table, Buffer.from(text), 0, text.length), noRank);
  });

  test('a damaged table is not read', () => {
    for (const file of [
      [],
      [1, 0, 0],
      [0, 0, 0, 0],
      [1, 0, 0, 0, 2, 65],
      [1, 0, 0, 0, 1, 65, 66],
      [255, 255, 255, 255, 1],
    ])
      assert.equal(readRankTable(Uint8Array.from(file)), undefined);
  });
});
