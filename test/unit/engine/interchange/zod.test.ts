import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { importDefinitions, importedText } from '../../../../src/engine/interchange/index.ts';

suite('zod schemas', () => {
  test('plain zod schemas', () => {
    const source = `import { z as zod } from "zod/v4";
const unit = zod.enum(['kg', 'l']).describe('the unit');
const base = zod.object({ id: zod.uuid() });
export const itemSchema = base.extend({
  name: zod.string().min(1).max(20).regex(/^a/),
  count: zod.number().int().positive().default(1),
  unit: unit.optional(),
  tags: zod.array(zod.string()).nonempty(),
  at: zod.tuple([zod.number(), zod.literal(2.0)]),
  any: zod.union([zod.null(), zod.record(zod.string(), zod.boolean())]),
  get parts() { return zod.array(itemSchema).nullish() },
  'x-y': zod.literal(['a', 1]).nullable(),
  when: zod.string().datetime().meta({ title: 'When', examples: ['now'] }),
  odd: zod.string().transform(x => x.length),
}).strict();
type Item = zod.infer<typeof itemSchema>;
`;
    const result = importDefinitions(source, undefined, 'x.ts');
    assert.deepEqual(
      result.definitions.map(({ name }) => name),
      ['item'],
    );
    const schema = JSON.parse(importedText(result)).content_schema;
    assert.equal(schema.$ref, '#/$defs/itemSchema');
    assert.deepEqual(schema.$defs.unit, { type: 'string', enum: ['kg', 'l'], description: 'the unit' });
    assert.deepEqual(
      result.problems.map(({ span }) => source.slice(span.start, span.end)),
      ['zod.string().transform(x => x.length)'],
    );
    const { definitions, problems } = readDefinitions(importedText(result), 'x.parser.json');
    assert.deepEqual([definitions.length, problems], [1, []]);
  });

  test('schemas where programs have them, with the names that they have there', () => {
    const source = `import { tool, generateObject } from 'ai';
import { z } from 'zod';
export const weather = tool({ description: 'Get the weather', inputSchema: z.object({ city: z.string() }) });
const agent = { tools: { search_files: tool({ parameters: z.object({ query: z.string() }) }) } };
async function run() {
  const { object } = await generateObject({ schema: z.object({ answer: z.string() }) });
  const local = z.object({ kept: Shared });
  return zodResponseFormat(z.object({ event: local }), 'calendar_event');
}
const Shared = z.object({ a: z.string() }) satisfies z.ZodType<unknown>;
export default z.object({ last: z.null() }).parse({});
zodFunction({ name: 'query', parameters: z.object({ table: z.enum(['a']) }) });
const used = Shared.parse({});
`;
    const { definitions, problems } = importDefinitions(source, undefined, 'x.ts');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      definitions.map(({ name, config }) => `${name}: ${config.get('description') ?? ''}`),
      ['weather: Get the weather', 'search_files: ', 'schema: ', 'calendar_event: ', 'imported 5: ', 'query: '],
    );
  });

  const shared = `import { z } from 'zod';
const A = z.object({ x: z.string(), y: z.number().optional() });
const shape = { s: z.string() };
const kinds = ['a', 'b'] as const;
enum Color { Red = 'red', Blue = 'blue' }
const words = 'the ' + \`\${'w'}ords\`;
`;
  const x = { type: 'string' };
  const y = { type: 'number' };
  const cases: readonly (readonly [source: string, properties: object, required?: readonly string[], more?: object])[] =
    [
      ['A.merge(z.object({ y: z.string() }))', { x, y: x }, ['x', 'y']],
      ['A.extend(A.shape)', { x, y }, ['x']],
      ['A.pick({ y: true })', { y }],
      ['A.omit({ y: true })', { x }, ['x']],
      ['A.partial()', { x, y }],
      ['A.required({ y: true })', { x, y }, ['x', 'y']],
      ['z.object({ ...A.shape, ...shape, z: z.null() })', { x, y, s: x, z: { type: 'null' } }, ['x', 's', 'z']],
      ['z.object(shape)', { s: x }, ['s']],
      ['z.object({ k: z.enum(kinds) })', { k: { type: 'string', enum: ['a', 'b'] } }, ['k']],
      ['z.object({ k: z.nativeEnum(Color) })', { k: { type: 'string', enum: ['red', 'blue'] } }, ['k']],
      ['z.object({ k: z.literal(Color.Red) })', { k: { const: 'red' } }, ['k']],
      ['z.object({ k: z.string().describe(words) })', { k: { ...x, description: 'the words' } }, ['k']],
      ['z.object({ k: z.string({ description: words }) })', { k: { ...x, description: 'the words' } }, ['k']],
      [
        "z.object({ k: z.string().describe(('the ' + 'words') as string) })",
        { k: { ...x, description: 'the words' } },
        ['k'],
      ],
      ['z.object({ k: z.iso.date() })', { k: { ...x, format: 'date' } }, ['k']],
      ['z.object({ k: z.coerce.number() })', { k: y }, ['k']],
      [
        'z.object({ k: z.tuple([z.string()]).rest(z.number()) })',
        { k: { type: 'array', prefixItems: [x], minItems: 1, items: y } },
        ['k'],
      ],
      [
        'z.object({ k: z.record(z.enum(kinds), z.number()) })',
        { k: { type: 'object', propertyNames: { type: 'string', enum: ['a', 'b'] }, additionalProperties: y } },
        ['k'],
      ],
      ['z.object({ k: A.shape.y, x: A.shape.x })', { k: y, x }, ['x']],
      ['z.object({ k: A.keyof() })', { k: { type: 'string', enum: ['x', 'y'] } }, ['k']],
      ['z.object({ k: z.string().startsWith("a.") })', { k: { ...x, pattern: '^a\\.' } }, ['k']],
      ['z.object<Shape>({ k: (z.string() as Text) })', { k: x }, ['k']],
      [
        'z.object({ k: z.number().gte(1).lte(2).step(0.5), l: z.number().gt(1).lt(2).multipleOf(3) })',
        {
          k: { ...y, minimum: 1, maximum: 2, multipleOf: 0.5 },
          l: { ...y, exclusiveMinimum: 1, exclusiveMaximum: 2, multipleOf: 3 },
        },
        ['k', 'l'],
      ],
      [
        'z.object({ k: z.number().positive().nonpositive(), l: z.number().negative().nonnegative() })',
        { k: { ...y, exclusiveMinimum: 0, maximum: 0 }, l: { ...y, exclusiveMaximum: 0, minimum: 0 } },
        ['k', 'l'],
      ],
      [
        'z.object({ k: z.array(z.string()).min(1).max(2), l: z.string().min(1).max(2), m: z.number().min(1).max(2) })',
        {
          k: { type: 'array', items: x, minItems: 1, maxItems: 2 },
          l: { ...x, minLength: 1, maxLength: 2 },
          m: { ...y, minimum: 1, maximum: 2 },
        },
        ['k', 'l', 'm'],
      ],
      [
        'z.object({ k: z.string().readonly().brand().register(r).clone(), l: z.number().finite().safe() })',
        { k: x, l: y },
        ['k', 'l'],
      ],
      ['z.strictObject({ k: z.string() })', { k: x }, ['k'], { additionalProperties: false }],
    ];
  for (const [source, properties, required, more] of cases)
    test(source, () => {
      const result = importDefinitions(`${shared}export const T = ${source};`, undefined, 'x.ts');
      assert.deepEqual(result.problems, []);
      const found = result.definitions.filter(({ name }) => name === 'T');
      const schema = { title: 'T', type: 'object', properties, ...(required && { required }), ...more };
      assert.deepEqual(JSON.parse(importedText({ definitions: found })).content_schema, schema);
    });

  const lost: readonly (readonly [source: string, part?: string])[] = [
    ['z.object({ a: Elsewhere })', 'Elsewhere'],
    ['z.object({ ...elsewhere })', 'elsewhere'],
    ['z.object(elsewhere)', 'elsewhere'],
    ['z.object({ ...z.object({ x: z.string() }).other })', 'z.object({ x: z.string() }).other'],
    ['z.object({ a: z.union(elsewhere) })', 'elsewhere'],
    ['z.object({ a: z.enum(elsewhere) })', 'z.enum(elsewhere)'],
    ['z.object({ a: z.literal(elsewhere) })', 'z.literal(elsewhere)'],
    ['z.object({ a: z.string().describe(f()) })', 'z.string().describe(f())'],
    ['z.object({ a: z.string().min(limit) })', 'z.string().min(limit)'],
    ['z.object({ a: z.string() }).pick(keys)'],
    ['z.object({ a: z.string().valueOf() })', 'z.string().valueOf()'],
    ['z.object({ a: z.constructor() })', 'z.constructor()'],
    ['z.object({ a: z.cuid() })', 'z.cuid()'],
    ['z.object({ a: z.string().lte(2) })', 'z.string().lte(2)'],
    ['z.object({ a: z.array(z.string()).gt(2) })', 'z.array(z.string()).gt(2)'],
    ['z.object({ a: z.string().regex(/a/i) })', '/a/i'],
    ['z.object({ a: z.string().regex(pattern) })', 'z.string().regex(pattern)'],
  ];
  for (const [source, part = source] of lost)
    test(`said to be lost: ${source}`, () => {
      const text = `export const T = ${source};`;
      const { definitions, problems } = importDefinitions(text, undefined, 'x.ts');
      assert.equal(definitions.length, 1);
      assert.deepEqual(
        problems.map(({ span }) => text.slice(span.start, span.end)),
        [part],
      );
    });

  const formats = {
    date: ['iso.date', 'string().date()'],
    'date-time': ['date', 'iso.datetime', 'string().datetime()'],
    time: ['iso.time', 'string().time()'],
    duration: ['iso.duration', 'string().duration()'],
    email: ['email', 'string().email()'],
    uri: ['url', 'httpUrl', 'string().url()'],
    uuid: ['uuid', 'uuidv4', 'uuidv6', 'uuidv7', 'guid', 'string().uuid()', 'string().guid()'],
    hostname: ['hostname'],
    ipv4: ['ipv4', 'string().ipv4()'],
    ipv6: ['ipv6', 'string().ipv6()'],
  };
  for (const [format, makers] of Object.entries(formats))
    for (const maker of makers) {
      const call = `z.${maker}${maker.endsWith(')') ? '' : '()'}`;
      test(`a text of a form: ${call}`, () => {
        const result = importDefinitions(`export const T = z.object({ k: ${call} });`, undefined, 'x.ts');
        const { k } = JSON.parse(importedText(result)).content_schema.properties;
        assert.deepEqual([k.type, k.format], ['string', format]);
      });
    }

  const uses =
    'parse safeParse encode decode toJSONSchema prettifyError treeifyError formatError flattenError registry';
  for (const name of uses.split(' '))
    test(`not a schema: z.${name}(…)`, () => {
      const text = `export const T = z.object({ k: z.string() });\nexport const used = z.${name}(T);`;
      const { definitions, problems } = importDefinitions(text, undefined, 'x.ts');
      assert.deepEqual([definitions.map(each => each.name), problems], [['T'], []]);
    });

  for (const extension of ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs'])
    test(`a file named .${extension}`, () => {
      const text = 'export const T = z.object({ k: z.string() });';
      assert.equal(importDefinitions(text, undefined, `x.${extension}`).definitions.length, 1);
    });

  test('a mistake elsewhere in the text does not hide what can be read', () => {
    const source = 'const a = z.object({ x: z.string() });\nconst b = = 1;';
    const { definitions, problems } = importDefinitions(source, undefined, 'x.ts');
    assert.deepEqual([definitions.length, problems.map(({ severity }) => severity)], [1, ['warning']]);
  });
});
