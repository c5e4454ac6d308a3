import assert from 'node:assert/strict';
import { fromPlain, type PyDict } from '../../../../../../../src/engine/core/pyValue.ts';
import { readHistoryProcessors } from '../../../../../../../src/engine/systems/sweagent/truncation/historyProcessors/readHistoryProcessors.ts';

/** What is left of user messages, and what was remarked. */
async function left(...contents: string[]): Promise<[(string | undefined)[], string[]]> {
  const items = contents.map((content, index) => ({
    index,
    entry: new Map(fromPlain({ role: 'user', content }) as PyDict),
  }));
  const remarks: string[] = [];
  const [processor] = readHistoryProcessors(fromPlain([{ type: 'closed_window' }]));
  const kept = await processor!.process(items, (index, remark) => remarks.push(`${index}: ${remark}`), {});
  const texts = contents.map((_, at) => kept.find(({ index }) => index === at)?.entry.get('content') as string);
  return [texts, remarks.sort()];
}

suite('the window of a file', () => {
  for (const [what, text, expected] of [
    ['behind its name', '[File: a.py (3 lines total)]', 'a.py'],
    ['behind other lines', 'x\n[File: /a b/c.py (30 lines total)]', '/a b/c.py'],
    ['the longest name on its line', '[File: a (1 lines total)] b (2 lines total)]', 'a (1 lines total)] b'],
    ['not the total of another line', '[File: a\n(1 lines total)]', 'a'],
    ['a total two lines on is another’s', '[File: a\nb\n(1 lines total)]', undefined],
    ['the first that has a total', '[File: a\n\n[File: b (1 lines total)]', 'b'],
    ['white space behind the colon', '[File:a (1 lines total)]', undefined],
    ['a name of nothing but blanks', '[File:  (1 lines total)]', ''],
    ['one blank for name and total', '[File: (1 lines total)]', undefined],
    ['a total', '[File: a]', undefined],
  ] as const)
    test(`its name: ${what}`, async () => {
      // SWE-agent's own pattern, as JavaScript writes it.
      assert.equal(/\[File:\s+(.*)\s+\(\d+\s+lines total\)\]/.exec(text)?.[1], expected);
      const shown = `${text}\n1:x`;
      const [texts, remarks] = await left(shown, shown);
      if (expected === undefined) {
        const dropped = 'Dropped by closed_window: it has numbered lines but names no file.';
        assert.deepEqual(
          [texts, remarks],
          [
            [undefined, undefined],
            [`0: ${dropped}`, `1: ${dropped}`],
          ],
        );
      } else {
        assert.deepEqual(texts, [`${text}\nOutdated window with 1 lines omitted...\n`, shown]);
        assert.deepEqual(remarks, [`0: Shortened by closed_window: ${expected} is shown again later.`]);
      }
    });

  const file = '[File: a.py (3 lines total)]';
  for (const [what, text, expected] of [
    ['none', `${file}\n`, undefined],
    ['all behind the name', `${file}\n1:a\n2:b`, `${file}\nOutdated window with 2 lines omitted...\n`],
    ['none of the name', `1:${file}`, 'Outdated window with 1 lines omitted...\n'],
    ['with what stands between', `x\n10:a\n${file}\n11:b\nz`, 'x\nOutdated window with 2 lines omitted...\nz'],
    ['a colon without a number', `${file}\n:a\n`, undefined],
  ] as const)
    test(`its numbered lines: ${what}`, async () =>
      assert.deepEqual((await left(text, `${file}\n1:a`))[0], [expected ?? text, `${file}\n1:a`]));

  test('another file’s window stays', async () => {
    const [a, b] = ['[File: a (1 lines total)]\n1:x', '[File: b (1 lines total)]\n1:x'];
    assert.deepEqual(await left(a, b), [[a, b], []]);
  });
});
