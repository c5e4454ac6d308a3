import assert from 'node:assert/strict';
import { PyOpaque, type PyValue } from '../../../../../src/engine/core/pyValue.ts';
import { countText, coverageOf } from '../../../../../src/engine/samples/find/coverage.ts';

/** A Python dict of one member. */
const dict = (key: string, value: PyValue) => new Map([[key, value]]);
const nothing: ReadonlyMap<string, PyValue> = new Map();

suite('the words and marks of a response', () => {
  const rows: readonly (readonly [what: string, text: string, words: Record<string, number>, marks: number])[] = [
    ['nothing', '', {}, 0],
    ['a word that stands twice', 'go on, go', { go: 2, on: 1 }, 1],
    ['numbers and literals are words, and marks as well', 'true 12 truely', { true: 1, 12: 1, truely: 1 }, 2],
    ['escaped blanks part words', '"a\\nb\\tc"', { a: 1, b: 1, c: 1 }, 2],
    ['an escaped letter is the letter', 'caf\\u00e9', { café: 1 }, 0],
    ['the language behind a fence is not content', '```c++\nx\n```', { x: 1 }, 6],
  ];
  for (const [what, text, words, marks] of rows)
    test(what, () => {
      const counted = countText(text);
      assert.deepEqual(Object.fromEntries(counted.words), words);
      assert.equal(
        counted.wordCount,
        Object.values(words).reduce((sum, count) => sum + count, 0),
      );
      assert.equal(counted.markCount, marks);
    });
});

suite('how much of a response is accounted for', () => {
  const date = new PyOpaque('date', 'datetime.date(2024, 1, 2)', 'tomorrow morning');
  const rows: readonly (readonly [
    what: string,
    response: string,
    value: PyValue,
    config: ReadonlyMap<string, PyValue>,
    words: number,
    marks: number,
  ])[] = [
    ['all of nothing', '', null, nothing, 1, 1],
    ['one word of four', 'a b c d', 'a', nothing, 0.25, 1],
    ['a word counts as often as the value has it', 'a a a a', 'a a', nothing, 0.5, 1],
    ['and no more often than the response has it', 'a b', 'a a a', nothing, 0.5, 1],
    ['a key is read, with the marks in it', '{"a-b": "c"}', dict('a-b', 'c'), nothing, 1, 1],
    ['marks in a text of the value were not understood', '"c-d"', 'c-d', nothing, 1, 1 - 1 / 3],
    ['what Python made of a text counts as JSON shows it', 'tomorrow morning', date, nothing, 1, 1],
    ['words that the definition names', 'Thought: yes', 'yes', dict('tag', 'Thought:'), 1, 1],
    ['the keys of a definition are not its words', 'tag yes', 'yes', dict('tag', 'x'), 0.5, 1],
    ['a description speaks of the format, and is not part of it', 'how so', null, dict('description', 'how so'), 0, 1],
  ];
  for (const [what, response, value, config, words, marks] of rows)
    test(what, () => assert.deepEqual(coverageOf(countText(response), value, config), { words, marks }));
});
