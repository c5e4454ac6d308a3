import assert from 'node:assert/strict';
import { isHostToReplay, isReplayMemory, isReplayToHost } from '../../../src/protocol/replayProtocol.ts';

suite('the messages of Replay as Stream', () => {
  const memory = {
    uri: 'file:///a.md',
    span: { start: 1, end: 3 },
    whole: false,
    definition: { uri: 'file:///d.parser.json', name: 'd' },
    at: 2,
  };

  test('what a page may send', () => {
    assert.ok(isReplayToHost({ type: 'ready' }));
    assert.ok(isReplayToHost({ type: 'outcome', revision: 0, at: 5 }));
    for (const wrong of [
      undefined,
      'ready',
      {},
      { type: 'outcome' },
      { type: 'outcome', revision: 0, at: -1 },
      { type: 'run' },
    ])
      assert.equal(isReplayToHost(wrong), false, JSON.stringify(wrong));
  });

  test('what the extension may send', () => {
    assert.ok(isHostToReplay({ type: 'state', revision: 1, source: memory, isNew: true }));
    for (const wrong of [null, {}, { type: 'state' }, { type: 'outcome', at: 1 }])
      assert.equal(isHostToReplay(wrong), false, JSON.stringify(wrong));
  });

  test('what a page keeps', () => {
    assert.ok(isReplayMemory(memory));
    for (const wrong of [
      null,
      { ...memory, at: 0.5 },
      { ...memory, span: { start: 3, end: 1 } },
      { ...memory, definition: null },
      { ...memory, uri: 1 },
    ])
      assert.equal(isReplayMemory(wrong), false, JSON.stringify(wrong));
  });
});
