import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scanTaggedContent } from '../../../../../src/engine/parsers/agentscope/scanTaggedContent.ts';

/** The default pattern in JavaScript, where it means the same: the group of a back-reference has always matched. */
function byRegex(text: string): number[] {
  return [...text.matchAll(/<([^>]+)>(.*?)<\/\1?>/dgsu)].flatMap(({ indices = [] }) =>
    [...indices].flatMap(span => span ?? []),
  );
}

suite('scanTaggedContent', () => {
  test('finds what the pattern finds', () => {
    const part = fc.constantFrom(...'<>/ab \n', '</', '</>', '<a>', '</a>', '<b', 'a>', '<a>1</a>', '<😀>');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), parts => {
        const text = parts.join('');
        assert.deepEqual([...scanTaggedContent(text)], byRegex(text));
      }),
      { numRuns: 2000 },
    );
  });

  const million = 1_000_000;
  const numbered = (open: string): string => Array.from({ length: 100_000 }, (_, i) => `<${open}${i}>`).join('');
  // A regular expression would take minutes or hours for these.
  const hostile: readonly (readonly [name: string, text: string, matches: number])[] = [
    ['openers alone', '<'.repeat(million), 0],
    ['openers of one name', `${'<'.repeat(million)}>`, 0],
    ['unclosed tags', '<a><b><c>'.repeat(100_000), 0],
    ['different unclosed tags', numbered('a'), 0],
    ['closers of one name', `<a>${'</'.repeat(million / 2)}>`, 1],
    ['tags closed in the order they were opened', numbered('a') + numbered('/a'), 1],
    ['brackets', '>'.repeat(million), 0],
    ['half-open tags before one closer', `${'<a'.repeat(million / 2)}></a>`, 1],
  ];
  for (const [name, text, matches] of hostile)
    test(`is linear: ${name}`, () => assert.equal(scanTaggedContent(text).length / 6, matches));
});
