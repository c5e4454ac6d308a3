import assert from 'node:assert/strict';
import { PieceSums } from '../../../../../src/engine/conversation/truncation/pieceSums.ts';
import type { TextPieces } from '../../../../../src/engine/tokens/counting.ts';

/** White space is a piece, and so is what stands between, but with a z in it its characters are. Every piece is a token. */
function countedPieces(): TextPieces & { counted: number } {
  return {
    counted: 0,
    pieceEnd(text, start) {
      const run = /^(?:\s+|\S+)/.exec(text.slice(start))![0];
      return start + (run.includes('z') ? 1 : run.length);
    },
    countPiece() {
      this.counted++;
      return 1;
    },
  };
}

function counted(text: string): number {
  const pieces = countedPieces();
  let count = 0;
  for (let at = 0; at < text.length; at = pieces.pieceEnd(text, at)) count++;
  return count;
}

suite('counts of a text without a stretch', () => {
  const rows: readonly (readonly [what: string, text: string, removed: string])[] = [
    ['a word', 'one two three', 'two '],
    ['all of it', 'one two', 'one two'],
    ['the beginning', 'one two', 'one '],
    ['the end', 'one two', ' two'],
    ['what splits the word around it', 'abcz d', 'z'],
    ['what splits the word behind a control character', 'ab\u0001cz d', 'z'],
    ['white space between words', 'az\u00a0\u0085b c', '\u00a0\u0085'],
    ['a line', 'a b\nc z\nd e\n', 'c z\n'],
    ['a text before more than a window of others', `x ${'y '.repeat(400)}z`, 'x '],
  ];
  for (const [what, text, removed] of rows)
    test(what, () => {
      const start = text.indexOf(removed);
      const end = start + removed.length;
      const sums = new PieceSums(text, countedPieces());
      assert.equal(sums.total, counted(text));
      assert.equal(sums.without(start, end), counted(text.slice(0, start) + text.slice(end)));
    });

  test('look only at the pieces around the removal, wherever it is', () => {
    const lines = Array.from({ length: 200 }, (_, i) => `line ${i} of all\n`);
    const text = lines.join('');
    const pieces = countedPieces();
    const sums = new PieceSums(text, pieces);
    assert.equal(pieces.counted, sums.total);
    pieces.counted = 0;
    let start = 0;
    for (const line of lines) {
      assert.equal(sums.without(start, start + line.length), counted(text.replace(line, '')));
      start += line.length;
    }
    assert.ok(pieces.counted < 20 * lines.length, `${pieces.counted} pieces`);
  });
});
