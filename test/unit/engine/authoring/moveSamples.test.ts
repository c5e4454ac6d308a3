import { deepEqual, equal } from 'node:assert/strict';
import { moveSamples } from '../../../../src/engine/authoring/index.ts';

const from = `{
  "parsers": {
    "copy": {
      "type": "MarkdownJsonDictParser", // mine
      "content_hint": { "a": "b" },
      "samples": [
        { "name": "one", "text": "x" },
        { "name": "two", "file": "answers/a.md", "task": "talk.messages.json" }
      ]
    }
  }
}
`;
const to =
  '{ "parsers": { "Agent.parser": { "source": "agent.py#Agent.parser", "samples": [{ "name": "one", "text": "y" }] } } }';
const own = (text: string, name: string, fileName: string) => ({ text, name, fileName });

suite('samples go from one definition to another', () => {
  test('to another file, under free names, and their files stay where they are', () => {
    const moved = moveSamples(
      own(from, 'copy', '/w/a/x.parser.json'),
      own(to, 'Agent.parser', '/w/app/y.parser.json'),
    )!;
    equal(moved.count, 2);
    deepEqual(JSON.parse(moved.to).parsers['Agent.parser'].samples, [
      { name: 'one', text: 'y' },
      { name: 'one 2', text: 'x' },
      { name: 'two', file: '../a/answers/a.md', task: '../a/talk.messages.json' },
    ]);
    deepEqual(JSON.parse(moved.from.replace('// mine', '')), {
      parsers: { copy: { type: 'MarkdownJsonDictParser', content_hint: { a: 'b' } } },
    });
    equal(moved.from.includes('// mine'), true);
  });

  test('within a file', () => {
    const text = '{ "parsers": { "a": { "source": "a.py#a" }, "b": { "type": "x", "samples": [{ "text": "1" }] } } }';
    const moved = moveSamples(own(text, 'b', '/x.parser.json'), own(text, 'a', '/x.parser.json'))!;
    equal(moved.from, moved.to);
    deepEqual(JSON.parse(moved.to).parsers, { a: { source: 'a.py#a', samples: [{ text: '1' }] }, b: { type: 'x' } });
  });

  test('of a file of one definition', () => {
    const moved = moveSamples(
      own('{ "samples": [{ "text": "1" }], "type": "x" }', 'x', '/x.parser.json'),
      own(to, 'Agent.parser', '/y'),
    )!;
    deepEqual([JSON.parse(moved.from), moved.count], [{ type: 'x' }, 1]);
  });

  test('nothing is moved where there is nothing, or what is not JSON', () => {
    for (const [text, target] of [
      ['{ "type": "x" }', to],
      ['{ "samples": [] }', to],
      ['{ "samples": [1] }', to],
      ['{ "samples": [{ "text": "1" }] ', to],
      ['{ "samples": [{ "text": "1" }] }', '{ "parsers": {} }'],
    ] as const)
      equal(moveSamples(own(text, 'x', '/x'), own(target, 'Agent.parser', '/y')), undefined, text);
  });
});
