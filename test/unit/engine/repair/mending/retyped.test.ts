import { deepEqual } from 'node:assert/strict';
import { diagnose } from '../../../../../src/engine/repair/index.ts';

const texts = { type: 'array', items: { type: 'string' } };

suite('a value in other words', () => {
  const rows: readonly (readonly [json: string, schema: object, ...values: readonly unknown[]])[] = [
    ['"4"', { type: 'integer' }, 4],
    ['4', { type: 'string' }, '4'],
    ['true', { type: 'string' }, 'true'],
    ['1', { type: 'boolean' }, true],
    ['{"b": 1}', { type: 'string' }, '{"b": 1}'],
    ['"{\\"b\\": 1}"', { type: 'object' }, { b: 1 }],
    ['[4]', { type: 'integer' }, 4],
    ['[4, 5]', { type: 'integer' }],
    ['4', { type: 'array' }, [4]],
    ['{"b": 1}', { type: 'array' }, [{ b: 1 }]],
    ['"x"', texts, ['x']],
    ['"x, y"', texts, ['x', 'y'], ['x, y']],
    ['null', { type: 'array' }],
    ['4', { enum: ['4', '5'] }, '4'],
  ];
  for (const [json, schema, ...values] of rows)
    test(`${json} as ${JSON.stringify(schema)}`, () => {
      const asked = { type: 'object', properties: { a: schema }, required: ['a'] };
      const { candidates } = diagnose(`{"a": ${json}}`, { schema: asked });
      deepEqual(
        candidates.map(({ value }) => (value as { readonly a: unknown }).a),
        values,
      );
    });

  test('what is no list is tried as one where a list is wanted alone: four other ways are tried in all', () => {
    const integer = { type: 'integer' };
    const properties = { a: integer, b: integer, c: integer, d: integer, e: texts };
    const { candidates } = diagnose('{"a": "1", "b": "1", "c": "1", "d": "1", "e": "x, y"}', {
      schema: { properties },
    });
    const numbers = { a: 1, b: 1, c: 1, d: 1 };
    deepEqual(
      candidates.map(({ value }) => value),
      [
        { ...numbers, e: ['x', 'y'] },
        { ...numbers, e: ['x, y'] },
      ],
    );
  });
});
