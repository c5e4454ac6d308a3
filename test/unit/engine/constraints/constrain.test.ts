import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { type Constraint, constrain, constraintEngines } from '../../../../src/engine/constraints/index.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { JsonSchema } from '../../../../src/engine/json/jsonSchema.ts';
import { keywordTable } from '../../../run/keywordTable.ts';

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

  test('names that are listed, and names by a pattern beside them', () => {
    const of = (more: JsonSchema) => ({ type: 'object', properties: { a: { type: 'integer' } }, ...more });
    const named = (pattern: string) => of({ propertyNames: { pattern } });
    equal(verdict(named('^x'), 'xgrammar', 'propertyNames'), 'dropped');
    equal(verdict(named('^x$'), 'sglang', 'pattern', '/propertyNames'), 'dropped');
    equal(verdict(named('^[a-z]$'), 'xgrammar', 'propertyNames'), 'enforced');
    const byPattern = (pattern: string, more: JsonSchema = {}) =>
      of({ patternProperties: { [pattern]: { type: 'boolean', const: true } }, ...more });
    equal(verdict(byPattern('^[a-z]$'), 'xgrammar', 'patternProperties'), 'dropped');
    equal(verdict(byPattern('^[a-z]$'), 'xgrammar', 'const', '/patternProperties/^[a-z]$'), 'dropped');
    equal(verdict(byPattern('^b$'), 'xgrammar', 'patternProperties'), 'enforced');
    equal(verdict(byPattern('^b$', { additionalProperties: true }), 'xgrammar', 'patternProperties'), 'dropped');
    equal(
      verdict(of({ patternProperties: { '^a$': { type: 'integer' } } }), 'xgrammar', 'patternProperties'),
      'enforced',
    );
  });

  test('bounds that leave nothing, and more members than there may be', () => {
    const number = (more: JsonSchema) => ({ type: 'number', ...more });
    equal(verdict(number({ minimum: 7, exclusiveMaximum: 6 }), 'xgrammar', 'minimum'), 'refused');
    equal(verdict(number({ minimum: 6, exclusiveMaximum: 6 }), 'xgrammar', 'minimum'), 'refused');
    equal(verdict(number({ minimum: 6, exclusiveMaximum: 6 }), 'xgrammar@0.2.1', 'exclusiveMaximum'), 'dropped');
    equal(verdict(number({ minimum: 6, maximum: 6 }), 'xgrammar', 'minimum'), 'enforced');
    const two = { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'], maxProperties: 1 };
    equal(verdict(two, 'xgrammar', 'required'), 'refused');
    equal(verdict(two, 'sglang', 'maxProperties'), 'refused');
  });

  test('what is passed over is read first, and refused where it cannot be', () => {
    const parts = (part: JsonSchema) => ({ allOf: [part, { type: 'string' }] });
    const empty = { type: 'string', minLength: 4, maxLength: 1 };
    equal(verdict(parts(empty), 'xgrammar', 'minLength', '/allOf/0'), 'refused');
    equal(verdict(parts(empty), 'xgrammar@0.1.27', 'minLength', '/allOf/0'), 'dropped');
    equal(verdict(parts({ type: 'array', items: empty }), 'xgrammar@0.2.1', 'maxLength', '/allOf/0/items'), 'refused');
    equal(verdict(parts({ type: 'string', not: empty }), 'xgrammar', 'minLength', '/allOf/0/not'), 'dropped');
    const beside = { type: 'object', properties: { a: empty }, additionalProperties: true };
    equal(verdict(beside, 'sglang', 'maxLength', '/properties/a'), 'refused');
    equal(verdict({ type: 'array', minItems: 2, unevaluatedItems: false }, 'xgrammar', 'minItems'), 'refused');
    equal(verdict(parts({ type: 'string', pattern: '^(?=a)' }), 'xgrammar', 'pattern', '/allOf/0'), 'dropped');
  });

  test('a pattern that admits a quotation mark is told of where xgrammar writes it bare', () => {
    const told = (pattern: string, engine: string) =>
      constrain({ type: 'object', properties: { a: { type: 'string', pattern } } }, { engine }).notes.filter(note =>
        note.includes('quotation mark'),
      );
    for (const engine of ['xgrammar', 'vllm', 'sglang'])
      deepEqual(
        ['^.+$', '^[^x]*$', '^\\S$', '^[a-z]+$', '^[^"]*$', '^(?=.)$'].map(pattern => told(pattern, engine).length),
        [1, 1, 1, 0, 0, 0],
      );
    match(told('^.+$', 'xgrammar')[0]!, /^The `pattern` at \/properties\/a admits/);
    deepEqual(told('^.+$', 'llguidance'), []);
    match(
      constrain({ type: 'string', format: 'json-pointer' }, { engine: 'vllm' }).notes.join(),
      /^.*The `format` at the root/,
    );
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

  test('the table of keywords says nothing twice of an engine', () => {
    for (const [keyword, ...cells] of keywordTable())
      for (const cell of cells) {
        const said = cell.split('; ');
        deepEqual(said, [...new Set(said)], keyword);
      }
  });

  test('Gemini’s order of members, in definitions whose names are keywords', () => {
    const pair = { type: 'object', properties: { a: {}, b: {} } };
    const schema = { type: 'object', properties: {}, $defs: { examples: pair, properties: pair } };
    const ordered = { ...pair, propertyOrdering: ['a', 'b'] };
    deepEqual(constrain(schema, { engine: 'gemini' }).request, {
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: { ...schema, $defs: { examples: ordered, properties: ordered } },
      },
    });
  });

  test('a definition is judged by the schema of its value; one without says why', async () => {
    const define = (text: string) => readDefinitions(text, 'x.parser.json').definitions[0]!;
    const schema = { type: 'object', properties: { a: { type: 'number', minimum: 3 } }, required: ['a'] };
    const dict = define(JSON.stringify({ type: 'MarkdownJsonDictParser', content_schema: schema }));
    const found = await constrain(dict, { engine: 'sglang', form: 'json' });
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

  test('of a schema that no value satisfies that is said, whatever the engine makes of it', () => {
    const notes = (schema: JsonSchema) => constrain(schema, { engine: 'llguidance' }).notes.join('\n');
    match(notes({ type: 'object', properties: { a: false }, required: ['a'] }), /no value is valid: The schema allows/);
    match(
      notes({ type: 'array', items: { type: 'integer', minimum: 5, maximum: 4 }, minItems: 1 }),
      /No number is within/,
    );
    ok(!notes({ type: 'array', items: { type: 'integer' } }).includes('no value'));
  });

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
