import assert from 'node:assert/strict';
import { readAnswer, readConversation } from '../../../../../src/engine/conversation/index.ts';

const raw = '```json\n{"thought": "Hm", "vote": "Ann"}\n```';

async function answer(definitionText: string, content: unknown) {
  const text = JSON.stringify({ parser: 'x.parser.json', messages: [{ name: 'Bob', role: 'assistant', content }] });
  return readAnswer(readConversation(text, 'a.messages.json').conversation!, 0, { definitionText });
}

suite('answers of a conversation of AgentScope 2', () => {
  test('may be a reply that holds several: the last one, or the calls of all', async () => {
    const call = (name: string, input: string) => ({ type: 'tool_call', id: name, name, input });
    const said = (text: string) => ({ type: 'text', text });
    const result = { type: 'tool_result', id: 'look', name: 'look', output: 'ok' };
    const output = call('GenerateStructuredOutput', '{"a": 5');
    const text = await answer('{ "type": "MarkdownJsonDictParser" }', [
      said('So.'),
      call('look', '{}'),
      result,
      said(raw),
      result,
    ]);
    assert.equal(text?.response, raw);
    const calls = '{ "type": "structured_output", "kind": "json_schema", "content_schema": { "required": ["a"] } }';
    const read = await answer(calls, [call('look', '{}'), result, output, result, said('Done.')]);
    assert.deepEqual(read?.result.ok && read.result.value, { a: 5 });
  });
});
