import assert from 'node:assert/strict';
import fc from 'fast-check';
import { closeTyping } from '../../../../src/engine/authoring/index.ts';

suite('closing what is being typed', () => {
  for (const [name, marked, expected] of [
    ['JSON stays', '{ "a": "|" }', '{ "a": "" }'],
    ['an open string', '{ "a": "b|', '{ "a": "b"}'],
    ['an open string in an open list', '{ "a": [ "b|\n "c": 1\n}', '{ "a": [ "b"],\n "c": 1\n}'],
    ['an open string before a key', '{ "a": "b|\n "c": 1\n}', '{ "a": "b",\n "c": 1\n}'],
    ['a missing comma', '{ "a": ["b|"]\n "c": 1\n}', undefined],
    ['a closed string in an open list', '{ "a": ["b|"\n, "c": 1\n}', '{ "a": ["b"]\n, "c": 1\n}'],
    ['a missing value', '{ "a": |\n "c": 1\n}', '{ "a": 0,\n "c": 1\n}'],
    ['a bare word', '{ "a": bc|\n}', '{ "a": 11\n}'],
    ['a bare word before a key', '{ "a": bc|\n "c": 1 }', '{ "a": 11,\n "c": 1 }'],
    ['a bare key', '{ "x": { bcd| }, "c": 1 }', '{ "x": { "1": 0 }, "c": 1 }'],
    ['an open key', '{ "x": [{ "y": { "b|\n "c": 1 }', '{ "x": [{ "y": { "b": 0}}],\n "c": 1 }'],
    ['a key without a value', '{ "x": { "b|" }, "c": 1 }', '{ "x": { "b": 0 }, "c": 1 }'],
    ['a key with a value', '{ "x": { "b|": 1, "c": 1 ', '{ "x": { "b": 1, "c": 1 '],
    ['an open key whose value stands in the next line', '{ "b|\n: 1 }', '{ "b"\n: 1 }'],
    ['an open key before a text in the next line', '{ "b|\n "c" }', undefined],
    ['broken elsewhere', '{ "a": "b|", "c" }', undefined],
  ] as const)
    test(name, () => {
      const offset = marked.indexOf('|');
      const text = marked.slice(0, offset) + marked.slice(offset + 1);
      assert.equal(closeTyping(text, offset), expected ?? text);
    });

  test('a very long text stays as it is', () => {
    const open = (length: number) => `${' '.repeat(length - 9)}{ "a": "b`;
    for (const [length, closed] of [
      [250_000, '"}'],
      [250_001, ''],
    ] as const)
      assert.equal(closeTyping(open(length), length).slice(length), closed);
  });

  test('whatever is typed: no throw, and what stands before the offset keeps its place', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', 'a', '\\', '\n', ' ', '/*', '//', '1', '\uFEFF');
    fc.assert(
      fc.property(fc.array(piece), fc.nat(30), (pieces, at) => {
        const text = pieces.join('');
        const offset = Math.min(at, text.length);
        const closed = closeTyping(text, offset);
        assert.ok(closed.length >= text.length);
        const marks = (all: string) =>
          [...all.slice(0, offset).matchAll(/[{}[\]:,\n]/g)].map(({ 0: mark, index }) => mark + index);
        assert.deepEqual(marks(closed), marks(text));
      }),
    );
  });
});
