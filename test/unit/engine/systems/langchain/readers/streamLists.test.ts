import { deepEqual, equal, match } from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../../../src/engine/parsers/definition.ts';
import { createReader } from '../../../../../../src/engine/streams/index.ts';

const define = (keys: object): Definition => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!;
/** What is closed of a text that goes on, each with its place. */
const closed = (keys: object, text: string) => {
  const partial = createReader(define(keys)).push(text);
  return partial.closed.map(({ key, value, span, final }) => {
    equal(final, true);
    equal(text.slice(span.start, span.end), value);
    return `${key} ${span.start} ${String(value)}`;
  });
};

suite('LangChain’s lists while they come', () => {
  for (const [what, keys, text, wanted] of [
    ['numbers', { type: 'NumberedListOutputParser' }, 'So:\n1. 1\n2. b\n3. c', ['0 7 1', '1 12 b']],
    ['a number alone takes the next line', { type: 'NumberedListOutputParser' }, '1.\nfoo\n2.\n', ['0 3 foo']],
    ['digits of another script', { type: 'NumberedListOutputParser' }, '٣. x\n', ['0 3 x']],
    ['of ASCII alone in JavaScript', { type: 'NumberedListOutputParser', runtime: 'js' }, '٣. x\n4. y\n', ['0 8 y']],
    ['marks', { type: 'MarkdownListOutputParser' }, '- a\n * b\nc\n- d', ['0 2 a', '1 7 b']],
    ['marks in JavaScript', { type: 'MarkdownListOutputParser', runtime: 'js' }, '- a\n-\nb\n- ', ['0 2 a', '1 6 b']],
    ['commas', { type: 'CommaSeparatedListOutputParser', runtime: 'js' }, ' a, a ,,b', ['0 1 a', '1 4 a', '2 5 ']],
    [
      'lines, of which the last ones go',
      { type: 'CustomListOutputParser', separator: '\n' },
      '\n a\n\nb\n\n',
      ['0 2 a', '1 3 '],
    ],
    ['a separator', { type: 'CustomListOutputParser', separator: '--' }, 'a---b-- c', ['0 0 a', '1 3 -b']],
  ] as const)
    test(what, () => deepEqual(closed(keys, text), wanted));

  test('what is said where nothing is told before the end', () => {
    for (const [keys, why] of [
      [{ type: 'MarkdownListOutputParser', pattern: '(\\w+)' }, /pattern/],
      [{ type: 'NumberedListOutputParser', pattern: '(\\w+)' }, /pattern/],
    ] as const) {
      const reader = createReader(define(keys));
      match(reader.endOnly ?? '', why);
      deepEqual(reader.push('1. a\n2. b\n').closed, []);
    }
  });

  test('an item stands where its pattern found it, not where its text comes first', async () => {
    const result = await createParser(define({ type: 'NumberedListOutputParser' })).parse('1. 2\n2. 1');
    deepEqual(result.ok && result.fields.map(({ span }) => span), [
      { start: 3, end: 4 },
      { start: 8, end: 9 },
    ]);
  });
});

suite('JSON that LangChain reads although it is cut off', () => {
  const places = async (text: string) => {
    const result = await createParser(define({ type: 'JsonOutputParser', runtime: 'python' })).parse(text);
    return result.ok
      ? result.fields.map(
          ({ key, span, inner }) => `${key} ${text.slice(span.start, span.end)} ${text.slice(inner.start, inner.end)}`,
        )
      : [];
  };
  for (const [what, text, wanted] of [
    ['a string that is cut', '{"a": 1, "b": "x y', ['a 1 1', 'b "x y x y']],
    ['a value that is cut', '{"a": "x", "b": [1, {"c"', ['a "x" x', 'b [1, {"c" [1, {"c"']],
    ['a key without its value', '{"a": 1, "b"', ['a 1 1']],
    ['a key twice: the last counts', '{"a": 1, "a": 2, "b": 3', ['a 2 2', 'b 3 3']],
    ['a list', '[1, "b', ['0 1 1', '1 "b b']],
    ['behind a fence', 'Yes:\n```{"a": "x", "b": "', ['a "x" x', 'b " ']],
    ['a whole object behind a fence at once', '😀\n```{"a": 1}', ['a 1 1']],
    ['nothing yet', '{"a', []],
    ['what JSON does not know', '{"a": 1, "b": Nan, "c": 2', []],
  ] as const)
    test(what, async () => deepEqual(await places(text), wanted));
});
