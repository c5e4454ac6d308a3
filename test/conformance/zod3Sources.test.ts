import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { toPlain } from '../../src/engine/core/pyValue.ts';
import { createParser, readSource } from '../../src/engine/index.ts';

const { head, cases } = JSON.parse(readFileSync(new URL('zod3-sources.json', import.meta.url), 'utf8')) as {
  readonly head: string;
  readonly cases: readonly { readonly source: string; readonly schema: object }[];
};
const imports = `import { StructuredOutputParser } from '@langchain/core/output_parsers';
import { z } from 'zod';
`;

/** What stands for schemas in the sources. */
const parts = 'const T = z.string();\nconst U = z.number();\nconst O = z.object({ k: z.string() });\n';

async function parserOf(source: string, manifest = '{ "dependencies": { "zod": "^3.25.0" } }') {
  const text = `${imports}${head}${parts}export const p = StructuredOutputParser.fromZodSchema(${source});`;
  const readFile = async (path: string) =>
    path === '/project/package.json' ? new TextEncoder().encode(manifest) : undefined;
  const { definitions, found } = await readSource(text, '/project/src/a.ts', { roots: ['/project'], readFile });
  const [own] = found;
  assert.ok(own);
  return { own, definition: definitions[0]! };
}

suite('zod 3 in sources', () => {
  test('schemas are written as LangChain.js converts them, the instruction with them', async () => {
    assert.ok(cases.length > 70);
    for (const { source, schema } of cases) {
      const { own, definition } = await parserOf(source);
      assert.deepEqual(own.unknown, [], source);
      const printed = JSON.stringify(toPlain(own.config.get('content_schema') ?? null));
      assert.equal(printed, JSON.stringify(schema), source);
      assert.equal(own.config.get('zod'), 3);
      assert.ok(createParser(definition).formatInstruction().includes(`\`\`\`json\n${printed}\n\`\`\``), source);
    }
  });

  test('`zod` is what the nearest package.json says', async () => {
    const dialect = async (manifest: string) => {
      const { own } = await parserOf('z.object({ a: z.string() })', manifest);
      return String((toPlain(own.config.get('content_schema') ?? null) as { $schema: string }).$schema);
    };
    assert.match(await dialect('{ "dependencies": { "zod": "~3.22.4" } }'), /draft-07/);
    assert.match(await dialect('{ "devDependencies": { "zod": "4.1.0" } }'), /2020-12/);
    assert.match(await dialect('{}'), /2020-12/);
  });

  test('whether a key may be missing is unknown where only a function of the program decides it', async () => {
    const reasons = async (source: string) => (await parserOf(source)).own.unknown.map(({ reason }) => reason);
    const decides = 'Whether a key may be missing is known only when the program runs: a function decides it.';
    const optional = 'z.string().optional()';
    assert.deepEqual(await reasons(`z.object({ a: ${optional}.refine(v => check(v)) })`), [decides]);
    assert.deepEqual(await reasons(`z.object({ a: ${optional}.superRefine((v, ctx) => { ctx.addIssue(v); }) })`), [
      decides,
    ]);
    assert.deepEqual(await reasons(`z.object({ a: ${optional}.transform((v, ctx) => ctx.addIssue(v)) })`), [decides]);
    // A required text never gets there.
    assert.deepEqual(await reasons('z.object({ a: z.string().refine(v => check(v)) })'), []);
  });

  // What `isOptional()` of zod 3 says: whether `undefined` reads.
  for (const [source, isOptional] of [
    ["z.string().optional().refine(v => v === undefined || v !== '')", true],
    ['z.string().optional().refine(v => v)', false],
    ['z.string().optional().refinement(v => v === undefined, "no")', true],
    ['z.string().optional().refine(v => v !== undefined)', false],
    ["z.string().default('x').refine(v => v === 'x')", true],
    ["z.string().default('x').refine(v => v === 'y')", false],
    ["z.string().optional().transform(v => v ?? 'xy').refine(v => v.length > 1)", true],
    ["z.string().optional().transform(v => v ?? 'xy').refine(v => v.length > 2)", false],
    ["z.preprocess(v => v ?? 'x', z.string())", true],
    ['z.preprocess(v => v, z.string())', false],
    ["z.preprocess(v => ({ a: v ?? ['x'] }), z.object({ a: z.array(z.string()) }))", true],
    ['z.preprocess(v => ({ a: v ?? [1] }), z.object({ a: z.array(z.string()) }))', false],
  ] as const)
    test(`${source} ${isOptional ? 'may' : 'may not'} be missing`, async () => {
      const { own } = await parserOf(`z.object({ a: ${source} })`);
      assert.deepEqual(own.unknown, []);
      const { required = [] } = toPlain(own.config.get('content_schema') ?? null) as { required?: string[] };
      assert.deepEqual(required, isOptional ? [] : ['a']);
    });

  const made: Readonly<Record<string, readonly string[]>> = {
    'z.': [
      ...['string()', 'number()', 'boolean()', 'bigint()', 'date()', 'symbol()', 'undefined()', 'null()', 'any()'],
      ...['unknown()', 'never()', 'void()', 'nan()', 'ostring()', 'onumber()', 'oboolean()', 'array(T)', 'object({})'],
      ...['coerce.string()', 'coerce.number()', 'coerce.boolean()', 'coerce.bigint()', 'coerce.date()', 'optional(T)'],
      ...['strictObject({})', 'union([T, U])', "discriminatedUnion('t', [z.object({ t: z.literal('a') })])"],
      ...['intersection(O, O)', 'tuple([T])', 'record(T)', 'map(T, U)', 'set(T)', 'lazy(() => T)', "literal('x')"],
      ...["enum(['x'])", "nativeEnum({ A: 'a' })", 'promise(T)', 'nullable(T)', 'pipeline(T, T)', 'tuple([T]).rest(U)'],
      ...["enum(['x']).extract(['x'])", "enum(['x', 'y']).exclude(['x'])", 'set(T).size(2)', 'array(T).element'],
    ],
    'T.': [
      ...[
        'optional()',
        'nullable()',
        'nullish()',
        'array()',
        'promise()',
        'or(U)',
        'and(T)',
        "default('x')",
        'brand()',
      ],
      ...["catch('x')", "describe('x')", 'readonly()', 'pipe(T)', 'min(1)', 'max(2)', 'length(2)', 'nonempty()'],
      ...['regex(/x/)', 'email()', 'url()', 'emoji()', 'uuid()', 'nanoid()', 'cuid()', 'cuid2()', 'ulid()', 'base64()'],
      ...['base64url()', 'jwt()', 'ip()', 'cidr()', 'datetime()', 'date()', 'time()', 'duration()', "includes('x')"],
      ...["startsWith('x')", "endsWith('x')", 'trim()', 'toLowerCase()', 'toUpperCase()', 'optional().unwrap()'],
      ...["default('x').removeDefault()", 'refine(v => v).innerType()', 'transform(v => v).sourceType()'],
    ],
    'U.': [
      ...['gt(1)', 'gte(1)', 'lt(1)', 'lte(1)', 'int()', 'positive()', 'negative()', 'nonnegative()', 'nonpositive()'],
      ...['multipleOf(2)', 'step(2)', 'finite()', 'safe()'],
    ],
    'O.': [
      ...['extend({ m: T })', 'augment({ m: T })', 'merge(z.object({}))', "setKey('m', T)", 'pick({ k: true })'],
      ...['omit({ k: true })', 'partial()', 'deepPartial()', 'required()', 'strict()', 'strip()', 'passthrough()'],
      ...['nonstrict()', 'catchall(U)', 'keyof()'],
    ],
  };
  for (const [on, calls] of Object.entries(made))
    test(`what zod 3 makes on \`${on}\` is known`, async () => {
      for (const call of calls) {
        const { own } = await parserOf(`z.object({ a: ${on}${call} })`);
        assert.deepEqual(own.unknown, [], call);
      }
    });

  test('answers are read with it: references, keys that pass through, strictness', async () => {
    const outcome = async (source: string, answer: object) => {
      const { definition } = await parserOf(source);
      const read = await createParser(definition).parse(`\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``);
      return read.ok ? read.value : read.error.message.match(/"path": \[\s*([^\]]*?)\s*\]/)?.[1]?.replace(/\s+/g, '');
    };
    const pair = 'z.object({ a: Shared, b: Shared })';
    assert.deepEqual(await outcome(pair, { a: { s: 'x' }, b: { s: 'y' } }), { a: { s: 'x' }, b: { s: 'y' } });
    assert.equal(await outcome(pair, { a: { s: 'x' }, b: { s: 1 } }), '"b","s"');
    assert.equal(
      await outcome('z.object({ t: Tree })', { t: { name: 'a', kids: [{ name: 1 }] } }),
      '"t","kids",0,"name"',
    );
    const open = { a: 'x', more: 1 };
    assert.deepEqual(await outcome('z.object({ a: z.string() }).passthrough()', open), open);
    assert.deepEqual(await outcome('z.object({ a: z.string() })', open), { a: 'x' });
    assert.equal(await outcome('z.object({ a: z.string() }).strict()', open), '');
  });
});
