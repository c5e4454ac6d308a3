import assert from 'node:assert/strict';
import { isHostToPreview, isPreviewMemory, isPreviewToHost } from '../../../src/protocol/instructionGuards.ts';

suite('messages between host and preview', () => {
  for (const [guard, good, bad] of [
    [
      isPreviewToHost,
      [
        { type: 'ready', boundaries: false },
        { type: 'copy' },
        { type: 'open' },
        { type: 'boundaries', shown: true },
        { type: 'select', name: 'x' },
        { type: 'view' },
        { type: 'view', name: 'Function Schemas' },
        { type: 'reveal', span: { start: 0, end: 3 } },
        { type: 'reveal', span: { start: 3, end: 3 } },
        { type: 'reveal', span: { start: 0, end: 0 } },
        { type: 'openModule', file: 'a.py', line: 1, column: 2 },
      ],
      [
        null,
        'copy',
        {},
        { type: 'ready' },
        { type: 'select', name: 3 },
        { type: 'view', name: 3 },
        { type: 'reveal' },
        { type: 'reveal', span: { start: 3 } },
        { type: 'reveal', span: { end: 3 } },
        { type: 'reveal', span: { start: 3, end: 0 } },
        { type: 'reveal', span: { start: 0, end: 1.5 } },
        { type: 'reveal', span: { start: -1, end: 0 } },
        { type: 'reveal', span: { start: 0.5, end: 1 } },
        { type: 'openModule', file: 'a.py', line: 0, column: 2 },
        { type: 'openModule', line: 1, column: 2 },
        { type: 'toString' },
      ],
    ],
    [
      isHostToPreview,
      [
        { type: 'copied' },
        { type: 'state', revision: 1, state: { names: [] } },
        { type: 'tokens', revision: 1, counts: [] },
        { type: 'samples', revision: 1, samples: [] },
      ],
      [undefined, 3, { type: 'state', revision: 1 }, { type: 'tokens', counts: [] }, { type: 'other', revision: 1 }],
    ],
    [
      isPreviewMemory,
      [
        { uri: 'file:///a', whitespace: true, boundaries: false },
        { uri: '', name: 'x', view: 'y', whitespace: true, boundaries: false },
      ],
      [undefined, {}, { uri: 'a', whitespace: true }, { uri: 'a', name: 3, whitespace: true, boundaries: true }],
    ],
  ] as const) {
    test(guard.name, () => {
      for (const message of good) assert.equal(guard(message), true, JSON.stringify(message));
      for (const message of bad) assert.equal(guard(message), false, JSON.stringify(message));
    });
  }
});
