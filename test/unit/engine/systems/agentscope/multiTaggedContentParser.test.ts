import assert from 'node:assert/strict';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { checkPrefixes, faultOf, fieldsOf, parserOf, warningsOf } from './parse.ts';

const type = typeNamed('MultiTaggedContentParser');

const tag = (name: string, more: object = {}) => ({
  name,
  tag_begin: `[${name}]`,
  content_hint: 'h',
  tag_end: `[/${name}]`,
  ...more,
});
const parser = parserOf(type, { tagged_contents: [tag('t'), tag('j', { parse_json: true })] });

suite('MultiTaggedContentParser', () => {
  test('fields in the order of the definition, with and without tags', async () =>
    assert.deepEqual(await fieldsOf(parser, '[j] {"a": 1}[/j] [t]x\n[/t]'), [
      't: [t]x\n[/t] | x\n',
      'j: [j] {"a": 1}[/j] |  {"a": 1}',
    ]));

  test('of equal names the later tag counts, at the first place', async () => {
    const same = parserOf(type, { tagged_contents: [tag('a', { name: 'k' }), tag('b'), tag('c', { name: 'k' })] });
    assert.deepEqual(await fieldsOf(same, '[a]1[/a][b]2[/b][c]3[/c]'), ['k: [c]3[/c] | 3', 'b: [b]2[/b] | 2']);
  });

  const faults: [text: string, className: string, underlined: string][] = [
    ['hello\nthere', 'TagNotFoundError', 'hello'],
    ['[t]x', 'TagNotFoundError', '[t]'],
    ['x[/t]', 'TagNotFoundError', '[/t]'],
    ['[t][/t][j]tru[/j]', 'JsonParsingError', 'tru'],
    ['[t][/t][j] [/j]', 'JsonParsingError', '[j] [/j]'],
    [`[t][/t][j]${'['.repeat(100_000)}[/j]`, 'RecursionError', '['],
    [`[t][/t][j]${'1'.repeat(4301)}[/j]`, 'ValueError', '1'.repeat(4301)],
  ];
  for (const [text, className, underlined] of faults)
    test(`fault of ${JSON.stringify(text.slice(0, 40))}`, async () =>
      assert.deepEqual(await faultOf(parser, text), [className, underlined]));

  test('arguments that are missing raise as the constructor does', () =>
    assert.throws(() => parserOf(type, { tagged_contents: [{ name: 'a' }] }), {
      class: 'TypeError',
      message:
        "TaggedContent.__init__() missing 3 required positional arguments: 'tag_begin', 'content_hint', and 'tag_end'",
    }));

  test('odd values', () => {
    const odd = { tag_begin: '', tag_end: '', content_hint: { k: true }, parse_json: 1 };
    assert.deepEqual(warningsOf(type, { tagged_contents: [tag('a', odd), tag('a')], keys_allow_missing: 'a' }), [
      ['odd-value', '"a"'],
      ['odd-value', '{\n        "k": true\n      }'],
      ['odd-value', '1'],
      ['duplicate-name', '"a"'],
      ['empty-tag', '""'],
      ['empty-tag', '""'],
    ]);
    assert.deepEqual(warningsOf(type, { tagged_contents: [tag('a')], keys_allow_missing: ['a'] }), []);
  });

  test('every prefix is safe', () => checkPrefixes(parser, 'x [j]["é😀", 1.0][/j]\n[t] y [/t] z'));
});
