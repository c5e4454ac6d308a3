import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions, importedText } from '../../../../src/engine/interchange/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '../../../..');

function moduleOf(text: string, fileName = 'thing.parser.json'): string {
  const answer = exportDefinitions(readDefinitions(text, fileName).definitions, 'typescript');
  assert.ok(answer.ok);
  return answer.text;
}

suite('names of a TypeScript module', () => {
  test('a type begins with a capital letter, whatever the definition is called', () => {
    const text = moduleOf('{"type": "MarkdownJsonDictParser"}', 'über quiz.parser.json');
    assert.match(text, /^export const überQuizSchema = /m);
    assert.match(text, /^export type ÜberQuizValue = z\.infer<typeof überQuizSchema>;$/m);
  });
});

test('of a definition with a module in TypeScript it is told that the module stays a file', () => {
  const text = '{"type": "custom", "module": "m.mjs"}';
  const answer = exportDefinitions(readDefinitions(text, 'thing.parser.json').definitions, 'typescript');
  assert.ok(answer.ok);
  const message = 'The module stays a file of its own, which is found from the folder that the program runs in.';
  assert.deepEqual(answer.losses, [{ definition: 'thing', key: 'module', message }]);
});

/** Runs a program of Node's and gives what it prints. */
function node(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

/** Exercises all that a schema can say. */
const order = {
  type: 'MarkdownJsonDictParser',
  content_schema: {
    title: 'Order',
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: '#/$defs/Item' }, minItems: 1 },
      kind: { enum: ['a', 1, null] },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, description: "it's `so` $\u007bx} \\" },
      pair: {
        type: 'array',
        prefixItems: [
          { type: 'integer', minimum: 0 },
          { type: 'number', exclusiveMaximum: 1.5 },
        ],
      },
      'a-b': { type: ['string', 'integer'] },
      __proto__x: { const: 'x' },
      more: { type: 'object', additionalProperties: { type: 'number' } },
    },
    required: ['items', 'kind', 'pair'],
    $defs: {
      Item: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          parts: { $ref: '#/$defs/Tree' },
          unit: { $ref: '#/$defs/Unit' },
        },
        required: ['name'],
      },
      Tree: { type: 'array', items: { $ref: '#/$defs/Tree' } },
      Unit: { type: 'string', enum: ['kg', 'l'] },
    },
  },
};

