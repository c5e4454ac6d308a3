import { deepEqual } from 'node:assert/strict';
import { diagnose } from '../../../../src/engine/repair/index.ts';

const integer = { type: 'integer' };
const schema = { properties: { a: integer, b: integer, c: { type: 'object', properties: { d: integer } } } };

suite('where a value breaks its schema, in the text that was given', () => {
  const rows: readonly (readonly [what: string, text: string, ...places: readonly string[]])[] = [
    ['strict JSON', '{"a": "x", "b": "y"}', '"x"', '"y"'],
    ['behind edits that add', '{a: "x", b: "y", c: {d: "z"}}', '"x"', '"y"', '"z"'],
    ['behind edits that take away', '{"a": "x",, /* so */ "b": "y"}', '"x"', '"y"'],
    ['texts that are put in other quotes', "{'a': 'x', 'b': 'it is', \"c\": {'d': 'z'}}", "'x'", "'it is'", "'z'"],
    ['a value that an edit begins in', '{"a": {"b": [1,]}, b: [1,]}', '{"b": [1,]}', '[1,]'],
    ['in prose', 'So: {a: "x", "b": 1,} is it, "b": 2', '"x"'],
    ['in prose, behind edits of two kinds', 'So {"c": 1,, b: "y"} it is.', '1', '"y"'],
    ['between what is taken away', '{"a": /*so*/"x"/*so*/, "b": 1}', '"x"'],
    ['that is not closed', '{"b": "y", "a": "x', '"y"', '"x'],
    ['at the end', '{"b": 1, "a": [1, 2', '[1, 2'],
  ];
  test('of a value that an edit adds, where it is added', () => {
    const [violation] = diagnose('{"a"}', { schema }).violations;
    deepEqual(violation?.span, { start: 4, end: 4 });
  });

  for (const [what, text, ...places] of rows)
    test(what, () => {
      const { violations } = diagnose(text, { schema });
      deepEqual(
        violations.map(({ span }) => text.slice(span.start, span.end)),
        places,
      );
    });
});
