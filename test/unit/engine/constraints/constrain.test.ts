import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import {
  type Constraint,
  constrain,
  constraintEngines,
  type JsonSchema,
  readDefinitions,
} from '../../../../src/engine/index.ts';

suite('constrain', () => {
  /** The lists in which a keyword stands, by their first letters. */
  const verdict = (schema: JsonSchema, engine: string, keyword: string, path = '') => {
    const [name, version] = engine.split('@');
    const found = constrain(schema, { engine: name!, ...(version !== undefined && { version }) });
    const lists = { enforced: found.enforces, dropped: found.drops, narrowed: found.narrows, refused: found.refuses };
    return Object.entries(lists)
      .filter(([, list]) => list.some(each => each.keyword === keyword && each.path === path))
      .map(([verb]) => verb)
      .join();
  };
  const short = { type: 'string', pattern: '^[a-z]+$', minLength: 3 };

  const places: readonly (readonly [string, JsonSchema, string])[] = [
    ['in items', { type: 'array', items: short }, '/items'],
    ['behind a reference', { type: 'array', items: { $ref: '#/$defs/a~1b' }, $defs: { 'a/b': short } }, '/$defs/a~1b'],
    ['behind two references', { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: short } }, '/$defs/B'],
    ['in an alternative', { anyOf: [{ type: 'null' }, short] }, '/anyOf/1'],
    ['in prefixItems', { type: 'array', prefixItems: [short], items: false, minItems: 1 }, '/prefixItems/0'],
    [
      'in a member of a member',
      { properties: { 'a/b': { type: 'object', properties: { c: short } } } },
      '/properties/a~1b/properties/c',
    ],
    ['in further members', { type: 'object', additionalProperties: short }, '/additionalProperties'],
    [
      'in a schema that refers to itself',
      { type: 'object', properties: { a: short, b: { $ref: '#' } } },
      '/properties/a',
    ],
  ];
  for (const [title, schema, path] of places)
    test(`a keyword is judged ${title}`, () => {
      equal(verdict(schema, 'xgrammar', 'minLength', path), 'dropped');
      equal(verdict(schema, 'xgrammar', 'pattern', path), 'enforced');
      equal(verdict(schema, 'sglang', 'minLength', path), 'refused');
      equal(verdict(schema, 'llguidance', 'minLength', path), 'enforced');
    });

  test('what nothing reads fares as the keyword that holds it, except where a check looks everywhere', () => {
    const schema = {
      allOf: [
        { type: 'integer', minimum: 2 },
        { type: 'integer', multipleOf: 3 },
      ],
    };
    equal(verdict(schema, 'xgrammar', 'minimum', '/allOf/0'), 'dropped');
    equal(verdict(schema, 'sglang', 'multipleOf', '/allOf/1'), 'refused');
    equal(verdict({ type: 'string', not: { minLength: 3 } }, 'llguidance', 'minLength', '/not'), 'refused');
  });

  test('a definition that something reads is judged as read, though something else does not read it', () => {
    const schema = {
      type: 'array',
      items: { $ref: '#/$defs/N' },
      contains: { $ref: '#/$defs/N' },
      $defs: { N: { type: 'integer', minimum: 3, maximum: 9 } },
    };
    equal(verdict(schema, 'xgrammar', 'minimum', '/$defs/N'), 'enforced');
    equal(verdict({ ...schema, items: { type: 'integer' } }, 'xgrammar', 'minimum', '/$defs/N'), 'dropped');
  });

  test('beside what is read alone, the same again is no loss, and anything else is', () => {
    const of = (beside: JsonSchema) => ({ $ref: '#/$defs/S', ...beside, $defs: { S: { type: 'string' } } });
    equal(verdict(of({ type: 'string' }), 'xgrammar', 'type'), 'enforced');
    equal(verdict(of({ maxLength: 3 }), 'llama.cpp', 'maxLength'), 'dropped');
    equal(verdict({ type: 'string', enum: ['a', 'b'] }, 'xgrammar', 'type'), 'enforced');
    equal(verdict({ type: 'string', enum: ['a', 3] }, 'xgrammar', 'type'), 'dropped');
    equal(verdict({ type: 'integer', minLength: 3 }, 'xgrammar', 'minLength'), 'enforced');
  });

  const alternatives: readonly (readonly [string, readonly JsonSchema[], 'enforced' | 'dropped'])[] = [
    ['types apart', [{ type: 'string' }, { type: ['integer', 'null'] }], 'enforced'],
    ['integer and number', [{ type: 'integer' }, { type: 'number' }], 'dropped'],
    [
      'bounds apart',
      [
        { type: 'integer', maximum: 4 },
        { type: 'integer', exclusiveMinimum: 4 },
      ],
      'enforced',
    ],
    [
      'bounds that touch',
      [
        { type: 'integer', maximum: 4 },
        { type: 'integer', minimum: 4 },
      ],
      'dropped',
    ],
    [
      'lengths apart',
      [
        { type: 'string', maxLength: 2 },
        { type: 'string', minLength: 3 },
      ],
      'enforced',
    ],
    ['values apart', [{ const: { a: 1, b: 2 } }, { enum: [{ a: 1 }, 3] }], 'enforced'],
    ['the same value in another order', [{ const: { a: 1, b: 2 } }, { const: { b: 2, a: 1 } }], 'dropped'],
    ['a value of a type', [{ const: 3 }, { type: 'number' }], 'dropped'],
    [
      'a member that tells them apart',
      ['a', 'b'].map(kind => ({ type: 'object', properties: { kind: { const: kind } }, required: ['kind'] })),
      'enforced',
    ],
    [
      'a member that may be left out',
      ['a', 'b'].map(kind => ({ type: 'object', properties: { kind: { const: kind } } })),
      'dropped',
    ],
  ];
  for (const [title, oneOf, expected] of alternatives)
    test(`oneOf: ${title}`, () => {
      equal(verdict({ oneOf }, 'xgrammar', 'oneOf'), expected);
      equal(verdict({ oneOf }, 'llguidance', 'oneOf'), expected === 'dropped' ? 'refused' : expected);
    });

  const lengths: readonly (readonly [string, string, number, string])[] = [
    ['^(?:ab|c{2,3})$', 'minLength', 2, 'enforced'],
    ['^(?:ab|c{2,3})$', 'maxLength', 2, 'dropped'],
    ['^a?[^\\]x]{4}$', 'minLength', 5, 'dropped'],
    ['^\\u00e9\\.$', 'maxLength', 2, 'enforced'],
    ['^a*$', 'maxLength', 1000, 'dropped'],
    ['abc', 'maxLength', 3, 'narrowed'],
  ];
  for (const [pattern, keyword, bound, expected] of lengths)
    test(`${keyword} ${bound} beside ${pattern} is ${expected}`, () =>
      equal(verdict({ type: 'string', pattern, [keyword]: bound }, 'xgrammar', keyword), expected));

  test('patterns: what is not anchored, looks around or refers back', () => {
    const of = (pattern: string, engine: string) => verdict({ type: 'string', pattern }, engine, 'pattern');
    deepEqual(
      ['^ab$', '^ab.*', '^a|b$', 'a\\$', '\\^'].map(each => of(each, 'xgrammar')),
      ['enforced', 'enforced', 'narrowed', 'narrowed', 'narrowed'],
    );
    deepEqual(
      ['^(?<=a)b$', '^(a)\\1$', '^[(?=]$'].map(each => of(each, 'llguidance')),
      ['refused', 'refused', 'enforced'],
    );
    equal(of('^(?!a)b$', 'xgrammar@53da3ff8'), 'dropped');
    equal(of('^[\\d]$', 'llama.cpp'), 'refused');
  });

  test('vLLM names the library that it hands the schema to', () => {
    const by = (schema: JsonSchema) => constrain(schema, { engine: 'vllm' }).by;
    equal(by({ type: 'string' }), 'xgrammar 0.2.5');
    equal(by({ type: 'array', items: short }), 'llguidance 1.7.0');
    equal(by({ type: 'object', patternProperties: { a: {}, b: {} } }), 'outlines');
    equal(
      constrain({ type: 'object', patternProperties: { a: {}, b: {} } }, { engine: 'vllm' }).evidence,
      'documented',
    );
    equal(by({ type: 'string', pattern: '^(?=a)' }), 'llguidance 1.7.0');
  });

  test('the request carries the schema, for Gemini with the order of members', () => {
    const schema = {
      type: 'object',
      properties: { properties: { type: 'string' }, a: { default: { properties: {} } } },
    };
    deepEqual(constrain(schema, { engine: 'vllm' }).request, { structured_outputs: { json: schema } });
    deepEqual(constrain(schema, { engine: 'gemini' }).request, {
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: { ...schema, propertyOrdering: ['properties', 'a'] },
      },
    });
    equal(constrain(schema, { engine: 'xgrammar' }).request, null);
  });

  test('a definition is judged by the schema of its value; one without says why', async () => {
    const define = (text: string) => readDefinitions(text, 'x.parser.json').definitions[0]!;
    const schema = { type: 'object', properties: { a: { type: 'number', minimum: 3 } }, required: ['a'] };
    const found = await constrain(define(JSON.stringify({ type: 'structured_output', content_schema: schema })), {
      engine: 'sglang',
    });
    deepEqual(
      found.drops.map(({ keyword, path }) => `${path} ${keyword}`),
      ['/properties/a minimum'],
    );
    const coder = define('{ "type": "MarkdownCodeBlockParser", "language_name": "python" }');
    await rejects(constrain(coder, { engine: 'vllm', form: 'json' }), { class: 'NoSchema', message: /not an object/ });
  });

  test('what is dropped is said in the descriptions, where that is asked for', () => {
    const schema = {
      type: 'object',
      properties: { a: { ...short, description: 'A word.' }, b: { type: 'array', items: {}, uniqueItems: true } },
      required: ['a'],
      additionalProperties: false,
    };
    const { request, text } = constrain(schema, { engine: 'sglang', describe: true });
    ok(request);
    deepEqual(JSON.parse(text), schema);
    const { properties } = JSON.parse(constrain(schema, { engine: 'xgrammar', describe: true }).text);
    equal(properties.a.description, 'A word. (at least 3 characters)');
    equal(properties.b.description, '(no item twice)');
  });

  const bad: readonly (readonly [string, JsonSchema, RegExp])[] = [
    ['a reference to itself', { $ref: '#' }, /leads back to itself without end/],
    [
      'references in a circle',
      { type: 'array', items: { $ref: '#/$defs/A' }, $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } },
      /without end/,
    ],
    ['1 MB', { enum: ['x'.repeat(2 ** 20)] }, /larger than 1 MB/],
    ['a list', [] as unknown as JsonSchema, /A schema is an object/],
  ];
  for (const [title, schema, message] of bad)
    test(`bad input: ${title}`, () =>
      throws(() => constrain(schema, { engine: 'vllm' }), { class: 'InvalidSchema', message }));

  test('an unknown engine names those that there are; an unknown version is answered by the newest release', () => {
    throws(() => constrain({}, { engine: 'vlm' }), { class: 'UnknownEngine', message: /did you mean `vllm`\?/ });
    const found: Constraint = constrain({}, { engine: 'xgrammar', version: '9' });
    equal(found.version, '0.2.5');
    ok(found.notes.some(note => note.includes('Nothing is known of XGrammar 9')));
  });

  test('every engine is total over odd schemas', () => {
    const odd = {
      type: 7,
      properties: [],
      required: 'a',
      enum: {},
      oneOf: {},
      $ref: 3,
      items: [{ type: 'x' }],
      pattern: '(((',
      format: null,
      minimum: 'a',
      allOf: [true, null],
      not: false,
    };
    for (const { id } of constraintEngines)
      for (const schema of [
        {},
        odd,
        { type: 'object', properties: { a: odd, b: true } },
        { ...odd, type: ['string', 'array'], $ref: undefined },
      ])
        ok(constrain(schema, { engine: id }).enforces);
    const many = { enum: Array.from({ length: 10_000 }, (_, i) => `v${i}`) };
    for (const { id } of constraintEngines)
      ok(constrain({ type: 'object', properties: { a: { oneOf: [many, { const: 3 }] } } }, { engine: id }));
  });
});
