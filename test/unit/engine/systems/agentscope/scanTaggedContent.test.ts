import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scanTaggedContent } from '../../../../../src/engine/systems/agentscope/taggedMatches.ts';

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

  // Two names of one length with the same hashes.
  const [name, twin] = ['1010000000000010000000', '0100010010111000010000'].map(bits =>
    [...bits].map(bit => (bit === '1' ? 'xsduvy' : 'kmqryr')).join(''),
  ) as [string, string];
  for (const [what, text] of [
    ['another’s closer does not close it', `<${name}>1</${twin}>2`],
    ['its own closer behind another’s closes it', `<${name}>1</${twin}>2</${name}>`],
    ['any closer behind another’s closes it', `<${name}>1</${twin}>2</>`],
    ['the nearer closes it: its own', `<${name}>1</${twin}>2</${name}>3</>`],
    ['the nearer closes it: any', `<${name}>1</${twin}>2</>3</${name}>`],
    ['the other is closed by its own', `<${twin}>1</${name}>2</${twin}>`],
  ] as const)
    test(`a name whose hash is another’s: ${what}`, () => {
      assert.deepEqual([...scanTaggedContent(text)], byRegex(text));
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
