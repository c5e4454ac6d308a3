import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultActionRegex } from '../../../../../src/engine/systems/miniSweAgent/modelClass.ts';
import { scanActions } from '../../../../../src/engine/systems/miniSweAgent/scanActions.ts';

const opening = '```mswea_bash_command';

/** What `re.finditer` gives; of the blanks that Python and JavaScript know differently there are none in these texts. */
function matches(pattern: string, text: string) {
  return [...text.matchAll(new RegExp(pattern, 'gds'))].map(({ indices }) => {
    const [[start, end] = [], [from, to] = []] = indices ?? [];
    return { start, end, from, to };
  });
}

suite('mini-swe-agent: actions without a pattern engine', () => {
  const part = fc.constantFrom(opening, '\n```', '```', '\n', ' ', '\n\n', 'ls', '<a>', '</a>', 'a');
  for (const pattern of [defaultActionRegex, '<a>(.*?)</a>', 'a(.*?)\n', 'ls(.*?)ls'])
    test(`finds what ${JSON.stringify(pattern)} finds`, () => {
      fc.assert(
        fc.property(fc.array(part, { maxLength: 14 }), parts => {
          const text = parts.join('');
          assert.deepEqual(scanActions(pattern, text), matches(pattern, text));
        }),
        { numRuns: 2000 },
      );
    });

  test('leaves other patterns to an engine', () => assert.equal(scanActions('<a>(.+?)</a>', ''), undefined));

  for (const [what, line] of [
    ['openings without a line', `${opening} `],
    ['openings that nothing closes', `${opening}\n`],
    ['fences that close at once', `${opening}\n\n\`\`\``],
  ] as const)
    test(`takes linear time for ${what}`, () => {
      const start = performance.now();
      scanActions(defaultActionRegex, line.repeat(2 ** 21 / line.length));
      assert.ok(performance.now() - start < 5000);
    });
});
