import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../runCli.ts';

const schema = { title: 'Contact', type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const definitions = {
  parsers: {
    tool: { type: 'ToolStrategy', schema },
    provider: { type: 'ProviderStrategy', schema, strict: true },
    loose: { type: 'ProviderStrategy', schema },
    json: { type: 'MarkdownJsonObjectParser' },
  },
};

suite('what an agent binds beside its tools is in the requests of a run', () => {
  let folder = '';
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(join(folder, 'x.parser.json'), JSON.stringify(definitions));
  });
  suiteTeardown(() => rm(folder, { recursive: true }));

  /** The members of the request's body that say how the model has to answer. */
  async function bound(name: string, model: string): Promise<Record<string, unknown>> {
    const { out, err } = await runCli(folder, [
      'run',
      `x.parser.json#${name}`,
      '--task',
      'Who?',
      '--model',
      model,
      '--show',
    ]);
    equal(err, '');
    const body = JSON.parse(out.slice(out.indexOf('\n'))) as Record<string, unknown>;
    const names = [
      'tool_choice',
      'response_format',
      'text',
      'output_config',
      'toolConfig',
      'generationConfig',
      'format',
    ];
    return Object.fromEntries(Object.entries(body).filter(([key]) => names.includes(key)));
  }
  const format = { type: 'json_schema', json_schema: { name: 'Contact', schema, strict: true } };

  for (const [name, model, expected] of [
    ['tool', 'http://127.0.0.1:1/v1#m', { tool_choice: 'required' }],
    ['tool', 'anthropic+http://127.0.0.1:1/v1#m', { tool_choice: { type: 'any' } }],
    ['tool', 'gemini+http://127.0.0.1:1/v1#m', { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }],
    ['tool', 'ollama+http://127.0.0.1:1#m', {}],
    ['provider', 'http://127.0.0.1:1/v1#m', { response_format: format }],
    ['provider', 'anthropic+http://127.0.0.1:1/v1#m', { output_config: { format: { type: 'json_schema', schema } } }],
    [
      'provider',
      'gemini+http://127.0.0.1:1/v1#m',
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
    ],
    ['provider', 'ollama+http://127.0.0.1:1#m', { format: schema }],
    [
      'loose',
      'http://127.0.0.1:1/v1#m',
      { response_format: { type: 'json_schema', json_schema: { name: 'Contact', schema } } },
    ],
    ['json', 'http://127.0.0.1:1/v1#m', {}],
  ] as const)
    test(`${name}: ${model}`, async () => deepEqual(await bound(name, model), expected));

  test('a member that the user sets counts', async () => {
    const args = ['run', 'x.parser.json#tool', '--task', 'Who?', '--model', 'http://127.0.0.1:1/v1#m', '--show'];
    const { out } = await runCli(folder, [...args, '--param', 'tool_choice="auto"']);
    equal(JSON.parse(out.slice(out.indexOf('\n'))).tool_choice, 'auto');
  });

  const constrained = (name: string, model: string, engine: string, ...more: readonly string[]) => {
    const args = ['run', `x.parser.json#${name}`, '--task', 'Who?', '--model', model, '--show'];
    return runCli(folder, [...args, '--constrain', engine, ...more]);
  };
  const bodyOf = (out: string) => JSON.parse(out.slice(out.indexOf('\n')));

  test('the constraint of an engine is shown, and stands in the request', async () => {
    const { out, err } = await constrained('json', 'http://127.0.0.1:1/v1#m', 'vllm');
    match(err, /^constrained for vllm \(ebnf, proved by 200 sentences\):\nroot ::= "```json" "/);
    const { structured_outputs, model } = bodyOf(out);
    match(structured_outputs.grammar, /^root ::= /);
    equal(model, 'm');
    const ollama = await constrained('provider', 'ollama+http://127.0.0.1:1#m', 'ollama');
    deepEqual(bodyOf(ollama.out).format, schema);
    const gemini = await constrained(
      'provider',
      'gemini+http://127.0.0.1:1/v1#m',
      'gemini',
      '--param',
      'temperature=0.2',
    );
    equal(bodyOf(gemini.out).generationConfig.temperature, 0.2);
    equal(bodyOf(gemini.out).generationConfig.responseMimeType, 'application/json');
  });

  test('what the user sets counts before the constraint; a library, an unknown engine and what is refused are one sentence', async () => {
    const own = await constrained(
      'json',
      'http://127.0.0.1:1/v1#m',
      'vllm',
      '--param',
      'structured_outputs={"choice":["a"]}',
    );
    deepEqual(bodyOf(own.out).structured_outputs, { choice: ['a'] });
    for (const [name, engine, message] of [
      ['json', 'xgrammar', /--constrain: xgrammar is a library and has no requests/],
      ['json', 'vlm', /did you mean `vllm`\?/],
      ['provider', 'openai', /openai refuses `additionalProperties`: the request would fail/],
    ] as const) {
      const { code, err } = await constrained(name, 'http://127.0.0.1:1/v1#m', engine);
      equal(code, 2);
      match(err, message);
    }
  });
});
