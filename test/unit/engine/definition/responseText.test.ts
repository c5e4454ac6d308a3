import { equal } from 'node:assert/strict';
import type { ModelMessage } from '../../../../src/engine/core/result.ts';
import { responseText } from '../../../../src/engine/definition/index.ts';

suite('the text of a response', () => {
  const thrower = Object.defineProperty({}, 'content', {
    get() {
      throw new Error('no');
    },
  }) as ModelMessage;
  for (const [name, response, text] of [
    ['a text', 'a', 'a'],
    ['a message', { content: 'a' }, 'a'],
    ['a request’s answer with a message', { message: 'a', content: 'b' }, 'a'],
    ['blocks', { content: [{ type: 'text', text: 'a' }, 'b', { type: 'image' }, null] }, 'ab'],
    ['no blocks', { content: [] }, ''],
    ['no text', { content: null }, null],
    ['nothing', {}, null],
    ['a member that throws', thrower, null],
  ] as const)
    test(name, () => equal(responseText(response as unknown as ModelMessage), text));
});
