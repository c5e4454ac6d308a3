import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listPatch, patchState } from '../../../src/view/listPatch.ts';
import type { PieceView, PreviewState } from '../../../src/view/protocol.ts';
import { patchedList, patchedState } from '../../../src/webview/preview/patched.ts';

const piece = (text: string, start?: number): PieceView =>
  start === undefined ? { text } : { text, origin: { start, end: start + text.length } };

suite('patches of what the preview shows', () => {
  test('a letter typed in the middle sends one piece', () => {
    const before = [piece('{'), piece('ab', 10), piece(': ', 10), piece('cd', 20), piece('}')];
    const after = [piece('{'), piece('abx', 10), piece(': ', 11), piece('cd', 21), piece('}')];
    assert.deepEqual(listPatch(before, after), { head: 1, tail: 3, shift: 1, items: [piece('abx', 10)] });
  });

  test('patched lists are the lists', () => {
    const any = fc.array(
      fc.record(
        { text: fc.constantFrom('a', 'b'), origin: fc.nat(3).map(start => ({ start, end: start + 1 })) },
        { requiredKeys: ['text'], noNullPrototype: true },
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(any, any, (before, after) => {
        assert.deepEqual(patchedList(before, listPatch(before, after)), after);
      }),
    );
  });

  test('a state comes out as it was; without one before it is sent whole', () => {
    const state = (name: string, pieces: readonly PieceView[], keys?: string[]): PreviewState => ({
      uri: 'file:///a',
      fileName: 'a',
      names: [name],
      instruction: {
        name,
        type: 'T',
        span: { start: 0, end: 1 },
        pieces,
        length: 1,
        ...(keys && {
          keys: keys.map(key => ({ key, required: false, content: true, memory: true, metadata: false })),
        }),
      },
    });
    const none: PreviewState = { uri: 'file:///a', fileName: 'a', names: [] };
    const states = [
      state('a', [piece('x', 1)]),
      state('a', [piece('y', 1), piece('z')], ['k']),
      state('b', [piece('y', 2)], ['j', 'k']),
      state('c', []),
      none,
    ];
    for (const before of states)
      for (const after of states) {
        const sent = patchState(before, after);
        const patched = sent.patch ? patchedState(before, sent.state, sent.patch) : sent.state;
        assert.deepEqual(patched, after);
      }
    assert.deepEqual(patchState(undefined, states[0]!), { state: states[0] });
    assert.equal(patchedState(none, states[0]!, { pieces: listPatch<PieceView>([], []) }), undefined);
  });
});
