import assert from 'node:assert/strict';
import { comparison } from '../../../src/protocol/conversationProtocol.ts';

test('what is compared with belongs to no file', () => {
  const choice = { formatter: 'a', truncation: 'b', other: 'c', otherTruncation: 'd' };
  assert.deepEqual([comparison(choice), comparison({ maxTokens: 3 })], [{ other: 'c', otherTruncation: 'd' }, {}]);
});
