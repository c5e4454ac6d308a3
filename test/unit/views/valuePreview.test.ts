import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromPlain, PyFloat, type PyValue } from '../../../src/engine/index.ts';
import { lensPreview, shownName, valuePreview } from '../../../src/views/valuePreview.ts';

suite('valuePreview', () => {
  const cases: [PyValue, string][] = [
    ['I agree.', '"I agree."'],
    ['I agree with you,\n  all of you.', '"I agree with you, all…"'],
    [
      new Map<string, PyValue>([
        ['thought', 't'],
        ['speak', 's'],
      ]),
      '{thought, speak}',
    ],
    [
      new Map<string, PyValue>([
        ['finish_discussion', true],
        ['speak', 's'],
      ]),
      '{finish_discussion, sp…}',
    ],
    [new Map(), '{}'],
    [[1, new PyFloat(2), Number.NaN], '[1, 2.0, NaN]'],
    [[[], [1], 'a'], '[[], […], "a"]'],
    [12345678901234567890n, '12345678901234567890'],
    [null, 'null'],
    [true, 'true'],
  ];
  for (const [value, expected] of cases) test(expected, () => assert.equal(valuePreview(value, 24), expected));

  test('is one line, bounded, and cuts no character in half', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 8, max: 40 }), (value, limit) => {
        const preview = valuePreview(fromPlain(value), limit);
        assert.ok(preview.length <= limit && !/[\r\n]/.test(preview));
      }),
    );
    assert.equal(valuePreview('😀'.repeat(20), 8), '"😀😀…"');
  });
});

suite('lensPreview', () => {
  const cases: [unknown, string][] = [
    [{ suspects: ['Player 2'] }, '["Player 2"]'],
    [{ a: [], b: ['x', [1]], c: { d: 1 }, e: {} }, '{a: [], b: ["x", [1]], c: {d: 1}, e: {}}'],
    [['x'], '["x"]'],
    [{ votes: [['Ann', 2], { name: 'Bob', for: [1] }] }, '[["Ann", 2], {name: "Bob", for: [1]}]'],
    [[[[[[1]], { a: { b: { c: 1 } } }]]], '[[[[…], {a}]]]'],
    [{ none: null }, 'null'],
    [{}, '{}'],
    [{ speak: 'Hi.' }, '"Hi."'],
  ];
  for (const [value, expected] of cases)
    test(expected, () => assert.equal(lensPreview(fromPlain(value as never)), expected));

  test('is one line, bounded, of whatever a response holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), value => {
        const preview = lensPreview(fromPlain(value));
        assert.ok(preview.length <= 120 && !/[\r\n]/.test(preview));
      }),
    );
    let deep: unknown = 1;
    for (let i = 0; i < 500; i++) deep = i % 2 ? { a: deep } : [deep];
    assert.equal(lensPreview(fromPlain(deep as never)), '[{a: [{a}]}]');
  });

  test('of a long list only the items are asked for that are shown', () => {
    let asked = 0;
    const items = new Proxy(
      Array.from({ length: 1000 }, (_, i) => i),
      {
        get(list, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) asked++;
          return Reflect.get(list, key, receiver);
        },
      },
    );
    assert.match(lensPreview(items), /^\[0, 1, 2, .*…\]$/);
    assert.ok(asked < 100, `${asked} items were asked for`);
  });
});

suite('shownName', () => {
  const cases: [string, string][] = [
    ['heron', 'heron'],
    ['a\n\tb', 'a b'],
    ['\u202Eevil\u202C', '\\u202eevil\\u202c'],
    ['a\u0000\u001b[31m', 'a\\u0000\\u001b[31m'],
    ['  ', '"  "'],
    ['\n', '"\\n"'],
    ['', ''],
    ['نموذج', 'نموذج'],
    ['x'.repeat(21), `${'x'.repeat(19)}…`],
    ['\u0000'.repeat(9), '\\u0000\\u0000\\u0000\\…'],
    [`ab${' '.repeat(99)}c`, 'ab…'],
  ];
  for (const [text, expected] of cases)
    test(JSON.stringify(expected), () => assert.equal(shownName(text, 20), expected));
});
