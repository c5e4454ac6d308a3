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

  test('nesting without end is refused', () => {
    const outcome = readLenient('['.repeat(100_000));
    assert(!outcome.ok);
    assert.match(outcome.message, /recursion depth/);
  });
});
