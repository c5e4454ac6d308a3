import assert from 'node:assert/strict';
import { exactOf, withExact, withFieldExact } from '../../../../src/engine/core/exact.ts';
import { PyFloat } from '../../../../src/engine/core/pyValue.ts';

suite('values with Python’s types', () => {
  const field = { key: 'a', value: 1, span: { start: 0, end: 1 }, inner: { start: 0, end: 1 } };

  test('of a field: beside its members, of which a copy has only these', () => {
    const float = new PyFloat(1);
    const own = withFieldExact({ ...field }, float);
    assert.equal(exactOf(own), float);
    assert.deepEqual(own, field);
    assert.equal(exactOf({ ...own }), 1);
  });

  test('made once, when it is first asked for', () => {
    let made = 0;
    const own = withFieldExact({ ...field }, () => ++made);
    assert.equal(made, 0);
    assert.deepEqual([exactOf(own), exactOf(own)], [1, 1]);
    const result = withExact({ ok: true }, () => [++made]);
    assert.equal(made, 1);
    assert.equal(result.exact, result.exact);
    assert.deepEqual(result.exact, [2]);
  });

  test('of a result: not enumerable', () => {
    const result = withExact({ ok: true }, null);
    assert.equal(result.exact, null);
    assert.deepEqual(Object.keys(result), ['ok']);
  });
});
