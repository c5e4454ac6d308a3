import assert from 'node:assert/strict';
import {
  isConversationMemory,
  isConversationToHost,
  isHostToConversation,
} from '../../../src/protocol/conversationGuards.ts';
import { comparison } from '../../../src/protocol/conversationProtocol.ts';

test('what is compared with belongs to no file', () => {
  const choice = { formatter: 'a', truncation: 'b', other: 'c', otherTruncation: 'd' };
  assert.deepEqual([comparison(choice), comparison({ maxTokens: 3 })], [{ other: 'c', otherTruncation: 'd' }, {}]);
});

suite('messages between host and conversation preview', () => {
  for (const [guard, good, bad] of [
    [
      isConversationToHost,
      [
        { type: 'ready', choice: {} },
        { type: 'choose', choice: { formatter: 'a', counter: 'b', maxTokens: null, other: 'c' } },
        { type: 'rows', from: 0, to: 500 },
        { type: 'lines', pane: 'other', from: 3, to: 3 },
        { type: 'reveal', span: { start: 0, end: 1 } },
        { type: 'copy', pane: 'main' },
        { type: 'allow', host: 'x' },
        { type: 'save' },
        { type: 'pickCounter' },
        { type: 'countWithApi' },
        { type: 'manageTrust' },
        { type: 'choose', choice: { truncation: 'custom', otherTruncation: 'fifo' } },
      ],
      [
        null,
        'save',
        { type: 'ready' },
        { type: 'choose', choice: { maxTokens: 0 } },
        { type: 'choose', choice: { maxTokens: 1.5 } },
        { type: 'choose', choice: { formatter: 3 } },
        { type: 'choose', choice: { otherTruncation: true } },
        { type: 'rows', from: 0, to: 501 },
        { type: 'rows', from: 2, to: 1 },
        { type: 'lines', pane: 'third', from: 0, to: 1 },
        { type: 'open' },
        { type: 'allow' },
        { type: 'toString' },
      ],
    ],
    [
      isHostToConversation,
      [
        { type: 'copied', pane: 'main' },
        { type: 'state', revision: 1, state: { formatters: [] } },
        { type: 'rows', revision: 1, rows: { from: 0, items: [] } },
        { type: 'lines', revision: 1, pane: 'main', lines: { from: 0, items: [] } },
      ],
      [undefined, { type: 'state', state: {} }, { type: 'rows', revision: 1, rows: [] }, { type: 'x', revision: 1 }],
    ],
    [
      isConversationMemory,
      [
        { uri: 'file:///a', choice: {} },
        { uri: 'file:///a', choice: { truncation: 'custom', otherTruncation: 'fifo' } },
      ],
      [undefined, { uri: 'a' }, { uri: 3, choice: {} }, { uri: 'a', choice: { counter: 1 } }],
    ],
  ] as const) {
    test(guard.name, () => {
      for (const message of good) assert.equal(guard(message), true, JSON.stringify(message));
      for (const message of bad) assert.equal(guard(message), false, JSON.stringify(message));
    });
  }
});
