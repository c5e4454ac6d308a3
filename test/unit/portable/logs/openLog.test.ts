import assert from 'node:assert/strict';
import type { LogReading } from '../../../../src/engine/index.ts';
import { streamSource } from '../../../../src/node/evaluation/fileSource.ts';
import { type LogOptions, openLog } from '../../../../src/portable/logs/openLog.ts';

const encoder = new TextEncoder();

/** A log of so many bytes that arrives as a disk gives it. */
function logOf(name: string, head: string, row: string, size: number) {
  const chunk = encoder.encode(row.repeat(Math.ceil(65_536 / row.length)));
  return openLog(
    streamSource(async function* () {
      yield encoder.encode(head);
      for (let given = 0; given < size; given += chunk.length) yield chunk;
    }),
    name,
    {},
  );
}

suite('looking at a log', () => {
  for (const [title, name, head, row] of [
    ['CSV whose quotes are all broken', 'x.csv', 'id,response\n', `1,"a "b" ${'c'.repeat(9000)}\n""d"" "e", f"g"\n`],
    ['CSV that is one record', 'x.csv', 'id,response\n1,"', 'say ""hi""\nand go, '],
    ['lines that are all broken', 'x.jsonl', '', `{"response": "a" "${'b'.repeat(9000)}"}\n`],
    ['one line', 'x.jsonl', '{"response": "', 'ab cd '],
  ] as const)
    test(`decodes ${title} once, and its head once more`, async () => {
      const size = 3 * 1024 * 1024;
      const { decode } = TextDecoder.prototype;
      let decoded = 0;
      TextDecoder.prototype.decode = function (bytes, options) {
        decoded += bytes?.byteLength ?? 0;
        return decode.call(this, bytes, options);
      };
      try {
        assert.equal((await logOf(name, head, row, size)).reading.reader, 'json');
      } finally {
        TextDecoder.prototype.decode = decode;
      }
      assert.ok(decoded < 2 * size, `${decoded} of ${size}`);
    });
});

suite('where a log has its responses', () => {
  const answer = { choices: [{ message: { role: 'assistant', content: 'hi' } }] };
  const turns = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: 'a' },
    { role: 'user', content: 'r' },
  ];
  const opened = (row: object, options: LogOptions) =>
    openLog(
      streamSource(async function* () {
        yield encoder.encode(`${JSON.stringify(row)}\n`);
      }),
      'x.jsonl',
      options,
    );
  const last = 'the last answer of a conversation';
  const content = 'choices[0].message.content';
  const rows: readonly (readonly [
    what: string,
    row: object,
    options: LogOptions,
    reading: LogReading,
    field: string,
  ])[] = [
    ['a text', { response: 'a' }, {}, { reader: 'json' }, 'response'],
    ['another text', { response: 'a', out: 'b' }, { field: 'out' }, { reader: 'json', field: 'out' }, 'out'],
    ['the text, named', { response: 'a' }, { field: 'response' }, { reader: 'json' }, 'response'],
    ['nothing', { n: 1 }, {}, { reader: 'json' }, 'response'],
    ['a value beside', { response: 'a' }, { expected: 'gold' }, { reader: 'json', expected: 'gold' }, 'response'],
    ['an answer', answer, {}, { reader: 'openai-chat' }, content],
    ['an answer, named', answer, { field: content }, { reader: 'openai-chat' }, content],
    ['beside an answer', { ...answer, n: 'x' }, { field: 'n' }, { reader: 'openai-chat', field: 'n' }, 'n'],
    ['an inner answer', { body: answer }, {}, { reader: 'openai-chat', body: 'body' }, `body.${content}`],
    [
      'an inner answer, named as it is shown',
      { body: answer },
      { field: `body.${content}` },
      { reader: 'openai-chat', body: 'body' },
      `body.${content}`,
    ],
    ['beside an inner answer', { body: answer, n: 'x' }, { field: 'n' }, { reader: 'json', field: 'n' }, 'n'],
    ['a conversation', { messages: turns }, {}, { reader: 'conversation' }, last],
    ['a conversation, named as it is shown', { messages: turns }, { field: last }, { reader: 'conversation' }, last],
    ['the last answer', { messages: turns }, { turn: 'last' }, { reader: 'conversation' }, last],
    [
      'all answers',
      { messages: turns },
      { turn: 'all' },
      { reader: 'conversation', turns: 'all' },
      'all answers of a conversation',
    ],
    [
      'all answers of a column',
      { chat: turns },
      { turn: 'all', field: 'chat' },
      { reader: 'conversation', field: 'chat', turns: 'all' },
      'all answers of chat',
    ],
    [
      'all answers of a column, named as they are shown',
      { chat: turns },
      { field: 'all answers of chat' },
      { reader: 'conversation', field: 'chat', turns: 'all' },
      'all answers of chat',
    ],
    ['beside a conversation', { messages: turns, n: 'x' }, { field: 'n' }, { reader: 'json', field: 'n' }, 'n'],
  ];
  for (const [what, row, options, reading, field] of rows)
    test(what, async () => {
      const log = await opened(row, options);
      assert.deepEqual([log.reading, log.field], [reading, field]);
    });

  test('the fields to choose from: turns first, of each column where there are several', async () => {
    const fields = async (row: object) => (await opened(row, {})).fields;
    assert.deepEqual(await fields({ a: 'x', b: { c: 'y' } }), ['a', 'b.c']);
    const one = await fields({ messages: turns });
    assert.deepEqual(one.slice(0, 2), [last, 'all answers of a conversation']);
    const two = await fields({ chat: turns, other: turns });
    assert.deepEqual(two.slice(0, 4), [
      'the last answer of chat',
      'all answers of chat',
      'the last answer of other',
      'all answers of other',
    ]);
  });
});
