import assert from 'node:assert/strict';
import {
  fileOf,
  numberedLines,
} from '../../../../../../src/engine/conversation/truncation/historyProcessors/closedWindow.ts';

suite('the window of a file', () => {
  for (const [what, text, expected] of [
    ['at the end of the text', '[File: a.py (3 lines total)]', 'a.py'],
    ['before more lines', '[File: a.py (3 lines total)]\n1:x', 'a.py'],
    ['behind other lines', 'x\n[File: /a b/c.py (30 lines total)]\n', '/a b/c.py'],
    ['the longest name on its line', '[File: a (1 lines total)] b (2 lines total)]', 'a (1 lines total)] b'],
    ['not the total of another line', '[File: a\n(1 lines total)]', 'a'],
    ['a total two lines on is another’s', '[File: a\nb\n(1 lines total)]', undefined],
    ['the first that has a total', '[File: a\n\n[File: b (1 lines total)]', 'b'],
    ['white space behind the colon', '[File:a (1 lines total)]', undefined],
    ['a total', '[File: a]', undefined],
  ] as const)
    test(`its name: ${what}`, () => {
      // SWE-agent's own pattern, as JavaScript writes it.
      assert.equal(/\[File:\s+(.*)\s+\(\d+\s+lines total\)\]/.exec(text)?.[1], expected);
      assert.equal(fileOf(text), expected);
    });

  for (const [what, text, expected] of [
    ['none', 'x\n', undefined],
    ['all', '1:a\n2:b', { start: 0, end: 7, count: 2 }],
    ['between others', 'x\n10:a\ny\n11:b\nz', { start: 2, end: 14, count: 2 }],
    ['a colon without a number', ':a\n', undefined],
  ] as const)
    test(`its numbered lines: ${what}`, () => assert.deepEqual(numberedLines(text), expected));
});
