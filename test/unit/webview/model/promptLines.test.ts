import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type PromptLine, promptLines } from '../../../../src/webview/model/promptLines.ts';

const piece = (text: string, line: number, generation = false) => ({
  text,
  line,
  origin: { start: line, end: line + 1 },
  ...(generation && { generation: true as const }),
});

/** Lines as text: the template's line, `+new+`, `-removed-`, `<generated>`. */
const shown = (lines: readonly PromptLine[]) =>
  lines.map(({ from, parts }) => {
    const text = parts.map(({ text, added, removed, generation }) => {
      const was = removed === undefined ? '' : `-${removed}-`;
      const marked = added ? `+${text}+` : generation ? `<${text}>` : text;
      return was + marked;
    });
    return `${from?.line ?? ''}: ${text.join('')}`;
  });

suite('promptLines', () => {
  test('each line has the line of the template that it began in, where that is another than before', () => {
    assert.deepEqual(shown(promptLines([piece('a\nb', 1), piece('c\n', 2), piece('\nd', 2), piece('e', 3)])), [
      '1: a',
      ': bc',
      '2: ',
      ': de',
    ]);
    assert.deepEqual(shown(promptLines([])), [': ']);
  });

  test('what is generated, what is new, and what was there before', () => {
    assert.deepEqual(
      shown(
        promptLines(
          [piece('abc', 1), piece('def\ngh', 2, true)],
          [
            { start: 0, end: 0, removed: 'x' },
            { start: 1, end: 2, removed: 'y' },
            { start: 6, end: 8 },
            { start: 9, end: 9, removed: 'z' },
          ],
        ),
      ),
      ['1: -x-a-y-+b+c<def>', '2: +g+<h>-z-'],
    );
  });

  test('whatever the changes, the text stays whole', () => {
    const pieces = fc.array(fc.tuple(fc.stringMatching(/^[ab\n]{0,6}$/), fc.boolean()), { maxLength: 6 });
    const cuts = fc.array(fc.tuple(fc.nat(5), fc.nat(4)), { maxLength: 5 });
    fc.assert(
      fc.property(pieces, cuts, (texts, gaps) => {
        const given = texts.map(([text, isGeneration], i) => piece(text, i, isGeneration));
        const text = given.map(each => each.text).join('');
        let at = 0;
        const changes = gaps.flatMap(([gap, length]) => {
          const start = at + gap;
          const end = Math.min(text.length, start + length);
          at = Math.max(end, start) + 1;
          return start <= text.length && start <= end ? [{ start, end, removed: 'r' }] : [];
        });
        const lines = promptLines(given, changes);
        const joined = lines.map(({ parts }) => parts.map(part => part.text).join('')).join('\n');
        // What was removed behind the last line feed has a line of its own.
        assert.ok(joined === text || `${joined}\n` === text, JSON.stringify([text, joined]));
      }),
    );
  });
});
