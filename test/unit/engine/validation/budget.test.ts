import assert from 'node:assert/strict';
import { fromPlain, type PyDict } from '../../../../src/engine/core/pyValue.ts';
import { buildModel } from '../../../../src/engine/validation/pydanticModel.ts';

const model = (schema: unknown) => buildModel(fromPlain(schema) as PyDict);
const ref = (name: string | number) => ({ $ref: `#/$defs/D${name}` });

/** Definitions of which each is made of the next one by `step`, the last one a string. */
function chain(length: number, step: (next: object, index: number) => object) {
  const steps = Array.from({ length }, (_, i) => [`D${i}`, step(ref(i + 1), i)] as const);
  const $defs = Object.fromEntries([...steps, [`D${length}`, { type: 'string' }]]);
  return { title: 'M', type: 'object', properties: { a: ref(0) }, required: ['a'], $defs };
}

suite('validation: what a schema and a value may cost', () => {
  const doubling: Record<string, (next: object) => object> = {
    anyOf: next => ({ anyOf: [next, next] }),
    oneOf: next => ({ oneOf: [next, next] }),
    prefixItems: next => ({ type: 'array', prefixItems: [next, next] }),
    'keys and values of a dict': next => ({ type: 'object', propertyNames: next, additionalProperties: next }),
    'a union in a set': next => ({ anyOf: [{ type: 'array', uniqueItems: true, items: next }, next] }),
    discriminator: next => ({
      oneOf: [next],
      discriminator: { propertyName: 'k', mapping: { a: next.$ref, b: next.$ref } },
    }),
  } as Record<string, (next: { $ref?: string }) => object>;
  for (const [name, step] of Object.entries(doubling))
    test(`names that double with every level: ${name}`, () => {
      const { problems, validate } = model(chain(60, step));
      assert.ok(!problems.some(({ message }) => /too (large|deeply)/.test(message)));
      for (const a of [1, 'x', [], {}]) {
        const outcome = validate(fromPlain({ a }) as PyDict);
        assert.ok(outcome.ok || outcome.message.length < 25_000_000);
      }
    });

  test('definitions that name each other in a circle, or in a long row', () => {
    const circle = (next: object) => ({ anyOf: [next, { type: 'null' }] });
    const $defs = { A: circle({ $ref: '#/$defs/B' }), B: circle({ $ref: '#/$defs/A' }) };
    const union = { anyOf: [{ $ref: '#/$defs/A' }, { type: 'integer' }] };
    for (const schema of [{ properties: { a: union }, $defs }, chain(20_000, circle)])
      assert.ok(model({ ...schema, properties: { a: union, b: ref(0) }, $defs: { ...schema.$defs, ...$defs } }));
  });

  test('a union names its members in full', () => {
    const inner = { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'boolean' } }] };
    const outcome = model({
      title: 'M',
      properties: { a: { anyOf: [{ type: 'array', items: inner }, { type: 'integer' }] } },
    }).validate(fromPlain({ a: 'x' }) as PyDict);
    assert.ok(!outcome.ok);
    assert.match(outcome.message, /\na\.list\[union\[int,list\[bool\]\]\]\n/);
  });

  test('lists of types in lists of types are not multiplied out: one problem at the place', () => {
    let schema: object = {};
    for (let i = 0; i < 12; i++) schema = { type: Array(50).fill('array'), items: schema };
    const { problems, validate } = model({ properties: { a: schema } });
    const [problem, ...more] = problems.filter(({ message }) => message.startsWith('The schema is too large'));
    assert.deepEqual(more, []);
    assert.deepEqual(problem?.path.slice(0, 3), ['properties', 'a', 'items']);
    assert.ok(problems.length < 1000, `${problems.length}`);
    assert.ok(validate(fromPlain({ a: [] }) as PyDict).ok);
  });

  test('a schema of a hundred thousand parts is checked in full', () => {
    const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`p${i}`, { type: 'integer' }]));
    const { problems, validate } = model({ properties });
    assert.deepEqual(problems, []);
    assert.ok(!validate(fromPlain({ p99999: 'x' }) as PyDict).ok);
  });

  test('a great many errors: the first ones are told', () => {
    const anyOf = Array.from({ length: 1000 }, (_, i) => ({ const: `member ${i}` }));
    const { validate } = model({ title: 'M', properties: { a: { type: 'array', items: { anyOf } } } });
    const messageOf = (length: number) => {
      const outcome = validate(fromPlain({ a: Array(length).fill(1) }) as PyDict);
      return outcome.ok ? '' : outcome.message;
    };
    const many = messageOf(200);
    assert.ok(many.startsWith('200000 validation errors for M\n') && many.length < 25_000_000, `${many.length}`);
    assert.match(many.slice(-40), /\n… and \d+ more errors$/);
    assert.match(messageOf(100_000), /gave up/);
  });

  test('defaults of many small objects', () => {
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`p${i}`, { default: i }]));
    const { validate } = model({ title: 'M', properties: { a: { type: 'array', items: { title: 'P', properties } } } });
    assert.ok(validate(fromPlain({ a: Array(1000).fill({}) }) as PyDict).ok);
    assert.match(JSON.stringify(validate(fromPlain({ a: Array(300_000).fill({}) }) as PyDict)), /gave up/);
  });
});
