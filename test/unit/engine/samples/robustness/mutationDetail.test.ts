import assert from 'node:assert/strict';
import { mutationDetail, shortMessage } from '../../../../../src/engine/samples/index.ts';

suite('mutationDetail', () => {
  test('an error, a difference, the same value', () => {
    const error = { class: 'ValueError', message: 'no\n  value' };
    assert.equal(mutationDetail({ outcome: 'error', error }), 'ValueError: no value');
    assert.equal(mutationDetail({ outcome: 'changed', difference: 'a: 1', value: null }), 'a: 1');
    assert.equal(mutationDetail({ outcome: 'same' }), '');
  });

  test('of a long message the beginning and the end', () => {
    const long = shortMessage(`Missing tag [/A] in response:\n${'word '.repeat(100)}\nline 2 column 3 (char 27)`);
    assert.match(long, /^Missing tag \[\/A\] in response: word .* … .*word line 2 column 3 \(char 27\)$/);
    assert.ok(long.length <= 182);
    assert.equal(shortMessage('a'.repeat(180)).length, 180);
  });

  test('no half characters', () => {
    for (const lead of ['', 'x']) assert.doesNotThrow(() => encodeURIComponent(shortMessage(lead + '😀'.repeat(200))));
  });
});
