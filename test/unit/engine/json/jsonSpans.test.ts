import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isPyDict, isPyList, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import type { Span } from '../../../../src/engine/core/span.ts';
import { jsonValueSpan, memberSpans, spanAtPath, withoutQuotes } from '../../../../src/engine/json/jsonSpans.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';

const slice = (text: string, span: Span) => text.slice(span.start, span.end);

suite('memberSpans', () => {
  const cases: [text: string, members: [key: string | number, text: string][]][] = [
    [
      '{"a" : 1 , "b":[1,{"}":"]"}],"a":"x\\"}"}',
      [
        ['a', '1'],
        ['b', '[1,{"}":"]"}]'],
        ['a', '"x\\"}"'],
      ],
    ],
    [
      '[1,-2.5e3 , NaN,"\\\\", {}\n,[]]',
      [
        [0, '1'],
        [1, '-2.5e3'],
        [2, 'NaN'],
        [3, '"\\\\"'],
        [4, '{}'],
        [5, '[]'],
      ],
    ],
    ['{"\\u0061": null}', [['a', 'null']]],
    // As `json.loads` reads it with `strict=False`.
    ['{"\\u0061\tb": null}', [['a\tb', 'null']]],
    [
      '{\r\n\t"a"\r\n:\t1\r\n,\r\n"b": 2\r\n}',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['{ }', []],
    ['[\n]', []],
    ['"{}"', []],
    ['12', []],
  ];
  for (const [text, members] of cases)
    test(text, () =>
      assert.deepEqual(
        memberSpans(text, 0).map(({ key, span }) => [key, slice(text, span)]),
        members,
      ),
    );

  test('every member of every value slices to itself', () => {
    const check = (text: string, span: Span, value: PyValue): void => {
      assert.equal(pyRepr(loads(slice(text, span))), pyRepr(value));
      const members = memberSpans(text, span.start);
      if (isPyList(value)) assert.equal(members.length, value.length);
      if (isPyDict(value)) assert.deepEqual(new Set(members.map(({ key }) => key)), new Set(value.keys()));
      for (const { key, span: inner } of members)
        check(text, inner, isPyDict(value) ? value.get(String(key))! : (value as readonly PyValue[])[Number(key)]!);
    };
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.constantFrom('', ' ', '\n\t'), (json, around, blank) => {
        const text = around + blank + json + blank + around;
        const span = jsonValueSpan(text, around.length, text.length - around.length);
        assert.equal(slice(text, span), json.trim());
        check(text, span, loads(json));
      }),
    );
  });
});

test('spanAtPath goes as far as the path leads', () => {
  const text = '{"a": [1, {"b": "x"}], "a": [2, {"b": "y"}]}';
  const whole = { start: 0, end: text.length };
  const at = (path: (string | number)[]) => slice(text, spanAtPath(text, whole, path));
  assert.equal(at(['a', 1, 'b']), '"y"');
  assert.equal(at(['a', 1, 'missing']), '{"b": "y"}');
  assert.equal(at(['a', 'int']), '[2, {"b": "y"}]');
  assert.equal(at([]), text);
});

test('withoutQuotes', () => {
  assert.deepEqual(withoutQuotes('"ab"', { start: 0, end: 4 }), { start: 1, end: 3 });
  assert.deepEqual(withoutQuotes('1', { start: 0, end: 1 }), { start: 0, end: 1 });
});

function loads(text: string): PyValue {
  const result = jsonLoads(text);
  assert(result.ok);
  return result.value;
}
