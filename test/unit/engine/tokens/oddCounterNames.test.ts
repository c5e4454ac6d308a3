import assert from 'node:assert/strict';
import { checkConversation, formatConversation, readConversation } from '../../../../src/engine/conversation/index.ts';

suite('a token counter whose name is no text', () => {
  for (const type of ['{"toString": 2}', '[1]', 'null', '{}'])
    test(`is told as one that is not there: ${type}`, async () => {
      const text = `{"formatter": "OpenAIChatFormatter", "max_tokens": 5, "token_counter": {"type": ${type}}, "messages": []}`;
      const { conversation } = readConversation(text, 'x.messages.json');
      assert.deepEqual(
        checkConversation(conversation!).map(({ code }) => code),
        ['unknown-counter'],
      );
      const result = await formatConversation(conversation!);
      assert(!result.ok);
      assert.equal(result.error.class, 'TokenCounterError');
    });
});
