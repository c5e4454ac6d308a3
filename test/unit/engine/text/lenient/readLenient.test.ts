import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toJsonText } from '../../../../../src/engine/python/jsonDumps.ts';
import { jsonLoads } from '../../../../../src/engine/python/jsonLoads.ts';
import type { LenientNode } from '../../../../../src/engine/text/lenient/lenientNode.ts';
import { readLenient } from '../../../../../src/engine/text/lenient/readLenient.ts';

function read(text: string) {
  const outcome = readLenient(text);
  assert(outcome.ok);
  return outcome;
}

/** The text with all repairs made. */
function repaired(text: string): string {
  let made = '';
  let done = 0;
  for (const { span, text: replacement } of read(text).repairs()) {
    assert(span.start >= done && span.end >= span.start);
    made += text.slice(done, span.start) + replacement;
    done = span.end;
  }
  return made + text.slice(done);
}

suite('lenient reading', () => {
  const cases: readonly (readonly [text: string, json: string, ...repairs: string[]])[] = [
    ['{"a": 1}', '{"a": 1}'],
    ["{'a': 'b'}", '{"a": "b"}', 'quotes', 'quotes'],
    ['{a: b}', '{"a": "b"}', 'missing-quotes', 'missing-quotes'],
    ['{"a": 1,}', '{"a": 1}', 'extra-comma'],
    ['{"a": 1 "b": 2}', '{"a": 1, "b": 2}', 'missing-comma'],
    ['{"a": b}é', '{"a": "b"}', 'missing-quotes', 'stray-text'],
    ['{"a": b}😀', '{"a": "b"}', 'missing-quotes', 'stray-text'],
    ['{"a": b}xy', '{"a": "b}xy"}', 'missing-quotes', 'missing-bracket'],
    ['{"a" 1}', '{"a": ""}', 'stray-text', 'missing-value'],
    ['{"a": [1, 2', '{"a": [1, 2]}', 'missing-bracket'],
    ['{"a": 1 // one\n}', '{"a": 1}', 'comment'],
    ['{"a": }', '{"a": ""}', 'missing-value'],
    // White space that is not JSON's goes.
    ['{"a":\u00a01}', '{"a": 1}', 'stray-text'],
    ['{"a": True}', '{"a": true}', 'constant'],
    ['{"a": "x\ny"}', '{"a": "x\\ny"}', 'escape'],
    ['{"a": "say "hi" now"}', '{"a": "say \\"hi\\" now"}', 'escape'],
    ['{"a": 1_000}', '{"a": 1000}', 'number'],
    ['{1, 2}', '[1, 2]', 'wrong-punctuation', 'wrong-punctuation'],
    ['{"a": (1, 2)}', '{"a": [1, 2]}', 'wrong-punctuation', 'wrong-punctuation'],
    ['{"a": 1} and {"b": 2}', '[{"a": 1}, {"b": 2}]', 'missing-bracket', 'stray-text', 'missing-bracket'],
    ['{"a": 1} {"a": 2}', '{"a": 2}', 'stray-text'],
    // What repeats a shape is a correction of what stands before it, unless a comma makes the two a list.
    ['{"a": 1}, {"a": 2}', '[{"a": 1}, {"a": 2}]', 'missing-bracket', 'missing-bracket'],
    ['{"a": 1} , {"a": 2}', '[{"a": 1}, {"a": 2}]', 'missing-bracket', 'missing-bracket'],
    ['{"a": 1} no {"a": 2}, {"a": 3}', '[{"a": 2}, {"a": 3}]', 'stray-text', 'missing-bracket'],
    ['{"a": 1}, {"b": 2} {"b": 3}', '[{"a": 1}, {"b": 3}]', 'missing-bracket', 'stray-text', 'missing-bracket'],
    ['{"a": 1} {"a": "x"}', '[{"a": 1}, {"a": "x"}]', 'missing-bracket', 'missing-comma', 'missing-bracket'],
    ['[1], [2]', '[[1], [2]]', 'missing-bracket', 'missing-bracket'],
    ['[1] [2]', '[2]', 'stray-text'],
    ['{} {"a": 1}', '{"a": 1}', 'stray-text'],
    ['{"a": 1}, {}', '{"a": 1}', 'stray-text'],
    ['{\\"a\\": \\"b\\"}', '{"a": "b"}', 'rewritten'],
    ['{"a": [1], [2]}', '{"a": [1, 2]}', 'stray-text'],
    ['[{"a": 1 "a": 2}]', '[{"a": 1}, {"a": 2}]', 'missing-bracket'],
    ['{{}}', '[]', 'wrong-punctuation'],
    // A comment ends with any line end.
    ['{"a": 1, // x\r "b": 2}', '{"a": 1, "b": 2}', 'comment'],
    [`{"a":${' '.repeat(40)}1, "b": 2}`, '{"a": 1, "b": 2}'],
    ['{"a": "\t"}', '{"a": "\\t"}', 'escape'],
    // Half a character is none, and what follows it is not a part of it.
    ['{"a": \ud83d1}', '{"a": 1}', 'stray-text'],
    ['{\ud83d0: 1}', '{"0": 1}', 'stray-text', 'missing-quotes'],
    ['{a : 1}', '{"a": 1}', 'missing-quotes'],
    ['{“n“: 1}', '{"n“": 1}', 'quotes'],
    // Python converts no more than 4300 digits.
    [`{"a": ${'1'.repeat(4300)}}`, `{"a": ${'1'.repeat(4300)}}`],
    [`{"a": ${'1'.repeat(4301)}}`, `{"a": "${'1'.repeat(4301)}"}`, 'missing-quotes'],
    // Parentheses alone on their lines are values; what is false before another value goes.
    ['(1)\n[2]', '[1, [2]]', 'wrong-punctuation', 'wrong-punctuation', 'missing-bracket'],
    ['(0.0)\n[2]', '[2]', 'stray-text'],
    ['{"a": (\\\\"b, c")}', '{"a": "b, c"}', 'stray-text', 'stray-text'],
    // Lists behind a list go on with it: as rows, where all its rows are of one length.
    ['{"a": [[1, 2], [3]], [4, 5]}', '{"a": [[1, 2], [3], 4, 5]}', 'stray-text'],
    ['{"a": [[1, 2], [3, 4]], [5, 6]}', '{"a": [[1, 2], [3, 4], [5, 6]]}', 'stray-text', 'missing-bracket'],
    ['{"a": [[1, 2], 3, 4], [5, 6]}', '{"a": [[1, 2], [3, 4], [5, 6]]}'],
    // A quote inside a text is one where no member follows, whatever quotes or comments the member has.
    ['{"a": "x "y", “b”: 1}', '{"a": "x \\"y", "b": 1}', 'escape', 'quotes'],
    ['{"a": "x "y", // c\n "b": 1}', '{"a": "x \\"y", "b": 1}', 'escape', 'comment'],
    ['{"a": "x "y", /* c */ "b": 1}', '{"a": "x \\"y", "b": 1}', 'escape', 'comment'],
    ['{"a": "x}\\\\": 1}', '{"a": "x}\\": 1"}', 'quotes'],
    // Brackets behind a comma of a text belong to it.
    ['{"a": "x, {:{},', '{"a": "x, {:{},"}', 'quotes', 'missing-bracket'],
    ['{"a": "it, {is\'}, "b": 1}', '{"a": "it, {is\'}", "b": 1}', 'quotes'],
    // A brace before a fence ends the object, unless a text goes on behind what the fence begins with.
    ['{"a": "x } ```{"b"}', '[{"a": "x"}, ["b"]]'],
    ['{"a": \'use } ```[„] here\', "b": 1}', '{"a": "use } ```[„] here", "b": 1}', 'quotes'],
    ['{"a""x } ```[] y",":', '{"a": "x } ```[] y", "y\\",": ""}', 'rewritten'],
    // A fence with `false` is text, of which the original keeps what stands behind.
    ['{"a": "```json false ```" "b": 1}', '{"a": " ```", "b": 1}', 'escape', 'missing-comma'],
    ['', '""', 'rewritten'],
    ['no braces', '""', 'rewritten'],
  ];
  for (const [text, json, ...repairs] of cases)
    test(JSON.stringify(text), () => {
      const { value, repairs: made } = read(text);
      assert.equal(toJsonText(value, 0), json);
      const names = made().map(({ name }) => name);
      if (repairs.length > 0 || json === text) assert.deepEqual(names, repairs);
      const again = jsonLoads(repaired(text));
      assert(again.ok);
      assert.equal(toJsonText(again.value, 0), json);
    });

  test('repairs always make JSON of the same value', () => {
    const unit = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ':',
      ',',
      '"',
      "'",
      '“',
      '\\',
      '/',
      '#',
      '`',
      ' ',
      '\n',
      'a',
      'é',
      '1',
      '-',
      '.',
      'null',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), units => {
        const text = `{${units.join('')}}`;
        const again = jsonLoads(repaired(text));
        assert(again.ok);
        assert.equal(toJsonText(again.value, 0), toJsonText(read(text).value, 0));
      }),
      { numRuns: 500 },
    );
  });

  test('parts know their places', () => {
    const text = '{"a": [1, bc], d: "e"}';
    const { node } = read(text);
    assert(node?.kind === 'object');
    const slice = ({ start, end }: Pick<LenientNode, 'start' | 'end'>) => text.slice(start, end);
    const members = [...node.members.values()];
    assert.deepEqual(
      [slice(node), ...members.map(slice), ...members.map(member => slice(member.node))],
      [text, '"a"', 'd', '[1, bc]', '"e"'],
    );
  });

  test('a bare key ends before the blanks behind it, an inner object with its brace', () => {
    const text = '{a : {"b": 1}, "c": 2}';
    const { node } = read(text);
    assert(node?.kind === 'object');
    const [a] = node.members.values();
    assert(a);
    assert.deepEqual([text.slice(a.start, a.end), text.slice(a.node.start, a.node.end)], ['a', '{"b": 1}']);
  });

  test('an object that is not closed ends with the text', () => {
    for (const text of ['{', '{"a": 1', '{"a": [1'])
      assert.deepEqual([read(text).node?.start, read(text).node?.end], [0, text.length]);
  });

  test('nesting without end is refused', () => {
    const outcome = readLenient('['.repeat(100_000));
    assert(!outcome.ok);
    assert.match(outcome.message, /recursion depth/);
  });

  // A list takes three of Python's 940 frames, an object four.
  for (const [lists, objects, isRead] of [
    [313, 0, true],
    [314, 0, false],
    [312, 1, true],
    [311, 2, false],
    [0, 235, true],
    [0, 236, false],
  ] as const)
    test(`${lists} lists and ${objects} objects within each other are ${isRead ? 'read' : 'refused'}`, () =>
      assert.equal(readLenient('['.repeat(lists) + '{"a":'.repeat(objects)).ok, isRead));
});
