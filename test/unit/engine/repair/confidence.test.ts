import assert from 'node:assert/strict';
import { diagnose } from '../../../../src/engine/repair/index.ts';

const confidence = (text: string) => diagnose(text).candidates[0]!.confidence;

suite('a lone word', () => {
  test('of Python is a value where a schema asks for one, and else never sure', () => {
    const sure = (schema?: object) => diagnose('None', { schema }).candidates[0]?.confidence ?? 0;
    assert.ok(sure() <= 0.85, String(sure()));
    assert.ok(sure({ type: 'null' }) > sure(), String(sure({ type: 'null' })));
  });
});

suite('how sure a reading is', () => {
  const pairs: readonly (readonly [what: string, lessSure: string, surer: string])[] = [
    ['a lone number', '+5', '[+5]'],
    ['a string that ends with a line break', '{"say": "one two\n"}', '{"say": "one\ntwo"}'],
    ['a string that begins with a line break', '{"say": "\none two"}', '{"say": "one\ntwo"}'],
    ['a quote within a string and a comma', '{"say": "a "no", he said"}', '{"say": "a "no" he said"}'],
    ['a quote within a string and a colon', '{"say": "a "no": he said"}', '{"say": "a "no" he said"}'],
    ['a string without its end that holds a comma', '{"say": "no, I am, "day": 2}', '{"say": "no I am, "day": 2}'],
    ['a string without its end that holds a colon', '{"say": "no: I am, "day": 2}', '{"say": "no I am, "day": 2}'],
    ['a key that stands twice', '{"a": 1, "a": 2,}', '{"a": 1, "b": 2,}'],
    ['a value without a part', '{"a": {},}', '{"a": 1,}'],
    ['a bracket that was put in before its first item', '{"a": "x", "y"], "b": 1}', '{"a": ["x", "y", "b": 1}'],
  ];
  for (const [what, lessSure, surer] of pairs)
    test(`${what} is less sure`, () => {
      const [low, high] = [confidence(lessSure), confidence(surer)];
      assert.ok(low < high - 0.02, `${low} < ${high}`);
      assert.ok(high > 0.95, `${high}`);
    });

  test('the dearer a reading, the less sure', () => {
    const all = diagnose('{"vote": {"for": "Ann", "day": 2}', { limit: 6 }).candidates.map(one => one.confidence);
    assert.ok(all.length > 2);
    assert.deepEqual(
      all,
      all.toSorted((one, other) => other - one),
    );
  });

  test('a string that the end of the text cuts off has one reading, where no bracket closes it', () => {
    for (const text of ['"Ann', '"Ann, Bo', '{"role": "seer', '["Ann", "Bo'])
      assert.deepEqual(
        diagnose(text).candidates.map(({ lossy }) => lossy),
        [true],
        text,
      );
  });

  test('words are as likely at the end of the text as elsewhere', () => {
    const [best, other] = diagnose('["Ann", the seer').candidates;
    assert.deepEqual(other?.value, ['Ann', 'the seer']);
    assert.equal(other?.confidence, best?.confidence);
  });

  test('a quote that nothing confirms may belong to words without quotes', () => {
    const { candidates } = diagnose('{"say": no", (and) so"}');
    assert.deepEqual(candidates[0]?.value, { say: 'no", (and) so' });
    assert.ok(candidates.some(({ causes }) => causes.includes('bare-word')));
  });
});
