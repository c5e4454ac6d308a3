import assert from 'node:assert/strict';
import { findTooDeep, members, readJson, toPython } from '../../../../src/engine/json/jsonSource.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';

suite('readJson', () => {
  const faults: readonly (readonly [text: string, underlined: string, message: string])[] = [
    ['{"a": nope}', 'nope', '`nope` is not JSON. A text needs double quotes.'],
    [`[${'x'.repeat(50)}]`, 'x'.repeat(50), `\`${'x'.repeat(40)}\` is not JSON. A text needs double quotes.`],
    ['{1: 2}', '1', 'A key in double quotes is expected here.'],
    ['{"a": }', '}', 'A value is expected here.'],
    ['{"a" 1}', '1', 'A colon is expected here.'],
    ['[1 2]', '2', 'A comma is expected here.'],
    ['{"a": 1', '1', 'The object is not closed: `}` is expected here.'],
    ['[1', '1', 'The list is not closed: `]` is expected here.'],
    ['{} 1', '1', 'The file should end here.'],
    ['{"a": 1}}', '}', 'This `}` is one too many: everything is closed before it.'],
    ['[1] // end\n]', ']', 'This `]` is one too many: everything is closed before it.'],
    ['{} {}', '{', 'The file should end here.'],
    ['{} , 1', ',', 'The file should end here.'],
    ['1 }', '}', 'The file should end here.'],
    ['{} /* a', '/* a', 'The comment is not closed: `*/` is missing.'],
    ['{"a": "b\n}', '"b', 'The text is not closed: `"` is missing.'],
    ['[1.]', '1.', 'The number is not complete.'],
    ['[1e]', '1e', 'The number is not complete.'],
    ['["\\u12"]', '"\\u12"', 'Four hexadecimal digits must follow `\\u`.'],
    ['["\\q"]', '"\\q"', 'This escape does not exist in JSON. A backslash itself is written `\\\\`.'],
    ['["a\tb"]', '"a\tb"', 'A control character must be escaped (`\\n` for a line feed, `\\t` for a tab).'],
    ['', '', 'The file is empty. A definition is an object with a `type`.'],
    [' \n', ' \n', 'The file is empty. A definition is an object with a `type`.'],
  ];
  for (const [text, underlined, message] of faults)
    test(JSON.stringify(text), () => {
      const [first] = readJson(text).problems;
      assert(first);
      assert.deepEqual([first.message, text.slice(first.span.start, first.span.end)], [message, underlined]);
    });

  for (const rest of [', "b": 2}', '\n  ,"b \\" c" : 2\n}', '\n"b": 2', ', /* two */ "b": 2}'])
    test(`members behind the closed object: ${JSON.stringify(rest)}`, () => {
      const [first] = readJson(`{"a": {"x": 1}}${rest}`).problems;
      assert.match(first?.message ?? '', /^This `}` closes the whole object, but members follow/);
      assert.deepEqual(first?.span, { start: 14, end: 15 });
    });

  test('comments, trailing commas and a byte order mark are no fault', () =>
    assert.deepEqual(readJson('\uFEFF// one\n{"a": [1, /* two */],}').problems, []));

  test('a fault is told once, however much follows from it', () => {
    const lines = (text: string) =>
      readJson(text).problems.map(({ span }) => text.slice(0, span.start).split('\n').length);
    assert.deepEqual(lines('{"a": x y z,\n"b": 1}'), [1]);
    assert.deepEqual(lines('{"a": x,\n"b": y}'), [1, 2]);
    assert.deepEqual(lines('{"a":\n'), [1]);
  });

  test('no more than 100 faults are told', () =>
    assert.equal(readJson(`{${'"a": nope,\n'.repeat(150)}}`).problems.length, 100));

  test('400 levels are read, one more is refused where it opens', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
      assert.deepEqual(readJson(nested(400)).problems, []);
      const { root, problems } = readJson(nested(401));
      assert.equal(root, undefined);
      assert.deepEqual(
        problems.map(({ message, span }) => [message, span.start, span.end]),
        [
          [
            'Nested deeper than 400 levels, which is more than ParserLens reads. Flatten this part.',
            400 * open.length,
            400 * open.length + 1,
          ],
        ],
      );
    }
  });

  test('many brackets side by side, or in texts and comments, are not deep', () => {
    assert.equal(findTooDeep(`[${'[],{},'.repeat(500)}1]`), undefined);
    assert.equal(findTooDeep(`["${'['.repeat(500)}", // ${'{'.repeat(500)}\n 1]`), undefined);
  });
});

suite('toPython', () => {
  const cases: readonly (readonly [json: string, repr: string])[] = [
    ['[1.0, 1e2, 1E2, -0, -0.0]', '[1.0, 100.0, 100.0, 0, -0.0]'],
    ['[12345678901234567890, -9007199254740993]', '[12345678901234567890, -9007199254740993]'],
    ['[null, true, false, "a"]', "[None, True, False, 'a']"],
    ['{"a": 1, "b": {"c": []}, "a": 2}', "{'a': 2, 'b': {'c': []}}"],
    ['{"a": , "b"}', "{'a': None, 'b': None}"],
    ['[]', '[]'],
  ];
  for (const [json, repr] of cases)
    test(json, () => {
      const { root } = readJson(json);
      assert(root);
      assert.equal(pyRepr(toPython(root, json)), repr);
    });

  test('the later of two equal keys is told, at every level', () => {
    const json = '{"a": {"x": 1, "x": 2}, "b": [{"y": 1, "y": 2}], "a": 3}';
    const told: [string, number][] = [];
    toPython(readJson(json).root!, json, key => told.push([key.value, key.offset]));
    assert.deepEqual(told, [
      ['x', json.lastIndexOf('"x"')],
      ['y', json.lastIndexOf('"y"')],
      ['a', json.lastIndexOf('"a"')],
    ]);
  });

  test('only objects have members', () => {
    assert.deepEqual(members(readJson('[1]').root), []);
    assert.deepEqual(members(undefined), []);
    assert.deepEqual(
      members(readJson('{"a": 1, "b"}').root).map(({ key, value }) => [key.value, value?.value]),
      [
        ['a', 1],
        ['b', undefined],
      ],
    );
  });
});
