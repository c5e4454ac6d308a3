import assert from 'node:assert/strict';
import { fromPlain, isPyDict, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import type { Mode } from '../../../../../src/engine/systems/miniSweAgent/modelClass.ts';
import { readSettings } from '../../../../../src/engine/systems/miniSweAgent/readSettings.ts';
import { readActions, readResponse } from '../../../../../src/engine/systems/miniSweAgent/response.ts';

function settingsOf(mode: Mode) {
  const config = fromPlain({ mode });
  assert(isPyDict(config));
  return readSettings(config);
}

const argumentsOf = (command: string) => JSON.stringify({ command });
const chatCall = (id: string, command: string) => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: argumentsOf(command) },
});
const item = (call_id: string, command: string) => ({
  type: 'function_call',
  call_id,
  name: 'bash',
  arguments: argumentsOf(command),
});
const values = [
  { command: 'ls', tool_call_id: 'a' },
  { command: 'pwd', tool_call_id: 'b' },
];

suite('mini-swe-agent: actions and their places', () => {
  for (const [mode, answer] of [
    ['actions_toolcall', { role: 'assistant', content: null, tool_calls: [chatCall('a', 'ls'), chatCall('b', 'pwd')] }],
    [
      'actions_toolcall_response',
      { object: 'response', output: [{ type: 'reasoning' }, item('a', 'ls'), { type: 'message' }, item('b', 'pwd')] },
    ],
  ] as const)
    test(`${mode}: each command stands in its own call’s arguments`, async () => {
      const text = JSON.stringify(answer);
      const { value, fields } = await readActions({ text }, settingsOf(mode), {});
      assert.deepEqual(toPlain(value), values);
      assert.deepEqual(
        fields.map(({ value, span }) => [value, JSON.parse(text.slice(span.start, span.end))]),
        [
          ['ls', argumentsOf('ls')],
          ['pwd', argumentsOf('pwd')],
        ],
      );
    });

  /** What of an answer is read as its text. */
  const answers: readonly (readonly [what: string, text: string, message: object | undefined, read: string])[] = [
    ['a text', 'ls', undefined, 'ls'],
    ['the content of a message', '', { content: 'ls' }, 'ls'],
    ['the message, where it has no content', '', { message: 'ls' }, 'ls'],
    ['the content before the message', '', { content: 'ls', message: 'pwd' }, 'ls'],
    ['the content of a pasted message', '{"role": "assistant", "content": "ls"}', undefined, 'ls'],
    ['the content of a pasted completion', '{"choices": [{"message": {"content": "ls"}}]}', undefined, 'ls'],
    ['nothing of a pasted message without content', '{"role": "assistant", "content": null}', undefined, ''],
    ['the text beside an object without content', 'ls', { tool_calls: [] }, 'ls'],
    ['JSON that is not an answer as it stands', '{"a": 1}', undefined, '{"a": 1}'],
  ];
  for (const [what, text, message, read] of answers)
    test(`reads ${what}`, () => assert.equal(readResponse({ text, ...(message && { message }) }).text, read));
});
