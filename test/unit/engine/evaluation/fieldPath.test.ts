import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { valueAtField } from '../../../../src/engine/evaluation/fieldPath.ts';
import { fieldPathText, parseFieldPath, rowResponse, textFields } from '../../../../src/engine/evaluation/index.ts';

suite('Fields of a row', () => {
  const paths: readonly (readonly [string, readonly (string | number)[]])[] = [
    ['response', ['response']],
    ['choices[0].message.content', ['choices', 0, 'message', 'content']],
    ['$.choices[-1]', ['choices', -1]],
    ['$[0]', [0]],
    ['[2].a b', [2, 'a b']],
    ['a["b.c"].d', ['a', 'b.c', 'd']],
    ['a["\\u0041\\""]', ['a', 'A"']],
    ['a-b.$ref', ['a-b', '$ref']],
    ['$', ['$']],
    ['__proto__.0', ['__proto__', '0']],
  ];
  for (const [text, path] of paths) test(text, () => assert.deepEqual(parseFieldPath(text), path));

  for (const text of ['', '.a', 'a.', 'a..b', 'a[', 'a[x]', 'a[*]', 'a]', 'a[0]b', 'a["x]', "a['b']", '$.', 'a["\\x"]'])
    test(`${JSON.stringify(text)} is not one`, () => {
      assert.throws(
        () => parseFieldPath(text),
        (error: unknown) => error instanceof EngineError && error.class === 'FieldPathError',
      );
    });

  test('a path of 100,000 steps or one name of a million characters is refused or read at once', () => {
    assert.throws(() => parseFieldPath('a.'.repeat(100_000)), EngineError);
    assert.equal(parseFieldPath('a'.repeat(1_000_000)).length, 1);
    assert.throws(() => parseFieldPath(`a["${'\\'.repeat(1_000_001)}`), EngineError);
  });

  test('every path is read as it is written @slow', () => {
    const step = fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.integer({ min: -1000, max: 1000 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), path => {
        const text = fieldPathText(path);
        assert.deepEqual(parseFieldPath(text), path);
        assert.doesNotMatch(text, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });

  test('values', () => {
    const row = { a: [{ b: 'first' }, { b: 'last' }], n: null, '0': 'zero' };
    const at = (path: string) => valueAtField(row, parseFieldPath(path));
    assert.equal(at('a[0].b'), 'first');
    assert.equal(at('a[-1].b'), 'last');
    assert.equal(at('n'), null);
    for (const nowhere of ['a[2]', 'a.b', 'a.length', 'n.x', 'toString', '__proto__', 'a[0].b[0]', 'a[0].b.length'])
      assert.equal(at(nowhere), undefined, nowhere);
  });

  test('the fields that hold a text, the nearest first', () => {
    const row = {
      choices: [{ message: { role: 'assistant', content: 'x' } }, { other: 'y' }],
      id: 'a',
      n: 1,
      'a b': '',
    };
    assert.deepEqual(textFields(row), ['id', '["a b"]', 'choices[0].message.role', 'choices[0].message.content']);
    assert.deepEqual(textFields(row, 1), ['id']);
    assert.deepEqual(textFields('text'), []);
    assert.deepEqual(textFields(['text']), ['[0]']);
    assert.deepEqual(textFields({ 'a\u202e\n': 'x' }), ['["a\\u202e\\n"]']);
    let deep: unknown = 'x';
    for (let i = 0; i < 10_000; i++) deep = { a: deep };
    assert.deepEqual(textFields(deep), []);
    assert.equal(textFields(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 'x']))).length, 20);
  });

  test('responses', () => {
    const message = { role: 'assistant', content: 'x' };
    const row = { text: 'a', choices: [{ message }], blocks: [{ type: 'text', text: 'b' }], calls: { tool_calls: [] } };
    const at = (path: string) => rowResponse(row, parseFieldPath(path));
    assert.equal(at('text'), 'a');
    for (const path of ['choices[0].message', 'choices[0]']) assert.deepEqual(at(path), message);
    assert.deepEqual(at('blocks'), { content: row.blocks });
    assert.deepEqual(at('calls'), row.calls);
    for (const none of ['choices[0].x', 'choices', 'blocks[0].type.x']) assert.equal(at(none), undefined, none);
    assert.equal(rowResponse(row), undefined);
    assert.equal(rowResponse({ response: 'r', message: 'm' }), 'r');
    assert.deepEqual(rowResponse({ message }), message);
    assert.equal(rowResponse('text'), 'text');
  });
});
