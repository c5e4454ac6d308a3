import assert from 'node:assert/strict';
import { Names } from '../../../../../src/engine/code/typescript/literals.ts';
import { ZodSource } from '../../../../../src/engine/code/typescript/zodSource.ts';
import { fromPlain, type PyDict, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { importDefinitions } from '../../../../../src/engine/interchange/index.ts';

/** The schemas of a module with zod by their names, and what is said of which part. */
function read(source: string, fileName = 'x.ts') {
  const text = `import { z } from 'zod';\n${source}`;
  const { definitions, problems } = importDefinitions(text, undefined, fileName);
  return {
    schemas: definitions.map(({ name, config }) => [name, toPlain(config.get('content_schema') ?? null)]),
    problems: problems.map(({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`),
  };
}

suite('zod schemas of a module', () => {
  const parts: readonly (readonly [what: string, source: string, schema: object, problems?: readonly string[]])[] = [
    ['a number is at most', 'z.number().lte(5)', { type: 'number', maximum: 5 }],
    [
      'a text has no such bound',
      'z.string().lte(5)',
      { type: 'string' },
      ['z.string().lte(5): `.lte()` has no JSON Schema; it is left out.'],
    ],
    [
      'nor has a list',
      'z.array(z.null()).lte(5)',
      { type: 'array', items: { type: 'null' } },
      ['z.array(z.null()).lte(5): `.lte()` has no JSON Schema; it is left out.'],
    ],
    ['a registry changes nothing', 'z.string().register(all, { id: "a" })', { type: 'string' }],
    [
      'the constructor of the base is not a schema',
      'super()',
      {},
      ['super(): Not a zod schema that ParserLens reads; any value is allowed in its place.'],
    ],
    [
      'a module that is loaded when it runs is not a schema',
      'import("x")',
      {},
      ['a: import("x"): Not a zod schema that ParserLens reads; any value is allowed in its place.'],
    ],
    ['a text in parentheses', 'z.null().describe(("w"))', { type: 'null', description: 'w' }],
    [
      'what a text in parentheses would give when it is called is not known',
      'z.null().describe(("w")())',
      { type: 'null' },
      ['z.null().describe(("w")()): What `.describe()` is given is only known when it runs.'],
    ],
  ];
  for (const [what, source, schema, problems = []] of parts)
    test(what, () =>
      assert.deepEqual(read(`const A = z.object({ a: ${source} });`), {
        schemas: [['A', { title: 'A', type: 'object', properties: { a: schema }, required: ['a'] }]],
        problems,
      }),
    );

  test('what names only itself is a definition beside others', () => {
    const { schemas } = read(
      'const Tree = z.object({ get kids() { return z.array(Tree) } });\nconst Other = z.object({ a: z.null() });',
    );
    assert.deepEqual(
      schemas.map(([name]) => name),
      ['Tree', 'Other'],
    );
  });

  test('calls that begin with something else than a name are not schemas', () => {
    assert.deepEqual(read('const a = "x".trim();\nconst A = z.object({});').problems, []);
  });

  for (const name of ['x.ts', 'x.mts', 'x.cts', 'x.tsx', 'x.js', 'x.mjs', 'x.cjs'])
    test(`a module called ${name}`, () => assert.equal(read('const A = z.object({});', name).schemas.length, 1));
});

suite('zod schemas of definitions that lead to one another', () => {
  /** The constants of a chain of so many definitions. */
  function constants(count: number): readonly string[] {
    const names = Array.from({ length: count }, (_, i) => `D${i}`);
    const $defs = Object.fromEntries(names.map((name, i) => [name, { anyOf: [{ $ref: `#/$defs/${names[i + 1]}` }] }]));
    const root = fromPlain({ $defs, $ref: '#/$defs/D0' }) as PyDict;
    const source = new ZodSource(root, new Names());
    assert.equal(source.expression(root), 'd0Part');
    return source.constants;
  }

  test('the hundredth is declared before those that name it', () => {
    assert.deepEqual(constants(100).slice(0, 2), ['const d99Part = z.unknown();\n', 'const d98Part = d99Part;\n']);
  });

  test('the rest is put off', () => {
    const made = constants(101);
    assert.equal(made[0], 'const d99Part = z.lazy(() => d100Part);\n');
    assert.equal(made.at(-1), 'const d100Part: z.ZodType = z.unknown();\n');
  });
});
