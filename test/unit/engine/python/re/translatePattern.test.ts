import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { parsePattern } from '../../../../../src/engine/python/re/parsePattern.ts';
import { translatePattern } from '../../../../../src/engine/python/re/translatePattern.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { recordedErrors, recordedMatches } from './recorded.ts';

const flags = { ignoreCase: false, multiline: false, dotAll: true, ascii: false };

/** Every match as recorded, all groups wanted. */
async function findAll(source: string, text: string): Promise<(number | string | null)[][]> {
  const pattern = parsePattern(source, flags);
  const numbers = [...pattern.groups.keys()].slice(1);
  const names = new Map(numbers.map(number => [String(number), number]));
  const translated = translatePattern({ ...pattern, names }, [...names.keys()]);
  const groups = [0, ...numbers.map(number => translated.groups.get(String(number)) ?? 0)];
  const outcome = await nodeHost.runPattern?.({ ...translated, text, groups }, 5000);
  assert(outcome?.ok);
  const { spans } = outcome;
  const width = 2 + 2 * groups.length;
  const cut = (i: number): string | null => (spans[i] === -1 ? null : text.slice(spans[i], spans[i + 1]));
  return Array.from({ length: spans.length / width }, (_, row) => [
    spans[row * width] as number,
    ...groups.map((_, i) => cut(row * width + 2 + 2 * i)),
  ]);
}

suite('Python patterns', () => {
  for (const [pattern, text, matches] of recordedMatches)
    test(`${pattern} on ${JSON.stringify(text)}`, async () => assert.deepEqual(await findAll(pattern, text), matches));

  for (const [pattern, className, message] of recordedErrors)
    test(`${pattern.slice(0, 40)} raises ${className}`, () =>
      assert.throws(() => parsePattern(pattern, flags), { class: className, message }));

  const untranslatable: readonly (readonly [pattern: string, start: string])[] = [
    ['a\\N{EM DASH}', 'ParserLens cannot run the character name \\N{EM DASH} at position 1'],
    [
      '(?:(?P<x>a)|b)*',
      'ParserLens cannot run the repeated group 1, which not every repetition matches, at position 3',
    ],
    ['(?P<x>a*)*', 'ParserLens cannot run the repeated group 1, which not every repetition matches, at position 0'],
    ['(?:(?P<x>a)?b(?P=x)?)+', 'ParserLens cannot run the repeated group 1'],
    [
      '(?P<x>a*)?(?(x)b)',
      'ParserLens cannot run a reference to group 1, which may be left out or match nothing, at position 10',
    ],
    ['(?(1)a|b)(?P<x>c)', 'ParserLens cannot run a condition on a group that comes later at position 0'],
    ['(?:|a)*b', 'ParserLens cannot run a repetition of something that may rather match nothing at position 6'],
    [
      '(?P<x>a)(?i:(?P=x))',
      'ParserLens cannot run a back-reference that ignores case, in a pattern that elsewhere does not, at position 12',
    ],
    ['(?ai)(?P<x>a)(?P=x)', 'ParserLens cannot run a back-reference that ignores case in ASCII alone at position 13'],
  ];
  for (const [pattern, start] of untranslatable)
    test(`${pattern} is named as untranslatable`, () => {
      const fault = faultOf(() => translatePattern(parsePattern(pattern, flags), ['x']));
      assert.equal(fault?.class, 'UntranslatablePattern');
      assert.equal(fault?.message.slice(0, start.length), start);
    });

  test('any text compiles in JavaScript or is an error with a class', () => {
    const token = fc.constantFrom(
      ...'()[]{}?*+|^$\\.-:<>=!P#,019abxim \n😀',
      '(?P<n>',
      '(?:',
      '(?<=',
      '(?(1)',
      '\\1',
      '(?i)',
    );
    const pattern = fc.oneof(
      fc.array(token, { maxLength: 12 }).map(tokens => tokens.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(pattern, source => {
        faultOf(() => {
          const { source: translated, flags: own, nonEmpty } = translatePattern(parsePattern(source, flags), ['n']);
          new RegExp(translated, own);
          new RegExp(nonEmpty ?? '', own);
        });
      }),
      { numRuns: 1000 },
    );
  });
});

/** The error that an action raises; any other than an `EngineError` goes on. */
function faultOf(action: () => void): EngineError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
