import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { CodeText } from '../../../../../src/engine/python/regex/codeText.ts';
import { readRegex } from '../../../../../src/engine/python/regex/readRegex.ts';
import { Regex } from '../../../../../src/engine/python/regex/regex.ts';
import { RegexScan } from '../../../../../src/engine/python/regex/regexScan.ts';
import { compileScan } from '../../../../../src/engine/python/regex/scanProgram.ts';
import { propertyRuns } from '../../../../propertyRuns.ts';

/** The spans of all matches. */
function spans(pattern: string, text: string): string {
  return [...new Regex(pattern).matches(new CodeText(text))].map(({ start, end }) => `${start}-${end}`).join(' ');
}

/** What a search that may be partial gives. */
function search(pattern: string, text: string, partial = true): string {
  const match = new Regex(pattern).search(new CodeText(text), 0, partial);
  return match ? `${match.partial ? 'partial ' : ''}${match.start}-${match.end}` : 'none';
}

function fault(pattern: string): string {
  try {
    new Regex(pattern);
    return '';
  } catch (error) {
    assert(error instanceof EngineError);
    return `${error.class}: ${error.message}`;
  }
}

suite('patterns of the regex module', () => {
  const rows: readonly (readonly [pattern: string, text: string, spans: string])[] = [
    ['a|ab', 'ab', '0-1'],
    ['(?a)\\w+', 'a_1\u00e9b', '0-3 4-5'],
    ['(?a)\\d+', '12\u0661', '0-2'],
    ['(?a)\\s+', ' \v\t\u00a0', '0-3'],
    ['(?a)\\h+', ' \t\n\u2003', '0-2'],
    ['(?a)\\W', 'a\u00e9', '1-2'],
    ['(a|b)c(?<=\\1c)d', 'acd bcd', '0-3 4-7'],
    ['(ab)c(?<=(?:\\1){2}c)', 'abc ababc', '6-9'],
    ['a.c', 'a\nc', '0-3'],
    ['(?-s:a.c)', 'a\nc', ''],
    ['x*', 'axb', '0-0 1-2 2-2 3-3'],
    ['\\w+', 'e\u0301\u00b2', '0-2'],
    ['\\s', '\x1c\ufeff\u0085', '2-3'],
    ['\\d', '\u0663', '0-1'],
    ['(?i)stra\u00dfe', 'STRASSE', ''],
    ['(?i)k', '\u212a', '0-1'],
    ['a++a', 'aaa', ''],
    ['(?>a|ab)c', 'abc', ''],
    ['(?<=ab*)c', 'abbc', '3-4'],
    ['(?<!a)b', 'ab b', '3-4'],
    ['(?P<q>["\']).*?(?P=q)', `"a'b" 'c'`, '0-5 6-9'],
    ['(?<a>x)|(?<a>y)\\g<a>', 'yy', '0-2'],
    ['(a)?(?(1)b|c)', 'ab c', '0-2 3-4'],
    ['a\\Kb', 'ab', '1-2'],
    ['[[:upper:]]+', 'aBC', '1-3'],
    ['\\p{Lu}\\P{Lu}', 'Aa', '0-2'],
    ['[^\\W\\d]+', '1ab', '1-3'],
    ['a{,2}b', 'aaab', '1-4'],
    ['a{2}{', 'aa{', '0-3'],
    ['(?|(a)b|(c))', 'cab', '0-1 1-3'],
    ['\\R', '\r\n\n', '0-2 2-3'],
    ['\\mgo\\M', 'going go', '6-8'],
    ['a$', 'a\n', '0-1'],
    ['a\\Z', 'a\n', ''],
    ['(?m)^b$', 'a\nb\nc', '2-3'],
    ['a (?#no)b', 'a b', '0-3'],
    ['(?x) a  b # c', 'ab', '0-2'],
    ['(?:(?:a|b)*?c){2}', 'abcac', '0-5'],
    ['(?:)*', 'a', '0-0 1-1'],
    ['😀.', '😀\ud83d', '0-2'],
  ];
  for (const [pattern, text, expected] of rows)
    test(`${pattern} in ${JSON.stringify(text)}`, () => assert.equal(spans(pattern, text), expected));

  test('a complete match comes before one that is only begun, wherever they are', () => {
    assert.equal(search('abc|a', 'xabc'), '1-4');
    assert.equal(search('abc|x', 'abxab'), '2-3');
    assert.equal(search('abc', 'xab'), 'partial 1-3');
    assert.equal(search('abc', 'xyz'), 'partial 3-3');
    assert.equal(search('abc', 'xab', false), 'none');
    assert.equal(search('x(?!abc)', 'xa'), '0-1');
    assert.equal(search('(?=[^]*?;)'.replace('[^]', '[\\s\\S]'), 'abc'), 'partial 0-3');
    assert.equal(search('a\\Kb', 'xa'), 'partial 2-2');
    assert.equal(search('(a+)-\\1b', 'aa-a'), 'partial 0-4');
    assert.equal(search('a{3}', 'aabaa'), 'partial 3-5');
  });

  test('errors are those of the module', () => {
    assert.equal(fault('a**'), 'error: multiple repeat at position 2');
    assert.equal(fault('*'), 'error: nothing to repeat at position 0');
    assert.equal(fault('[z-a]'), 'error: bad character range at position 4');
    assert.equal(fault('\\q'), 'error: bad escape \\q at position 2');
    assert.equal(fault('(?P<1a>x)'), 'error: bad character in group name at position 4');
    assert.equal(fault('a)'), 'error: unbalanced parenthesis at position 1');
    assert.equal(fault('(?P=q)'), 'error: unknown group at position 3');
    assert.match(fault('('.repeat(10_000)), /^RecursionError/);
  });

  test('what cannot be run here compiles, and says so when it is used', () => {
    for (const pattern of ['(?r)ab', '(?:x){e<=1}', '(?R)', '\\X', '(?V1)a', '\\p{InBasicLatin}', '(*SKIP)a'])
      assert.throws(
        () => new Regex(pattern).search(new CodeText('ab'), 0),
        (error: EngineError) => error.class === 'UntranslatablePattern',
        pattern,
      );
  });

  test('a pattern that never ends is an error @slow', () => {
    const endless = new Regex('(?:(a+)+\\1)+b');
    assert.throws(
      () => endless.search(new CodeText('a'.repeat(60)), 0),
      (error: EngineError) => error.class === 'PatternTimeoutError',
    );
  });

  const pattern = fc.letrec<{ node: string; atom: string }>(tie => ({
    atom: fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\b', '$', '^', '\\Z'),
    node: fc.oneof(
      { maxDepth: 4 },
      tie('atom'),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('node'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}'))
        .map(([a, q]) => `(?:${a})${q}`),
      tie('node').map(a => `(?P<g>${a})`),
    ),
  })).node;

  test('a search that never goes back finds what backtracking finds, however the text grows', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.boolean(),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 3 }), { maxLength: 5 }),
        fc.boolean(),
        (body, looksAhead, chunks, partial) => {
          const source = looksAhead ? `${body}(?=b)` : body;
          const code = compileScan(readRegex(source));
          fc.pre(code !== undefined);
          const [scan, regex, text] = [new RegexScan(code!), new Regex(source), new CodeText()];
          const names = readRegex(source).names;
          for (const chunk of chunks) {
            text.append(chunk);
            const expected = regex.search(text, 0, partial);
            assert.deepEqual(scan.search(text, 0, partial, names), expected, `${source} in ${chunks.join('|')}`);
          }
        },
      ),
      { numRuns: propertyRuns(1000, 3000) },
    );
  });

  test('JavaScript finds the same where both mean the same', () => {
    fc.assert(
      fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 8 }), (body, text) => {
        fc.pre(!/\\b|\$|\^|\\Z|\(\?P|\)[*+?{]/.test(body));
        const match = new RegExp(body, 's').exec(text);
        const expected = match ? `${match.index}-${match.index + match[0].length}` : 'none';
        assert.equal(search(body, text, false), expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('the search of a text that comes in single characters is linear @slow', () => {
    for (const source of ['(?=[\\s\\S]*?</a>)', '\\s*<x>', '<[^>]+>', 'call:[a-z ]+', 'X\\s*|$']) {
      const [regex, text, progress] = [new Regex(source), new CodeText(), { from: -1, spent: 0, scan: undefined }];
      const started = performance.now();
      text.append(source.startsWith('call') ? 'call:' : '<');
      for (let i = 0; i < 200_000; i++) {
        text.append(' ');
        regex.search(text, 0, true, progress);
      }
      assert(performance.now() - started < 20_000, source);
    }
  });
});
