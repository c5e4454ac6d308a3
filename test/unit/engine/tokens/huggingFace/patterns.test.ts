import assert from 'node:assert/strict';
import { pieceEndOf } from '../../../../../src/engine/tokens/huggingFace/patterns.ts';

/** The `Split` steps of DeepSeek V3's `tokenizer.json`. */
const steps = [
  '\\p{N}{1,3}',
  '[一-龥぀-ゟ゠-ヿ]+',
  '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+',
];
const split = (regex: string) => ({ type: 'Split', pattern: { Regex: regex }, behavior: 'Isolated', invert: false });
const bytes = { type: 'ByteLevel', add_prefix_space: false, use_regex: false };

/** What the steps say one after another: every match is a piece, and so is what stands between. */
function reference(text: string): string[] {
  let pieces = [text];
  for (const step of steps) {
    const pattern = new RegExp(step, 'gu');
    pieces = pieces.flatMap(piece => {
      const found: string[] = [];
      let at = 0;
      for (const { index, 0: match } of piece.matchAll(pattern)) {
        if (index > at) found.push(piece.slice(at, index));
        found.push(match);
        at = index + match.length;
      }
      return at < piece.length ? [...found, piece.slice(at)] : found;
    });
  }
  return pieces;
}

suite('DeepSeek V3’s split patterns', () => {
  const pieceEnd = pieceEndOf({ pretokenizers: [...steps.map(split), bytes] })!;
  for (const text of [
    'one two, three',
    'a12345b',
    '#include <stdio.h>',
    '.foo_bar (baz)',
    '你好 世界。カタカナ・x',
    '文a文',
    'e\u0301\u0301 \u0301x',
    '\u0301',
    '\u0001\u0002',
    '\u0001a\u200d\u200d',
    '\ue000\u0378文',
    '  x\n\n  y  ',
    ' \n文',
    '   1',
    '...\r\n!\n',
    '😀 👍🏽 \u{10400}a',
    '\u3099\u309a゛・',
  ])
    test(JSON.stringify(text), () => {
      const pieces: string[] = [];
      for (let start = 0; start < text.length; ) {
        const end = pieceEnd(text, start);
        assert.ok(end > start);
        pieces.push(text.slice(start, end));
        start = end;
      }
      assert.deepEqual(pieces, reference(text));
    });
});
