import assert from 'node:assert/strict';
import { isIdentifier, keyEnd, numberEnd, wordEnd, wordOf } from '../../../../src/engine/repair/words.ts';

suite('unquoted text in a value’s place', () => {
  const rows: readonly (readonly [word: string, what: string])[] = [
    ...['0', '-1', '12', '1.5', '1e5', '-1.5E-3', 'true', 'false', 'null'].map(word => [word, 'json'] as const),
    ...['True', 'TRUE'].map(word => [word, 'literal true'] as const),
    ...['False', 'FALSE'].map(word => [word, 'literal false'] as const),
    ...['None', 'NULL', 'Null', 'nil', 'undefined', 'NaN', 'nan'].map(word => [word, 'literal null'] as const),
    ['+5', 'number 5'],
    ['-.5', 'number -0.5'],
    ['5.', 'number 5.0'],
    ['0x1F', 'number 31'],
    ['-0b101', 'number -5'],
    ['0o17', 'number 15'],
    ['1_000_000', 'number 1000000'],
    ['1e', 'number 1'],
    ['1e+', 'number 1'],
    ['-', 'number -0'],
    ['1_00', 'word'],
    ['007', 'word'],
    ['.', 'word'],
    ['e5', 'word'],
    ['seer', 'word'],
    ['_seer1', 'word'],
    ['$', 'word'],
    ['the seer', 'word'],
    ['2024-01-02', 'word'],
    ['lambda', 'word'],
    ['lambda x', 'expression'],
    ['len(', 'expression'],
    ['names[', 'expression'],
    ['<the number>', 'expression'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder in the text
    ['${name}', 'expression'],
    ['2 * count', 'expression'],
    ['4 * 3.5', 'expression'],
    ['a + b', 'expression'],
    ['a - b', 'expression'],
    ['-count', 'expression'],
    ['day > 3', 'expression'],
    ['1 if day else 2', 'expression'],
    ['() => 1', 'expression'],
    ['a && b', 'expression'],
    ['3/4', 'expression range'],
    ['10-12', 'expression range'],
    ['a-b', 'word'],
    [`<${'a'.repeat(298)}>`, 'expression'],
    [`<${'a'.repeat(299)}>`, 'word'],
  ];
  for (const [word, what] of rows)
    test(`${word.slice(0, 30)}: ${what}`, () => {
      const found = wordOf(word);
      const detail = 'json' in found ? ` ${found.json}` : found.kind === 'expression' && found.isRange ? ' range' : '';
      assert.equal(found.kind + detail, what);
    });

  test('of JSON’s own words only numbers are numbers', () => {
    assert.deepEqual(wordOf('7'), { kind: 'json', isNumber: true });
    assert.deepEqual(wordOf('true'), { kind: 'json', isNumber: false });
  });
});

suite('one plain name', () => {
  const rows: readonly (readonly [word: string, isName: boolean])[] = [
    ['seer', true],
    ['_seer', true],
    ['$seer', true],
    ['seer1', true],
    ['self.role', true],
    ['the-seer', true],
    ['voyante', true],
    ['Wölfin', true],
    ['провидец', true],
    ['', false],
    ['1seer', false],
    ['the seer', false],
    ['Wölfin kommt', false],
    ['seer?', false],
    ['.seer', false],
    ['é!', false],
    ['a'.repeat(300), true],
    ['a'.repeat(301), false],
  ];
  for (const [word, isName] of rows)
    test(`${JSON.stringify(word.slice(0, 20))}: ${isName}`, () => assert.equal(isIdentifier(word), isName));
});

suite('where unquoted text ends', () => {
  type Row = readonly [text: string, word: string];
  const words: readonly Row[] = [
    ['seer, 1', 'seer'],
    ['the seer }', 'the seer'],
    ['seer\n', 'seer'],
    ['seer\r\n', 'seer'],
    ['say "no"', 'say'],
    ['say `no`', 'say'],
    ['say “no”', 'say'],
    ['say \\"no', 'say'],
    ["it's so", "it's so"],
    ["say 'no'", 'say'],
    ['a; b', 'a'],
    ['a;b', 'a;b'],
    ['a {b', 'a'],
    ['a)', 'a'],
    ['a // so', 'a'],
    ['a # so', 'a'],
    ['a #so', 'a #so'],
    ['http://a.b', 'http://a.b'],
    ['len(x)', 'len('],
    ['names[0]', 'names['],
    [', a', ''],
  ];
  for (const [text, word] of words)
    test(`a value: ${JSON.stringify(text)}`, () => assert.equal(text.slice(0, wordEnd(text, 0)), word));

  const keys: readonly Row[] = [
    ['role: 1', 'role'],
    ['the role : 1', 'the role'],
    ['role-name.a/b@c: 1', 'role-name.a/b@c'],
    ['-role: 1', ''],
    [': 1', ''],
    ['role\n: 1', 'role'],
    ['1: 1', '1'],
    ['a'.repeat(300), 'a'.repeat(200)],
  ];
  for (const [text, key] of keys)
    test(`a key: ${JSON.stringify(text.slice(0, 30))}`, () => assert.equal(text.slice(0, keyEnd(text, 0)), key));

  const numbers: readonly Row[] = [
    ['12,', '12'],
    ['-1.5e+3]', '-1.5e+3'],
    ['1E5', '1E5'],
    ['0.5', '0.5'],
    ['0', '0'],
    ['01', ''],
    ['-', ''],
    ['1.', ''],
    ['1e', ''],
    ['1e-', ''],
    ['.5', ''],
    ['x', ''],
  ];
  for (const [text, number] of numbers)
    test(`a number: ${text}`, () => assert.equal(text.slice(0, numberEnd(text, 0)), number));
});
