import assert from 'node:assert/strict';
import { closing, confirmsEnd, isItemAt, isKeyAt } from '../../../../src/engine/repair/context.ts';
import type { Frame } from '../../../../src/engine/repair/reading.ts';

function frame(kind: 'object' | 'list' | 'tuple', parent?: Frame): Frame {
  const closed = { isImplied: false, start: 0, depth: 1, schema: undefined, outerKeys: undefined, outerKinds: 0 };
  return { parent, isObject: kind === 'object', isTuple: kind === 'tuple', ...closed };
}
const outer = { object: frame('object'), list: frame('list'), tuple: frame('tuple') };
const inner = { object: frame('object', outer.list), list: frame('list', outer.object) };

suite('where a key seems to stand', () => {
  const rows: readonly (readonly [text: string, isKey: boolean])[] = [
    ['"a": 1', true],
    ['"a"\n : 1', true],
    ['"a", "b": 1', false],
    ['"a"}', false],
    ['"a', false],
    ['"a\n": 1', false],
    ['"a\\"": 1', true],
    ["'a': 1", true],
    ["'a', 1", false],
    ['“a”: 1', true],
    ['a: 1', true],
    ['a": 1', true],
    ['a, b: 1', false],
    ['http://a', false],
    ['a : // so', true],
    [': 1', false],
    [`"${'a'.repeat(110)}": 1`, true],
    [`"${'a'.repeat(200)}": 1`, false],
  ];
  for (const [text, isKey] of rows)
    test(`${JSON.stringify(text.slice(0, 30))}: ${isKey}`, () => assert.equal(isKeyAt(text, 0), isKey));
});

suite('where an item of a list seems to stand', () => {
  const rows: readonly (readonly [text: string, isItem: boolean])[] = [
    ['"a", "b"', true],
    ['"a" ]', true],
    ['"a": 1', false],
    ['"a"}', false],
    ['"a\n", 1', false],
    ['"a\\"", 1', true],
    ['"a', false],
  ];
  for (const [text, isItem] of rows)
    test(`${JSON.stringify(text)}: ${isItem}`, () => assert.equal(isItemAt(text, 0), isItem));
});

suite('what confirms that a string ended', () => {
  type Row = readonly [what: string, behind: string, frame: Frame | undefined, isConfirmed: boolean];
  const rows: readonly Row[] = [
    ['the end of the text', ' \n', outer.list, true],
    ['anything, outside of brackets', ', 1', undefined, false],
    ['a comma and a string, in a list', ', "b"', outer.list, true],
    ['a comma and what looks like the end of a quotation', ', " he said', outer.list, false],
    ['a comma and a quote that a comma follows', ', ",', outer.list, false],
    ['a comma and a number, in a list', ', 2', outer.list, true],
    ['a comma and a negative number, in a list', ', -2', outer.list, true],
    ['a comma and an object, in a list', ', {', outer.list, true],
    ['a comma and a list, in a list', ', [', outer.list, true],
    ['a comma and a tuple, in a list', ', (', outer.list, true],
    ...['true', 'false', 'null', 'True', 'False', 'None'].map(
      word => [`a comma and ${word}, in a list`, `, ${word}]`, outer.list, true] as const,
    ),
    ['a comma and a word, in a list', ', he said', outer.list, false],
    ['a comma and the end of the list', ', ]', outer.list, true],
    ['a comma and the end of the object, in a list', ', }', outer.list, false],
    ['a comma and a key, in an object', ', "b": 1', outer.object, true],
    ['a comma and a string, in an object', ', "b", 1', outer.object, false],
    ['a comma and the end of the object', ', }', outer.object, true],
    ['a comma and the end of the list, in an object', ', ]', outer.object, false],
    ['a comma and a comment', ', // so', outer.object, true],
    ['a comma at the end of the text', ', ', outer.object, true],
    ['the bracket of the object', '}', outer.object, true],
    ['the bracket of the list', ']', outer.list, true],
    ['the parenthesis of the tuple', ')', outer.tuple, true],
    ['a parenthesis, in a list', ')', outer.list, false],
    ['a bracket of the other kind', ']', outer.object, false],
    ['the bracket of the inner object, and text', '}x', inner.object, false],
    ['the bracket of the inner object, and a comma', '},', inner.object, true],
    ['the bracket of the inner object, and a bracket', '}]', inner.object, true],
    ['the bracket of the inner object, and a blank', '} x', inner.object, true],
    ['the bracket of the outermost object, and text', '}x', outer.object, true],
    ['a key in the next line, in an object', '\n"b": 1', outer.object, true],
    ['a key in the same line', ' "b": 1', outer.object, false],
    ['a string in the next line, in a list', '\n"b": 1', outer.list, false],
    ['a code block that ends', '\n```', outer.list, true],
    ['one backtick', ' `', outer.list, false],
    ['a comment', ' // so', outer.object, true],
    ['a word', ' so', outer.object, false],
  ];
  for (const [what, behind, around, isConfirmed] of rows)
    test(`${what}: ${isConfirmed}`, () => assert.equal(confirmsEnd(`"a"${behind}`, 3, around, false), isConfirmed));

  test('of a key nothing does but a colon', () => {
    assert.equal(confirmsEnd('"a" : 1', 3, outer.object, true), true);
    assert.equal(confirmsEnd('"a", "b": 1', 3, outer.object, true), false);
    assert.equal(confirmsEnd('"a"', 3, outer.object, true), false);
  });
});

suite('whether brackets close what is open', () => {
  const rows: readonly (readonly [text: string, frame: Frame | undefined, closed: 'all' | 'some' | 'none'])[] = [
    [']}', inner.list, 'all'],
    [']', inner.list, 'some'],
    ['} ]', inner.object, 'all'],
    ['}}', inner.object, 'some'],
    ['}', inner.list, 'none'],
    ['abc', inner.list, 'none'],
    ['}', undefined, 'none'],
  ];
  for (const [text, around, closed] of rows)
    test(`${JSON.stringify(text)} closes ${closed}`, () => assert.equal(closing(text, 0, text.length, around), closed));
});
