import assert from 'node:assert/strict';
import { diagnose } from '../../../../src/engine/repair/index.ts';

suite('brackets and quotes that do not match', () => {
  const rows: readonly (readonly [what: string, text: string, value: unknown, causes: readonly string[]])[] = [
    [
      'a list that only its end shows is a list, its comma dropped',
      '"":y,"b":1,],"c":{d:""}}',
      { '': 'y', b: [1], c: { d: '' } },
      ['trailing-comma', 'missing-brace', 'unquoted-key', 'bare-word'],
    ],
    [
      'an object’s end ends the lists in it',
      '{b:{"":[1,[2 {"":3}}',
      { b: { '': [1, [2, { '': 3 }]] } },
      ['missing-comma', 'missing-brace', 'unquoted-key'],
    ],
    [
      'a key without its first quote',
      '{a"b"c"：1}',
      { a: 'b', c: 1 },
      ['missing-comma', 'missing-colon', 'unopened-string', 'unquoted-key', 'full-width'],
    ],
    ['all braces are doubled', '{{"a": {{"b": {{}}}}}}', { a: { b: {} } }, ['extra-brace']],
    [
      'doubled braces around an object in single ones',
      '{{"a": {"b": 1}, "c": [{"d": 2}, {{"e": 3}}]}}',
      { a: { b: 1 }, c: [{ d: 2 }, { e: 3 }] },
      ['extra-brace'],
    ],
    ['doubled braces around a list', '{{"a": [{{"b": 1}}], "c": 2}}', { a: [{ b: 1 }], c: 2 }, ['extra-brace']],
  ];
  for (const [what, text, value, causes] of rows)
    test(what, () => {
      const [best] = diagnose(text).candidates;
      assert.deepEqual([best?.value, best?.causes], [value, causes]);
      assert.ok(best!.confidence > 0.5, String(best!.confidence));
    });

  test('doubled braces are closed by two braces, and by nothing else', () => {
    const readings = (text: string) => diagnose(text).candidates.map(({ value, edits }) => [value, edits.length]);
    assert.deepEqual(readings('{{"a": {"b": 1}, "c": 2}}'), [[{ a: { b: 1 }, c: 2 }, 2]]);
    assert.deepEqual(readings('{{"a": 1]}}')[0], [{ a: 1 }, 2]);
  });

  test('a bracket too many that may belong further inside is not sure to be one', () => {
    for (const text of ['{"a": 1} "c": [2]}', '{"a": {"a": 1}} "c": [2]}', '{"a": 1, "b": 2}, "c": 3}']) {
      const [best, other] = diagnose(text).candidates;
      assert.ok(best!.causes.includes('extra-brace') && best!.confidence < 0.9, `${text} ${best!.confidence}`);
      assert.deepEqual(other?.causes, ['prose-around'], text);
      assert.ok(other.confidence > 0.1, `${text} ${other.confidence}`);
    }
  });

  test('a comment that goes on to the end of a broken text leaves nothing to be sure of', () => {
    const readOf = (text: string) => diagnose(text).candidates[0]?.value;
    const broken = '{"a": ]{"a": 1 "b": "x"';
    assert.deepEqual(readOf(broken), { a: 1, b: 'x' });
    assert.deepEqual(readOf(`${broken} // note\n}`), { a: 1, b: 'x' });
    assert.equal(readOf(`${broken} // note`), undefined);
  });
});
