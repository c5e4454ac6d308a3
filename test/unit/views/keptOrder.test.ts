import assert from 'node:assert/strict';
import { keptOrder } from '../../../src/views/keptOrder.ts';

/** Rows as words; those in brackets are headings. What stands behind a colon is no part of the key. */
const order = (shown: string, fresh: string) =>
  keptOrder(shown.split(' ').filter(Boolean), fresh.split(' ').filter(Boolean), row =>
    row.startsWith('[') ? undefined : row.split(':')[0],
  ).join(' ');

suite('keptOrder', () => {
  test('what is known by now stands where the row stood', () => {
    assert.equal(order('[others] a b c', '[reads] c:yes [others] a b:no'), '[others] a b:no c:yes');
  });

  test('what is new comes last, under its heading', () => {
    assert.equal(order('[others] a b', '[reads] b [drafts] x y [others] a'), '[others] a b [drafts] x y');
    assert.equal(order('', '[reads] b a'), '[reads] b a');
  });

  test('what is gone leaves no bare heading', () => {
    assert.equal(order('[recent] a [others] b', '[others] b'), '[others] b');
    assert.equal(order('[recent] a', ''), '');
  });
});
