import assert from 'node:assert/strict';
import { blocksOf, turnsOf } from '../../../../src/engine/conversation/turns.ts';
import { fromPlain } from '../../../../src/engine/core/pyValue.ts';

const message = (role: string, content: unknown) => ({
  name: role,
  role,
  content: fromPlain(content),
  span: { start: 0, end: 1 },
});
const text = { type: 'text', text: 'x' };
const call = { type: 'tool_use', id: 'c' };
const result = { type: 'tool_result', id: 'r' };

suite('blocks and turns', () => {
  for (const [what, content, types] of [
    ['a text is a block', 'x', ['text']],
    ['blocks', [text, call], ['text', 'tool_use']],
    ['what is no block is passed over', ['x', { text: 'x' }, { type: 3 }, text], ['text']],
    ['null', null, []],
    ['an object', { type: 'text' }, []],
  ] as const)
    test(`blocks of a content: ${what}`, () =>
      assert.deepEqual(
        blocksOf(message('user', content)).map(({ type }) => type),
        types,
      ));

  for (const [what, messages, multiAgent, expected] of [
    [
      'a message each',
      [message('system', 'x'), message('user', 'x'), message('assistant', [text])],
      false,
      ['system', 'user', 'assistant'],
    ],
    [
      'results come before the rest of their message',
      [message('assistant', [call, result, text])],
      false,
      ['tool r', 'assistant c'],
    ],
    ['results of the system are no system message', [message('system', [result])], false, ['tool r']],
    [
      'a message without content has no turn',
      [message('user', null), message('user', []), message('user', 'x')],
      false,
      ['user'],
    ],
    [
      'a history is one turn of the user',
      [message('system', 'x'), message('user', 'x'), message('assistant', 'x'), message('system', 'x')],
      true,
      ['system', 'user'],
    ],
    [
      'histories around tools',
      [
        message('user', 'x'),
        message('assistant', [call]),
        message('system', [result]),
        message('user', 'x'),
        message('user', 'x'),
      ],
      true,
      ['user', 'assistant c', 'tool r', 'user'],
    ],
  ] as const)
    test(`turns: ${what}`, () =>
      assert.deepEqual(
        turnsOf(messages, multiAgent).map(({ role, calls, result: answered }) =>
          [role, ...calls, ...(answered === undefined ? [] : [answered])].join(' '),
        ),
        expected,
      ));
});
