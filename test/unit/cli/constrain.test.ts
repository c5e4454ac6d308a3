import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './runCli.ts';

suite('parserlens constrain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-constrain-'));
  const schema = { type: 'array', items: { type: 'string', pattern: '^[a-z]+$', minLength: 3 } };
  suiteSetup(() => {
    writeFileSync(join(folder, 'names.json'), JSON.stringify(schema));
    writeFileSync(join(folder, 'broken.json'), '{');
    writeFileSync(join(folder, 'loop.json'), '{ "$ref": "#" }');
    writeFileSync(
      join(folder, 'x.parser.json'),
      JSON.stringify({
        parsers: {
          names: { type: 'structured_output', content_schema: { type: 'object', properties: { a: schema } } },
        },
      }),
    );
  });
  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test('prints the schema, and on standard error what the engine does not keep', async () => {
    const { code, out, err } = await runCli(folder, 'constrain names.json --for xgrammar@0.2.1');
    equal(code, 1);
    deepEqual(JSON.parse(out), schema);
    match(
      err,
      /^xgrammar 0\.2\.1 \(run, 2026-08\):\n {2}drops minLength at \/items: Lengths beside `pattern` are not read\.\n/,
    );
  });

  test('--json: one engine an object, several a list; 0 where nothing is dropped or refused', async () => {
    const one = await runCli(folder, 'constrain names.json --for llguidance --json');
    const { enforces, ...rest } = JSON.parse(one.out);
    equal(one.code, 0);
    equal(enforces.length, 5);
    deepEqual(
      [rest.engine, rest.version, rest.form, rest.request, rest.drops],
      ['llguidance', '1.7.0', 'json', null, []],
    );
    const several = await runCli(folder, 'constrain x.parser.json#names --for vllm,ollama --json');
    const answers = JSON.parse(several.out);
    deepEqual(
      answers.map(({ engine, by, evidence }: Record<string, unknown>) => [engine, by, evidence]),
      [
        ['vllm', 'llguidance 1.7.0', 'run'],
        ['ollama', 'llama.cpp ec98e2002', 'documented'],
      ],
    );
    deepEqual(
      answers[1].drops.map(({ path }: { readonly path: string }) => path),
      ['/properties/a/items'],
    );
  });

  test('check tells the same of the engines that it is for, at the keyword', async () => {
    const check = async (engine: string) => {
      const { out, code } = await runCli(folder, `check x.parser.json --allow-empty --reporter json${engine}`);
      const [{ problems }] = JSON.parse(out).files;
      return [code, ...problems.map((each: Record<string, unknown>) => `${each.code} ${each.line}:${each.column}`)];
    };
    deepEqual(await check(' --for xgrammar@0.2.1,transformers'), [0, 'constraint-dropped 1:163']);
    deepEqual(await check(' --for llguidance'), [0]);
    deepEqual(await check(''), [0]);
  });

  test('standard input is a schema or a definition', async () => {
    equal((await runCli(folder, 'constrain - --for llguidance', JSON.stringify(schema))).code, 0);
    const definition = '{ "type": "MarkdownCodeBlockParser", "language_name": "python" }';
    const { code, err } = await runCli(folder, 'constrain - --for llguidance --form json', definition);
    equal(code, 1);
    match(err, /not an object with known keys/);
    const { err: named } = await runCli(folder, 'constrain - --for vllm,gemini', definition);
    match(named, /^<stdin>: gemini: /);
  });

  test('a definition’s grammar is proved; with --around text more texts are sentences', async () => {
    const definition = '{ "type": "MarkdownCodeBlockParser", "language_name": "python" }';
    const { code, out, err } = await runCli(folder, 'constrain - --for llama.cpp', definition);
    equal(code, 0);
    match(out, /^root ::= "```python" text\n/);
    match(err, /proved: 200 sentences read as they were written/);
    const around = await runCli(folder, 'constrain - --for xgrammar --form ebnf --around text --json', definition);
    const { form, proved, sentences, request } = JSON.parse(around.out);
    deepEqual([around.code, form, proved, sentences, request], [0, 'ebnf', true, 200, null]);
    equal((await runCli(folder, 'constrain - --for vllm --around x', definition)).code, 2);
  });

  const wrong: readonly (readonly [string, number, RegExp])[] = [
    ['names.json', 2, /--for must name an engine: xgrammar, /],
    ['names.json --for vlm', 2, /There is no engine `vlm` \(did you mean `vllm`\?\)/],
    ['names.json --for vllm --form gbnf', 2, /vLLM takes no `gbnf`\. It takes: `json`, `ebnf`, /],
    ['names.json --for vllm --form x', 2, /There is no form `x`/],
    ['broken.json --for vllm', 2, /this is not JSON/],
    ['loop.json --for vllm', 1, /leads back to itself without end/],
    ['none.json --for vllm', 2, /cannot be read/],
  ];
  for (const [line, expected, message] of wrong)
    test(`constrain ${line}`, async () => {
      const { code, out, err } = await runCli(folder, `constrain ${line}`);
      equal(code, expected);
      equal(out, '');
      match(err, message);
      equal(err.split('\n').length, 2);
    });
});