suite('TypeScript and zod', () => {
  let folder: string;

  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-ts-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/parserlens'), 'dir');
    symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });

  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test('each kind of value is a schema of zod', () => {
    const properties = `{"__proto__": {}, ${JSON.stringify({
      s: { type: 'string' },
      b: { type: 'boolean' },
      z: { type: 'null' },
      u: { type: ['string', 'null', 'integer'] },
      n: { type: 'number', minimum: 1 },
      o: { type: 'odd' },
      'a-b': { anyOf: [{ type: 'null' }] },
      e: { enum: [] },
    }).slice(1)}`;
    const text = moduleOf(
      `{"type": "MarkdownJsonDictParser", "content_schema": {"type": "object", "properties": ${properties}}}`,
    );
    assert.equal(
      /thingSchema = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(text)?.[1],
      [
        '["__proto__"]: z.unknown()',
        's: z.string()',
        'b: z.boolean()',
        'z: z.null()',
        'u: z.union([z.string(), z.int()]).nullable()',
        'n: z.number().min(1)',
        'o: z.unknown()',
        "'a-b': z.null()",
        'e: z.never()',
      ]
        .map(line => `  ${line}.optional(),`)
        .join('\n'),
    );
  });

  test('every module that is exported compiles strictly against the types of the engine @slow', () => {
    const files = parserTypes.map(({ type, template }, i) => {
      writeFileSync(join(folder, `${i}.ts`), moduleOf(template, `${type}.parser.json`));
      return `${i}.ts`;
    });
    const all = Object.fromEntries(parserTypes.map(({ type, template }) => [type, readJson(template)]));
    writeFileSync(
      join(folder, 'all.ts'),
      moduleOf(
        JSON.stringify({ parsers: { ...all, 'an order!': order, 'an  order?': order, class: order, '1': order } }),
      ),
    );
    writeFileSync(
      join(folder, 'use.ts'),
      "import { type OrderValue, parseOrderResponse } from './order.ts';\nexport const name = (order: OrderValue): string => order.items.map(each => each.name).join() + (order.note ?? '') + order.pair[0].toFixed();\nexport const kind = async (): Promise<'a' | 1 | null> => (await parseOrderResponse('')).kind;\n",
    );
    writeFileSync(join(folder, 'order.ts'), moduleOf(JSON.stringify(order), 'order.parser.json'));
    const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--noUncheckedIndexedAccess',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'node_modules/@types'),
    ];
    node([tsc, ...flags, ...files, 'all.ts', 'order.ts', 'use.ts'], folder);
  });

  test('a module that is exported runs: the instruction, a value, an error @slow', () => {
    writeFileSync(join(folder, 'order.ts'), moduleOf(JSON.stringify(order), 'order.parser.json'));
    writeFileSync(
      join(folder, 'run.ts'),
      `import { orderInstruction, parseOrderResponse } from './order.ts';
const value = await parseOrderResponse(${JSON.stringify('```json\n{"items": [{"name": "a", "parts": [[], [[]]], "unit": "kg"}], "kind": 1, "pair": [1, 0.5], "a-b": "x"}\n```')});
const error = await parseOrderResponse('{}').catch(reason => String(reason).slice(0, 30));
console.log(JSON.stringify([(await orderInstruction()).slice(0, 25), value, error]));
`,
    );
    const printed = JSON.parse(node(['--import', require.resolve('tsx'), 'run.ts'], folder));
    assert.deepEqual(printed, [
      'Respond a JSON dictionary',
      {
        items: [{ name: 'a', parts: [[], [[]]], unit: 'kg' }],
        kind: 1,
        more: {},
        note: null,
        pair: [1, 0.5],
        'a-b': 'x',
      },
      'Error: JsonParsingError: 3 val',
    ]);
  });

  test('what was exported comes back exactly', () => {
    const text =
      '{ "type": "MarkdownJsonDictParser", "content_hint": { "a": 1.0, "b": 12345678901234567890, "`": "$\u007bx} \\\\ \\u2028 \\ud800 \\r\\n" } }';
    const { definitions, problems } = importDefinitions(moduleOf(text), undefined, 'x.ts');
    assert.deepEqual(problems, []);
    assert.equal(definitions[0]?.name, 'thing');
    assert.match(importedText({ definitions }), /"a": 1\.0,\s+"b": 12345678901234567890,/);
    assert.deepEqual(JSON.parse(importedText({ definitions })), readJson(text));
  });

  test('a definition in other words: constants, JSON.stringify, of another name', () => {
    const source = `const hint = { a: 'x', "b": -1.0, c: [null, true, 10n], d: \`t\`, e: 'a\\x41\\u{1F600}\\
b' } as const;
const { definitions } = engine.readDefinitions(JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: hint } satisfies object), 'vote.parser.json')!;`;
    const { definitions } = importDefinitions(source, undefined, 'x.ts');
    assert.equal(definitions[0]?.name, 'vote');
    assert.match(importedText({ definitions }), /"b": -1\.0/);
    assert.deepEqual(JSON.parse(importedText({ definitions })).content_hint, {
      a: 'x',
      b: -1,
      c: [null, true, 10],
      d: 't',
      e: 'aA😀b',
    });
    const elsewhere = importDefinitions("readDefinitions(readFileSync('x'), 'y')", undefined, 'x.ts');
    assert.match(elsewhere.problems[0]!.message, /elsewhere/);
    const broken = importDefinitions("readDefinitions('{', 'y')", undefined, 'x.ts');
    assert.equal(broken.problems[0]?.severity, 'error');
  });

  test('a selection is enough', () => {
    const source = 'const a = 1;\nz.object({ a: z.string() });\n((((';
    const start = source.indexOf('z.');
    const { definitions } = importDefinitions(source, undefined, 'x.ts', { start, end: source.indexOf(';\n((') });
    assert.deepEqual(
      definitions.map(({ span }) => source.slice(span.start, span.end)),
      ['z.object({ a: z.string() })'],
    );
  });

  test('what has nothing of it, and what is not TypeScript', () => {
    assert.match(importDefinitions('export const a = 1;', undefined, 'x.ts').problems[0]!.message, /nothing here/);
    assert.deepEqual(
      importDefinitions('const a = {{', undefined, 'x.ts').problems.map(({ span }) => span.start),
      [11],
    );
  });

  test('hostile modules: depth, cycles, size @slow', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `const s${i + 1} = z.object({ a: s${i}, b: s${i} });`).join(
      '\n',
    );
    const sources = [
      '['.repeat(100_000),
      `z${'.a()'.repeat(100_000)}`,
      'a<b>('.repeat(50_000),
      'x=>'.repeat(50_000),
      '`${'.repeat(50_000),
      'const a = b; const b = a; readDefinitions(a, b)',
      'const a = z.object({ a: z.lazy(() => a) }); const b = z.lazy(() => b);',
      many,
      `const a0 = { x: 1 };${Array.from({ length: 60 }, (_, i) => `const a${i + 1} = [a${i}, a${i}];`).join('')}const s = z.object({ a: z.any().default(a60) });`,
      `const o = [${'z.int(),'.repeat(5000)}];${Array.from({ length: 5000 }, (_, i) => `const t${i} = z.object({ a: z.union(o) });`).join('')}z.object({ b: z.tuple([${Array.from({ length: 5000 }, (_, i) => `t${i}`).join(',')}]) })`,
      `z.object({})${'.extend({ a: z.string() })'.repeat(20_000)}`,
      `z.object({ a: ${'z.array('.repeat(400)}z.string()${')'.repeat(400)} })`,
    ];
    for (const source of sources) {
      const { definitions } = importDefinitions(source, 'typescript', 'x.ts');
      assert.ok(definitions.length < 10, source.slice(0, 40));
    }
  });
});

function readJson(text: string): unknown {
  return JSON.parse(
    importedText({
      definitions: readDefinitions(text, 'x.parser.json').definitions.map(({ name, source, span }) => ({
        name,
        config: source.config,
        span,
      })),
    }),
  );
}
