import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';

suite('applyEdits', () => {
  const edits = [
    { start: 1, end: 2, text: 'XY' },
    { span: { start: 4, end: 4 }, text: '-' },
    { span: { start: 4, end: 6 }, text: '' },
  ];

  test('the offsets may stand beside the text or in a span', () =>
    assert.equal(applyEdits('abcdefgh', edits), 'aXYcd-gh'));

  test('of a part of a text only that comes out', () =>
    assert.equal(applyEdits('abcdefgh', edits, { start: 1, end: 7 }), 'XYcd-g'));

  test('without edits the text stays', () => {
    assert.equal(applyEdits('abc', []), 'abc');
    assert.equal(applyEdits('', [{ start: 0, end: 0, text: 'a' }]), 'a');
  });
});
