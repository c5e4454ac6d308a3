import assert from 'node:assert/strict';
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import type { PyValue } from '../../../../src/engine/core/pyValue.ts';
import { appendItem, indentAt, layoutOf, removeItem } from '../../../../src/engine/json/editItems.ts';
import { readJson } from '../../../../src/engine/json/jsonSource.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';

type Path = readonly (string | number)[];

function nodeAt(text: string, path: Path): Node {
  const { root } = readJson(text);
  const node = root && findNodeAtLocation(root, [...path]);
  assert(node);
  return node;
}

function loads(json: string): PyValue {
  const read = jsonLoads(json);
  assert(read.ok);
  return read.value;
}

suite('appending an item', () => {
  const nested = '{\n  "a": {\n    "b": []\n  }\n}';
  const cases: readonly (readonly [what: string, text: string, path: Path, json: string, expected: string])[] = [
    ['to an empty list', '[]', [], '1', '[1]'],
    ['to an empty object, with air', '{}', [], '{"a": 1}', '{ "a": 1 }'],
    ['to an object of one line', '{"a": 1}', [], '{"b": 2}', '{"a": 1, "b": 2}'],
    ['to a list of one line', '[1]', [], '2', '[1, 2]'],
    ['behind a trailing comma, which stays', '[1,]', [], '2', '[1, 2,]'],
    ['in the place of blanks', '[  ]', [], '1', '[1]'],
    ['before blanks that follow an item', '[1 ]', [], '2', '[1, 2 ]'],
    ['before a comment that stands alone', '[/* none */]', [], '1', '[1/* none */]'],
    ['before a comment that follows an item', '[1 /* one */]', [], '2', '[1, 2 /* one */]'],
    ['on a line of its own', '[\n  1\n]', [], '2', '[\n  1,\n  2\n]'],
    ['on a line of its own, behind a trailing comma', '[\n  1,\n]', [], '2', '[\n  1,\n  2,\n]'],
    ['below a comment that follows an item', '[\n  1 // one\n]', [], '2', '[\n  1, // one\n  2\n]'],
    ['below a comment that stands alone', '[\n  // none\n]', [], '1', '[\n  // none\n  1\n]'],
    ['with tabs and CRLF', '[\r\n\t"x"\r\n]', [], '[2]', '[\r\n\t"x",\r\n\t[\r\n\t\t2\r\n\t]\r\n]'],
    ['below a comment at the start of the file', '// note\n{"a": []}', ['a'], '1', '// note\n{"a": [1]}'],
    [
      'of several lines, as deep as its container',
      nested,
      ['a', 'b'],
      '{"x": 1}',
      nested.replace('[]', '[\n      {\n        "x": 1\n      }\n    ]'),
    ],
  ];
  for (const [what, text, path, json, expected] of cases)
    test(what, () => assert.equal(applyEdits(text, appendItem(text, nodeAt(text, path), loads(json))), expected));

  const inLine: readonly (readonly [text: string, json: string, expected: string])[] = [
    ['[]', '{"x": [1, "é"]}', '[{"x": [1, "é"]}]'],
    ['{}', '{"é": {"x": 1}}', '{ "é": {"x": 1} }'],
    ['[\n  1\n]', '{"x": [1]}', '[\n  1,\n  {"x": [1]}\n]'],
  ];
  for (const [text, json, expected] of inLine)
    test(`in one line: ${json}`, () =>
      assert.equal(applyEdits(text, appendItem(text, nodeAt(text, []), loads(json), true)), expected));
});

suite('removing an item', () => {
  const cases: readonly (readonly [what: string, text: string, index: number, expected: string])[] = [
    ['from the middle', '[1, 2, 3]', 1, '[1, 3]'],
    ['from the end', '[1,\n  2\n]', 1, '[1\n]'],
    ['before a comment', '[1,\n  2 // two\n]', 1, '[1 // two\n]'],
    ['behind a comment', '[1, /* two */ 2]', 1, '[1 /* two */ ]'],
    ['behind a comma in a comment', '[1/* , */, 2]', 1, '[1/* , */ ]'],
    ['behind a comma that is missing', '[1 2]', 1, '[1]'],
    ['the first, with the comma behind it', '[1, 2]', 0, '[2]'],
    ['the first of several lines', '[\n  1,\n  2\n]', 0, '[\n  2\n]'],
    ['the first before a comment', '[1, /* two */ 2]', 0, '[ /* two */ 2]'],
    ['the only one', '[1]', 0, '[]'],
    ['one that is not there', '[1]', 1, '[1]'],
  ];
  for (const [what, text, index, expected] of cases)
    test(what, () => assert.equal(applyEdits(text, removeItem(text, nodeAt(text, []), index)), expected));
});

suite('layout', () => {
  test('the line ends and the indentation of the first indented line', () => {
    const cases: readonly (readonly [text: string, eol: string, unit: string])[] = [
      ['{}', '\n', '  '],
      ['{\r\n\t"a": 1\r\n}', '\r\n', '\t'],
      ['{\n   // a comment of its own\n    "a": 1\n}', '\n', '    '],
    ];
    for (const [text, eol, unit] of cases) assert.deepEqual(layoutOf(text), { eol, unit });
  });

  test('the blanks at the start of a line, none in a line that nobody laid out', () => {
    assert.equal(indentAt('{\n\t "a": 1', 7), '\t ');
    assert.equal(indentAt('  {', 3), '  ');
    assert.equal(indentAt(`  ${'x'.repeat(10_000)}`, 10_002), '');
    assert.equal(indentAt(`${'x'.repeat(10_000)}\n  y`, 10_003), '  ');
  });
});
