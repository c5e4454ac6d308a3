import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { exportDefinitions } from '../../../../src/engine/interchange/index.ts';

suite("OpenAI's strict mode", () => {
  const strict = (schema: object) => {
    const definition = { type: 'MarkdownJsonDictParser', content_schema: { type: 'object', ...schema } };
    const { definitions } = readDefinitions(JSON.stringify(definition), 'thing.parser.json');
    const answer = exportDefinitions(definitions, 'openai-response-format');
    assert.ok(answer.ok);
    const format = JSON.parse(answer.text).json_schema;
    assert.equal(format.strict, true);
    const changes = answer.losses.flatMap(({ message }) =>
      message.startsWith('Strict mode: ') ? message.slice(13) : [],
    );
    return { schema: format.schema, changes };
  };
  const object = (properties: object) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });

  test('what is strict already stays', () => {
    const given = {
      ...object({ a: { type: 'string', pattern: '^x' }, b: { type: ['integer', 'null'] } }),
      $defs: { N: object({ n: { $ref: '#/$defs/N' } }) },
    };
    assert.deepEqual(strict(given), { schema: given, changes: [] });
  });

  test('what leads to the whole schema stays', () => {
    const given = object({ next: { anyOf: [{ type: 'null' }, { $ref: '#' }] } });
    assert.deepEqual(strict(given), { schema: given, changes: [] });
  });

  const parts: readonly [string, unknown, unknown, RegExp][] = [
    ['a default', { type: 'string', default: 'x' }, { type: 'string' }, /`default`/],
    ['an unknown keyword', { type: 'string', minLength: 1 }, { type: 'string' }, /`minLength`/],
    ['an unknown format', { type: 'string', format: 'uri' }, { type: 'string' }, /`uri`/],
    [
      'oneOf',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      /`oneOf`/,
    ],
    ['allOf of one reference', { allOf: [{ $ref: '#/$defs/N' }], description: 'x' }, { $ref: '#/$defs/N' }, /`allOf`/],
    [
      'allOf of several',
      { allOf: [{ $ref: '#/$defs/N' }, { properties: { b: { type: 'null' } }, required: ['b'] }] },
      { ...object({ b: { type: 'null' }, a: { type: 'string' } }) },
      /`allOf`/,
    ],
    ['beside a reference', { $ref: '#/$defs/N', description: 'x' }, { $ref: '#/$defs/N' }, /`description` beside/],
    ['a reference to nowhere', { $ref: 'other.json' }, { type: ['string', 'number', 'boolean', 'null'] }, /leads out/],
    ['any value', {}, { type: ['string', 'number', 'boolean', 'null'] }, /No type/],
    [
      'a hint',
      { description: 'done (true/false)' },
      { description: 'done (true/false)', type: 'boolean' },
      /`boolean`/,
    ],
    [
      'a list of anything',
      { type: 'array' },
      { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
      /`items`/,
    ],
    ['a dictionary', { type: 'object', additionalProperties: { type: 'number' } }, object({}), /Other keys/],
  ];
  for (const [name, given, expected, change] of parts)
    test(name, () => {
      const $defs = {
        N: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
      };
      const { schema, changes } = strict({
        properties: { p: given },
        required: ['p'],
        additionalProperties: false,
        $defs,
      });
      const { p } = schema.properties;
      assert.deepEqual(
        'properties' in p ? { ...p, required: [...p.required].sort() } : p,
        'properties' in (expected as object)
          ? {
              ...(expected as { required: string[] }),
              required: [...(expected as { required: string[] }).required].sort(),
            }
          : expected,
      );
      assert.equal(changes.filter(each => change.test(each)).length, 1, changes.join('\n'));
    });

  test('keys that are optional may be null', () => {
    const { schema, changes } = strict({
      properties: {
        a: { type: 'string' },
        b: { type: 'string', enum: ['x'] },
        c: { $ref: '#/$defs/N' },
        d: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      $defs: { N: object({}) },
    });
    assert.deepEqual(schema.properties, {
      a: { type: ['string', 'null'] },
      b: { type: ['string', 'null'], enum: ['x', null] },
      c: { anyOf: [{ $ref: '#/$defs/N' }, { type: 'null' }] },
      d: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    });
    assert.deepEqual(schema.required, ['a', 'b', 'c', 'd']);
    assert.equal(changes.filter(each => /was optional/.test(each)).length, 4);
  });

  test('the root is an object', () => {
    const union = strict({ type: undefined, anyOf: [{ type: 'string' }, { type: 'null' }] });
    assert.deepEqual(union.schema, object({ value: { anyOf: [{ type: 'string' }, { type: 'null' }] } }));
    const reference = strict({
      type: undefined,
      $ref: '#/$defs/N',
      $defs: { N: object({ n: { $ref: '#/$defs/N' } }) },
    });
    assert.deepEqual(reference.schema, {
      ...object({ n: { $ref: '#/$defs/N' } }),
      $defs: { N: object({ n: { $ref: '#/$defs/N' } }) },
    });
  });

  test('only what belongs to the type stays, also where there are several or alternatives', () => {
    const { schema, changes } = strict(
      object({
        a: { type: 'array', items: { type: 'string' }, anyOf: [{ minItems: 1, items: {} }, { type: 'null' }] },
        b: { type: ['object', 'array'], properties: { c: { type: 'null' } }, required: ['c'], items: { const: 1 } },
        d: { type: 'string', items: {}, minItems: 1 },
        e: { type: [], anyOf: [] },
      }),
    );
    const anyType = { type: ['string', 'number', 'boolean', 'null'] };
    assert.deepEqual(schema.properties, {
      a: { anyOf: [{ type: 'array', minItems: 1, items: anyType }, { type: 'null' }] },
      b: { anyOf: [object({ c: { type: 'null' } }), { type: 'array', items: { const: 1 } }] },
      d: { type: 'string' },
      e: anyType,
    });
    assert.ok(changes.includes('`properties.a`: `items` beside `anyOf` is left out.'));
  });

  test('a reference to a part that may change names a definition', () => {
    const inner = { type: 'object', properties: { x: { type: 'string' } } };
    const strictInner = object({ x: { type: ['string', 'null'] } });
    assert.deepEqual(strict({ properties: { a: inner, b: { $ref: '#/properties/a' } }, required: ['a', 'b'] }).schema, {
      ...object({ a: strictInner, b: { $ref: '#/$defs/a' } }),
      $defs: { a: strictInner },
    });
    const nested = { ...object({ m: { $ref: '#/$defs/N/$defs/M' } }), $defs: { M: inner } };
    assert.deepEqual(strict({ ...object({}), $defs: { N: nested, M: { const: 1 } } }).schema.$defs, {
      N: object({ m: { $ref: '#/$defs/M_2' } }),
      M: { const: 1 },
      M_2: strictInner,
    });
    const wrapped = strict({ type: undefined, anyOf: [{ type: 'null' }, { type: 'array', items: { $ref: '#' } }] });
    assert.deepEqual(wrapped.schema.$defs.root.anyOf[1], { type: 'array', items: { $ref: '#/$defs/root' } });
  });

  test('whatever the schema is, what comes out is strict', () => {
    const leaf = fc.constantFrom<object>(
      {},
      { type: 'string', format: 'uri', default: 'x' },
      { type: ['string', 'null'], minLength: 1 },
      { type: ['object', 'array'] },
      { enum: ['a', 1, null] },
      { const: 'x' },
      { $ref: '#' },
      { $ref: '#/$defs/D', description: 'd' },
      { $ref: '#/properties/a' },
      { $ref: 'http://x' },
      { type: 'array', prefixItems: [{}], items: false },
      { not: {} },
    );
    const { part } = fc.letrec<{ part: object }>(tie => ({
      part: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.record({ type: fc.constant('array'), items: tie('part'), anyOf: fc.array(tie('part'), { maxLength: 1 }) }),
        fc.record({ oneOf: fc.array(tie('part'), { minLength: 1, maxLength: 2 }) }),
        fc.record({ allOf: fc.array(tie('part'), { maxLength: 2 }), title: fc.constant('t') }),
        fc
          .dictionary(fc.constantFrom('a', 'type', '$ref', '__proto__'), tie('part'), { maxKeys: 3 })
          .map(properties => ({ properties, patternProperties: {}, $defs: { M: properties } })),
      ),
    }));
    fc.assert(
      fc.property(part, part, (given, definition) => {
        const { schema } = strict({ type: undefined, ...given, $defs: { D: definition } });
        assert.equal(schema.type, 'object');
        for (const each of [schema, ...Object.values<object>(schema.$defs ?? {})]) assertStrict(each, schema);
      }),
      { numRuns: 300 },
    );
  });

  test('limits that are exceeded are named @slow', () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`);
    assert.match(
      strict(object(Object.fromEntries(names(5001).map(name => [name, { type: 'string' }])))).changes.join(),
      /at most 5000 keys; there are 5001/,
    );
    assert.match(strict(object({ a: { type: 'string', enum: names(1001) } })).changes.join(), /at most 1000 values/);
    assert.match(
      strict(object({ a: { type: 'string', enum: names(251).map(name => name + 'x'.repeat(60)) } })).changes.join(),
      /at most 15000 characters/,
    );
    const deep = names(11).reduce<object>(inner => object({ a: inner }), { type: 'string' });
    assert.match(strict(deep).changes.join(), /at most 10 levels of objects; there are 11/);
  });

  test('definitions that name one another end', () => {
    const both = { allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] };
    const part = { type: 'object', properties: { p: both, q: both, r: both } };
    assert.ok(strict({ properties: { a: both }, $defs: { A: part, B: part } }).changes.length < 300);
  });
});

const strictKeywords = new Set([
  ...['title', 'description', 'type', 'enum', 'const', '$ref', 'anyOf', 'properties', 'required', 'items'],
  ...['additionalProperties', '$defs', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'],
]);

/** OpenAI's rules for a part of a schema in strict mode. */
function assertStrict(part: Record<string, unknown>, root: object): void {
  for (const key of Object.keys(part)) assert.ok(strictKeywords.has(key) && (key !== '$defs' || part === root), key);
  const { $ref, anyOf, enum: values, const: constant, type, items } = part;
  const properties = part.properties as Record<string, Record<string, unknown>> | undefined;
  if ($ref !== undefined) {
    const names = String($ref).split('/').slice(1);
    const target = names.reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], root);
    assert.ok(target !== undefined && Object.keys(part).length === 1, String($ref));
    return;
  }
  assert.ok(type ?? anyOf ?? values ?? (constant !== undefined || undefined), JSON.stringify(part));
  for (const each of (anyOf as Record<string, unknown>[] | undefined) ?? []) assertStrict(each, root);
  const types: unknown[] = [type].flat();
  if (types.includes('object')) {
    assert.deepEqual([part.additionalProperties, part.required], [false, Object.keys(properties ?? {})]);
    for (const each of Object.values(properties ?? {})) assertStrict(each, root);
  } else assert.deepEqual([properties, part.required, part.additionalProperties], [undefined, undefined, undefined]);
  assert.equal(items !== undefined, types.includes('array'));
  if (items) assertStrict(items as Record<string, unknown>, root);
}
