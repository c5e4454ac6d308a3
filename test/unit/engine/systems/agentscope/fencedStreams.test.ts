import { deepEqual } from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { recordStream } from '../../../../../src/engine/streams/index.ts';

suite('when a member of fenced JSON is closed, and when it is final', () => {
  for (const [type, text, fields] of [
    ['MarkdownJsonDictParser', '```json\n{"a": 1, "b": "x"}\n``` so', ['a 16 26', 'b 25 26']],
    ['MarkdownJsonDictParser', 'so ```json\n{"a": 1}', ['a 19 19']],
    // A fence may still come.
    ['MarkdownJsonDictParser', '{"a": 1, "b": "x"} so', ['a 8', 'b 17']],
    ['MarkdownJsonDictParser', '```json\n[1, 2]\n```', []],
    ['MarkdownJsonObjectParser', '```json\n{"a": 1, "b": "x"}\n``` so', ['a 16 26', 'b 25 26']],
    ['MarkdownJsonObjectParser', '```json\n[1, 2]\n```', ['0 11 11', '1 14 14']],
  ] as const)
    test(`${type}: ${JSON.stringify(text)}`, () => {
      const [definition] = readDefinitions(JSON.stringify({ type }), 'x.parser.json').definitions;
      deepEqual(
        recordStream(definition!, text).fields.map(({ key, closedAt, finalAt }) =>
          [key, closedAt, finalAt].filter(each => each !== undefined).join(' '),
        ),
        fields,
      );
    });
});
