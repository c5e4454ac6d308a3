import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PieceView, PreviewState } from '../../../src/protocol/instructionProtocol.ts';
import { patchState, shiftBetween } from '../../../src/views/listPatch.ts';
import { patchedState } from '../../../src/webview/instruction/patched.ts';

const piece = (text: string, start?: number): PieceView =>
  start === undefined ? { text } : { text, origin: { start, end: start + text.length } };

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

suite('patches of what the preview shows', () => {
  test('a letter typed in the middle sends one piece', () => {
    const outer = (end: number) => ({ text: ', ', origin: { start: 5, end } });
    const before = [outer(40), piece('ab', 10), outer(40), piece('cd', 20), piece('}')];
    const after = [outer(41), piece('abx', 10), outer(41), piece('cd', 21), piece('}')];
    const { patch } = patchState(state('a', before), state('a', after), { from: 12, by: 1 });
    assert.deepEqual(patch?.pieces, { head: 1, tail: 3, items: [piece('abx', 10)] });
  });

  test('what stands behind a change moves', () => {
    assert.deepEqual(shiftBetween('a{"b"}', 'a{"bxy"}'), { from: 4, by: 2 });
    assert.deepEqual(shiftBetween('same', 'same'), { from: 4, by: 0 });
    assert.deepEqual(shiftBetween('aaa', 'aa'), { from: 3, by: -1 });
    assert.deepEqual(shiftBetween('xa', 'a'), { from: 1, by: -1 });
    assert.deepEqual(shiftBetween('', 'b'), { from: 0, by: 1 });
  });

  test('patched lists are the lists', () => {
    const any = fc.array(
      fc.record(
        { text: fc.constantFrom('a', 'b'), origin: fc.nat(3).map(start => ({ start, end: start + 1 })) },
        { requiredKeys: ['text'], noNullPrototype: true },
      ),
      { maxLength: 6 },
    );
    const shifts = fc.record({ from: fc.nat(4), by: fc.integer({ min: -2, max: 2 }) });
    fc.assert(
      fc.property(any, any, shifts, (before, after, shift) => {
        const sent = patchState(state('a', before), state('a', after), shift);
        assert.deepEqual(patchedState(state('a', before), sent.state, sent.patch!), state('a', after));
      }),
    );
  });

  test('a state comes out as it was; without one before it is sent whole', () => {
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
        const sent = patchState(before, after, { from: 2, by: 1 });
        const patched = sent.patch ? patchedState(before, sent.state, sent.patch) : sent.state;
        assert.deepEqual(patched, after);
      }
    const shift = { from: 0, by: 0 };
    assert.deepEqual(patchState(undefined, states[0]!, shift), { state: states[0] });
    assert.equal(patchedState(none, states[0]!, { shift, pieces: { head: 0, tail: 0, items: [] } }), undefined);
  });
});
