import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { maxRow } from '../../../src/views/lensRoom.ts';
import { streamLens } from '../../../src/views/streamLens.ts';

const words = { open: 'open', closed: 'closed', final: 'final' };

suite('lenses of an answer that still comes', () => {
  test('the open key first, then the latest that closed, as there is room', () => {
    const fields = [
      { key: 'thought', final: true, value: '"quiet"' },
      { key: 'vote', final: false, value: '"Eve"' },
    ];
    deepEqual(streamLens({ fields, open: 'why' }, 'Answering…', words), ['Answering…', 'why · open']);
    deepEqual(streamLens({ fields }, '…', words), ['…', 'vote "Eve" · closed']);
  });

  test('a key is whole, its value has what is left', () => {
    const closed = (key: string, value: string) =>
      streamLens({ fields: [{ key, final: false, value }] }, 'Answering…', words)[1];
    deepEqual(closed('vote', '"Eve is too quiet."'), 'vote "Ev…" · closed');
    deepEqual(closed('thought', '"Eve is too quiet."'), 'thought · closed');
    deepEqual(closed('finish_discuss', 'true'), 'finish_discuss · closed');
  });

  test('a type that is read at the end only has no keys', () => {
    deepEqual(streamLens({ fields: [], open: 'x', endOnly: 'it runs a pattern' }, '…', words), ['…']);
  });

  test('never longer than a row of lenses', () => {
    const field = fc.record({ key: fc.string(), final: fc.boolean(), value: fc.string({ maxLength: 60 }) });
    fc.assert(
      fc.property(fc.array(field), fc.string(), (fields, open) => {
        ok(streamLens({ fields, open }, 'Answering…', words).join(' | ').length <= maxRow);
      }),
    );
  });
});
