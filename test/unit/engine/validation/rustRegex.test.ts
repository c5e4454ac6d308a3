import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rustRegex } from '../../../../src/engine/validation/rustRegex/rustRegex.ts';

function matches(pattern: string, text: string): boolean {
  const regex = rustRegex(pattern);
  assert.ok(!(regex instanceof Error), `${pattern}: ${String(regex)}`);
  return regex.isMatch(text);
}

suite('rustRegex', () => {
  const cases: [pattern: string, yes: string[], no: string[]][] = [
    ['', ['', 'a'], []],
    ['b', ['abc'], ['ac', '']],
    ['^\\d{3}$', ['123', '١٢٣'], ['1234', '12a', '123\n']],
    ['^\\w+$', ['añ_1', '变量'], ['a b', '']],
    ['^\\s$', ['\u3000', '\u0085'], ['\ufeff', '\u001c']],
    ['(?-u)^\\s$', ['\t', '\r', ' '], ['\u0001', '\b', '\u000e']],
    ['^.$', ['😀', '\r'], ['\n', '😀😀']],
    ['(?s)^.$', ['\n'], []],
    ['(?i)straße', ['STRAẞE'], ['strasse']],
    ['(?i)^[^a]$', ['b'], ['A']],
    ['(?m)^b$', ['a\nb\nc'], ['ab']],
    ['(?mR)^b$', ['a\r\nb\r\nc'], []],
    ['(?x) a b # c', ['ab'], ['a b']],
    ['(?i:a)b', ['Ab'], ['AB']],
    ['a(?i)b|c', ['aB', 'C'], ['AB']],
    ['\\bcat\\b', ['a cat.'], ['cats', 'concat']],
    ['\\b{start}cat\\b{end}', ['a cat.'], ['cats']],
    ['\\Acat\\z', ['cat'], ['cat\n']],
    ['^[a-c&&[^b]]+$', ['ac'], ['b']],
    ['^[a-z--x]$', ['y'], ['x']],
    ['^[]a]$', [']', 'a'], ['b']],
    ['^[-a]$', ['-', 'a'], ['b']],
    ['^[a-]$', ['-', 'a'], ['b']],
    ['^[[:alpha:]_]$', ['a', '_'], ['1', 'é']],
    ['^[\\p{Greek}\\d]$', ['α', '٣'], ['a']],
    ['^\\p{Lu}\\pL\\P{L}$', ['Aa1'], ['aa1', 'AaA']],
    ['^\\p{lowercase letter}$', ['a'], ['A']],
    ['^\\x41\\u{42}\\u0043$', ['ABC'], []],
    ['^(?P<a>x)(?<b>y)$', ['xy'], ['x']],
    ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
    ['^a{2,}$', ['aa', 'aaaaa'], ['a']],
    ['^(a|b|)*?c$', ['c', 'abbac'], ['d']],
    ['^(?:a*)*$', ['', 'aaa'], ['b']],
    ['(?-u:\\d)', ['1'], ['١']],
    ['(?i)^k$', ['k', 'K', '\u212a'], ['x']],
    ['(?i-u)^k$', ['k', 'K'], ['\u212a']],
    ['(?i-u)^[A-_]$', ['a', 'Z', '_'], ['`', 'é']],
    ['(?i-u)^é変$', ['é変'], ['É変', 'é0']],
    ['(?-u)^\\w\\d\\s$', ['a1 '], ['é1 ']],
    ['(?-u)^\\x{e9}$', ['é'], ['a']],
    ['(?-u)^[[:alpha:]]$', ['a'], ['é']],
    ['caf\\b', ['caf'], ['café']],
    ['(?-u)caf\\b', ['caf', 'café'], ['cafe']],
    ['(?-u)caf\\b{end}', ['café'], ['cafe']],
    ['(?-u)é\\B', ['é', 'éé'], ['éa']],
    ['(?-u:\\bf)é\\b', ['fé'], ['féé', 'af']],
    ['(?-u)^a$', ['a'], ['ba', 'a\n']],
    ['^\\xff$', ['ÿ'], ['a']],
    ['^\\p{script=Greek}$', ['α'], ['\u0342']],
    ['^\\p{General_Category=uppercase letter}$', ['A'], ['a']],
    ['^\\p{sc!=Greek}$', ['α'], ['a']],
    ['^\\P{sc!=Greek}$', ['a'], ['α']],
    ['^\\p{sc:Greek}$', ['α'], ['a']],
    ['^\\p{sc=Greek}$', ['α'], ['\u0342', 'a']],
    ['^\\p{scx=Greek}$', ['α', '\u0342'], ['a']],
    ['^\\p{Script_Extensions:greek}$', ['α', '\u0342'], ['a']],
    ['^\\p{gc=Lu}$', ['A'], ['a']],
    ['(?x)^[  a   b]$', ['a', 'b'], [' ']],
    ['^a{ 2 , 3 }$', ['aa', 'aaa'], ['a', 'aaaa']],
  ];
  for (const [pattern, yes, no] of cases)
    test(pattern || '(empty)', () => {
      for (const text of yes) assert.equal(matches(pattern, text), true, JSON.stringify(text));
      for (const text of no) assert.equal(matches(pattern, text), false, JSON.stringify(text));
    });

  test('refuses what Rust refuses', () => {
    const bad = [
      '(',
      ')',
      '[',
      '[b-a]',
      '*a',
      'a{',
      'a{3,2}',
      '\\1',
      '(?=a)',
      '(?<!a)',
      '\\Z',
      '\\p{No Such}',
      '(?P=n)',
    ];
    for (const pattern of [...bad, 'a{100000}', `${'('.repeat(300)}${')'.repeat(300)}`, `a${'*'.repeat(5000)}`])
      assert.ok(rustRegex(pattern) instanceof Error, pattern.slice(0, 20));
  });

  test('says why', () => {
    const reasons: [pattern: string, reason: RegExp][] = [
      ['a{', /^invalid repetition$/],
      ['a{}', /^invalid repetition$/],
      ['a{,}', /^invalid repetition$/],
      ['a{,3}', /^invalid repetition$/],
      ['a{x}', /^invalid repetition$/],
      ['a{3,2}', /^invalid repetition count range$/],
      ['*a', /^repetition operator missing expression$/],
      ['(?=a)', /^unrecognized group/],
      ['(a', /^unclosed group$/],
      ['a)', /^unopened group$/],
      ['[a', /^unclosed character class$/],
      ['[b-a]', /^invalid character class range$/],
      ['[\\b]', /^invalid escape sequence in character class$/],
      ['[[:no:]]', /^invalid ASCII character class$/],
      ['\\1', /^backreferences are not supported$/],
      ['\\y', /^unrecognized escape sequence$/],
      ['\\x{d800}', /^invalid hexadecimal escape$/],
      ['\\p{No Such}', /^Unicode property not found: No Such$/],
      ['\\p{^L}', /^Unicode property not found/],
      ['\\p{^sc=Greek}', /^Unicode property not found/],
      ['\\', /^incomplete pattern$/],
      ...['[^a]', '.', '\\W', '\\D', '\\S', '\\xff', '[\\xff&&a]', '[[:^alpha:]]', '[a&&[^b]]'].map(
        (part): [string, RegExp] => [`(?-u)${part}`, /^pattern can match invalid UTF-8$/],
      ),
      ...['[é]', '[\\x{e9}]', '[a-é]', '\\pL', '[\\PL]'].map((part): [string, RegExp] => [
        `(?-u)${part}`,
        /^Unicode not allowed here$/,
      ]),
    ];
    for (const [pattern, reason] of reasons) {
      const regex = rustRegex(pattern);
      assert.ok(regex instanceof Error, pattern);
      assert.match(regex.message, reason, pattern);
    }
  });

  test('is linear where backtracking is not', () => {
    assert.equal(matches('^(a+)+$', `${'a'.repeat(20_000)}b`), false);
    assert.equal(matches('(x+x+)+y', 'x'.repeat(20_000)), false);
  });

  test('agrees with JavaScript on small patterns', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\b', '^', '$', '(?:a|b)', '(?:ab|)', '(?:b|a*)');
    const item = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{0,2}', '*?')).map(([a, q]) => {
      return /^(?:\\b|\^|\$)$/.test(a) ? a : a + q;
    });
    const pattern = fc.array(fc.array(item, { maxLength: 5 }), { minLength: 1, maxLength: 3 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (parts, input) => {
        const source = parts.map(part => part.join('')).join('|');
        assert.equal(matches(source, input), new RegExp(source, 'u').test(input));
      }),
      { numRuns: 500 },
    );
  });
});
