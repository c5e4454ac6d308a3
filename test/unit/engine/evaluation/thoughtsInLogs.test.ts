import assert from 'node:assert/strict';
import { createRowReader, createRowsReader, guessLog } from '../../../../src/engine/evaluation/index.ts';

const place = { log: 0, line: 1 };

/** Which answers of a record have a thought beside them. */
function thoughtsOf(record: unknown, turns?: 'all'): readonly boolean[] {
  const { reader, field, body } = guessLog([record]);
  const reading = { reader, ...(field !== undefined && { field }), ...(body !== undefined && { body }) };
  const rows = turns
    ? createRowsReader({ ...reading, turns })(record, place)
    : [createRowReader(reading)(record, place)];
  return rows.map(({ isThought }) => isThought === true);
}

const chat = (message: object) => ({ object: 'chat.completion', choices: [{ index: 0, message }] });
const block = { type: 'thinking', thinking: 'hm' };
const item = { type: 'reasoning', reasoning: 'hm' };
const text = { type: 'text', text: 'hi' };

/** Records, each with and without a thought. */
const records: readonly (readonly [name: string, record: (thought: boolean) => unknown])[] = [
  ...['reasoning_content', 'reasoning', 'thinking'].map(
    key =>
      [`a column \`${key}\``, (thought: boolean) => ({ id: 1, response: 'hi', [key]: thought ? 'hm' : ' ' })] as const,
  ),
  ['a message of a row', thought => ({ message: { content: 'hi', ...(thought && { thinking: 'hm' }) } })],
  ['a chat completion', thought => chat({ content: 'hi', reasoning_content: thought ? 'hm' : '' })],
  [
    'a chat completion in a member',
    thought => ({ n: 1, r: chat({ content: 'hi', reasoning: thought ? 'hm' : null }) }),
  ],
  [
    'a batch',
    thought => ({ custom_id: 'c', response: { body: chat({ content: 'hi', ...(thought && { reasoning: 'hm' }) }) } }),
  ],
  ['a message of Anthropic’s', thought => ({ type: 'message', content: thought ? [block, text] : [text] })],
  [
    'a response of OpenAI’s',
    thought => ({
      object: 'response',
      output: [
        ...(thought ? [{ type: 'reasoning', summary: [] }] : []),
        { type: 'message', content: [{ type: 'output_text', text: 'hi' }] },
      ],
    }),
  ],
  [
    'a candidate of Gemini’s',
    thought => ({ candidates: [{ content: { parts: [{ text: 'hm', thought }, { text: 'hi' }] } }] }),
  ],
  [
    'the last answer of a conversation',
    thought => ({
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b', reasoning_content: 'hm' },
        { role: 'user', content: 'c' },
        { role: 'assistant', content: 'hi', ...(thought && { reasoning_content: 'hm' }) },
      ],
    }),
  ],
  [
    'a message of a trajectory',
    thought => ({ role: 'assistant', content: 'hi', ...(thought && { reasoning_content: 'hm' }) }),
  ],
  [
    'a sample of Inspect’s',
    thought => ({
      ...{ id: 1, epoch: 1, input: 'x' },
      output: { choices: [{ message: { content: thought ? [item, text] : [text] } }] },
    }),
  ],
  [
    'a generation of Langfuse’s',
    thought => ({ type: 'GENERATION', traceId: 't', output: thought ? [block, text] : [text] }),
  ],
  [
    'a run of LangSmith’s',
    thought => ({
      run_type: 'llm',
      outputs: {
        generations: [
          [
            {
              text: 'hi',
              message: {
                kwargs: { content: 'hi', ...(thought && { additional_kwargs: { reasoning_content: 'hm' } }) },
              },
            },
          ],
        ],
      },
    }),
  ],
  [
    'a run of ours',
    thought => ({ id: 'a', attempts: 1, retry: 0, response: 'hi', ...(thought && { reasoning: 'hm' }) }),
  ],
];

suite('thoughts that logs have beside answers', () => {
  for (const [name, record] of records)
    test(name, () => {
      assert.deepEqual([thoughtsOf(record(true)), thoughtsOf(record(false))], [[true], [false]]);
    });

  test('of all answers of a conversation each has its own', () => {
    const record = {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
        { role: 'assistant', content: 'c', reasoning_content: 'hm' },
        { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'd' }] },
        { from: 'gpt', value: 'e' },
      ],
    };
    assert.deepEqual(thoughtsOf(record, 'all'), [false, true, true, false]);
  });
});
