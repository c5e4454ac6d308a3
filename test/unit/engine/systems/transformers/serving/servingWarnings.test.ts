import assert from 'node:assert/strict';
import { constraintEngines } from '../../../../../../src/engine/constraints/index.ts';
import { applyEdits } from '../../../../../../src/engine/core/applyEdits.ts';
import { engineNames, namedEngine } from '../../../../../../src/engine/core/engineNames.ts';
import { fromPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { modelTemplates } from '../../../../../../src/engine/systems/registry.ts';

const { servingProblems: modelServingProblems, definitionProblems, servingVerdicts } = modelTemplates();

const content = { close: '<end>' };
const thinking = { open: '<t>', close: '</t>' };
const tool_calls = { open: '<c>', close: '</c>', content: 'json', repeats: true };
const template = (fields: object, more: object = {}) => ({ start_anchor: '<bot>', ...more, fields });
const all = { thinking, tool_calls, content };

/** The values that an engine has something to say of, as they are written in a model's file. */
function placesOf(written: object, engine: string): readonly string[] {
  const config = JSON.stringify({ response_template: written });
  return modelServingProblems(new Map([['tokenizer_config.json', config]]), [engine]).map(({ span }) =>
    config.slice(span.start, span.end),
  );
}

/** The value at a path, as it is written. */
function writtenAt(written: object, path: string): string {
  let value: unknown = written;
  for (const key of path.split('/')) value = (value as Readonly<Record<string, unknown>>)[key];
  const text = JSON.stringify(value);
  // Of longer values the name is underlined.
  return text.length > 120 ? JSON.stringify(path.split('/').at(-1)) : text;
}

suite('what engines do with response templates', () => {
  const rows: readonly [title: string, written: object, found: Partial<Record<string, readonly string[]>>][] = [
    ['what serves everywhere', template(all, { defaults: { role: 'assistant' } }), {}],
    [
      'thoughts by another key',
      template({ reasoning_content: thinking, tool_calls, content }),
      {
        'transformers-serve': ['fields/reasoning_content'],
        vllm: ['fields/reasoning_content', 'fields'],
        sglang: ['fields/reasoning_content', 'fields'],
      },
    ],
    [
      'content that is joined',
      template({ ...all, content: { ...content, repeats: true, join: '' } }),
      { vllm: ['fields/content/join'], sglang: ['fields/content/join'] },
    ],
    [
      'thoughts that are read and changed',
      template({ ...all, thinking: { ...thinking, content: 'json', transform: '{content}' } }),
      {
        vllm: ['fields/thinking/content', 'fields/thinking/transform'],
        sglang: ['fields/thinking/content', 'fields/thinking/transform'],
      },
    ],
    [
      'another default',
      template(all, { defaults: { role: 'assistant', name: 'bot' } }),
      { vllm: ['defaults/name'], sglang: ['defaults/name'] },
    ],
    ['no calls', template({ thinking, content }), { vllm: ['fields'], sglang: ['fields'] }],
    [
      'an opening everywhere, and a field that must be there',
      template({ ...all, content: { ...content, open: '<say>', optional: false } }),
      { vllm: ['fields/content/optional', 'fields'], sglang: ['fields/content/optional', 'fields'] },
    ],
    [
      'arguments in tags',
      template({ ...all, tool_calls: { ...tool_calls, content: 'xml-inline' } }),
      { sglang: ['fields/tool_calls/content'] },
    ],
    ['what is no template', { fields: 3 }, {}],
  ];
  for (const [title, written, found] of rows)
    test(title, () => {
      for (const engine of ['transformers', 'transformers@5.18', 'transformers-serve', 'vllm', 'sglang'] as const)
        assert.deepEqual(
          placesOf(written, engine),
          (found[engine] ?? []).map(path => writtenAt(written, path)),
          engine,
        );
    });

  test('a schema that 5.17 does not read', async () => {
    const parameters = { properties: { n: { oneOf: [{ type: 'integer' }] } } };
    const tools = [{ function: { name: 'f', parameters } }];
    const text = JSON.stringify({ type: 'response_template', response_template: template(all), tools });
    const { definitions } = readDefinitions(text, 'x.parser.json');
    const codes = async (engine: string) => (await definitionProblems(definitions, [engine])).map(({ code }) => code);
    assert.deepEqual(await codes('transformers@5.17'), ['uncast-argument']);
    assert.deepEqual(await codes('transformers@5.18'), []);
  });

  test('a rule of two engines is told once', () => {
    const config = JSON.stringify({
      response_template: template({ ...all, content: { ...content, repeats: true, join: '' } }),
    });
    const found = modelServingProblems(new Map([['tokenizer_config.json', config]]), [
      'vllm',
      'sglang',
      'transformers-serve',
    ]);
    assert.deepEqual(
      found.map(({ message }) => message),
      ['vLLM and SGLang refuse `content` with `join`.'],
    );
  });

  const enginesOf = (names: readonly string[]) => servingVerdicts(null, names).map(({ engine }) => engine);

  test('the engines that a user names: releases count, each once, others do not concern templates', () => {
    assert.deepEqual(enginesOf(['vllm', 'openai', 'transformers@5.17', 'vllm@2026-09', 'vllm', 'sgl', 'toString']), [
      'vllm',
      'transformers',
    ]);
    assert.deepEqual(namedEngine('xgrammar@0.2.1'), { engine: 'xgrammar', version: '0.2.1' });
    const known: readonly string[] = engineNames;
    const all = [...enginesOf(engineNames), ...constraintEngines.map(({ id }) => id)];
    assert.deepEqual([...new Set(all)].sort(), [...known].sort());
  });

  test('stands at its place in a definition and in a model’s file', async () => {
    const response_template = template({ reasoning_content: thinking, content });
    const text = JSON.stringify({ type: 'response_template', response_template });
    const { definitions } = readDefinitions(text, 'x.parser.json');
    const at = (source: string, span: { readonly start: number; readonly end: number }) =>
      source.slice(span.start, span.end);
    const [problem] = await definitionProblems(definitions, ['transformers-serve']);
    assert.deepEqual([problem?.code, problem?.severity], ['unserved-template', 'info']);
    assert.equal(at(text, problem!.span), JSON.stringify(thinking));
    const config = JSON.stringify({ response_template });
    const [own] = modelServingProblems(new Map([['tokenizer_config.json', config]]), ['transformers-serve']);
    assert.equal(own?.file, 'tokenizer_config.json');
    assert.equal(at(config, own!.span), JSON.stringify(thinking));
    assert.deepEqual(modelServingProblems(new Map([['tokenizer_config.json', '{']]), ['vllm']), []);
  });

  test('in short: who refuses, and what is lost', () => {
    const told = (fields: object, ...engines: readonly string[]) =>
      servingVerdicts(fromPlain(template(fields)), engines).map(({ engine, refuses, loses }) =>
        [engine, refuses ? '✗' : '✓', ...loses].join(' '),
      );
    const fields = { reasoning_content: thinking, mood: thinking, content };
    assert.deepEqual(told(fields, 'transformers@5.17', 'transformers', 'transformers-serve', 'vllm'), [
      'transformers ✓',
      'transformers-serve ✓ reasoning_content mood',
      'vllm ✗',
    ]);
    assert.deepEqual(told(all, 'transformers-serve', 'vllm', 'sglang'), ['transformers-serve ✓', 'vllm ✓', 'sglang ✓']);
    assert.deepEqual(servingVerdicts(null, ['vllm']), [{ engine: 'vllm', refuses: false, loses: [] }]);
  });

  const fixed = async (response_template: object, engine: string, chat?: string) => {
    const text = JSON.stringify({ response_template });
    const files = new Map([['tokenizer_config.json', text]]);
    if (chat !== undefined) files.set('chat_template.jinja', chat);
    const fixes = modelServingProblems(files, [engine]).flatMap(({ fixes = [] }) => fixes);
    // In a definition it is the same.
    const own = JSON.stringify({ type: 'response_template', response_template, ...(chat && { chat_template: chat }) });
    const told = await definitionProblems(readDefinitions(own, 'x.parser.json').definitions, [engine]);
    assert.deepEqual(
      told
        .flatMap(({ fixes = [] }) => fixes)
        .map(({ edits, ...fix }) => ({ ...fix, made: templateIn(applyEdits(own, edits)) })),
      fixes.map(({ edits, ...fix }) => ({
        ...fix,
        made: templateIn(applyEdits(text, edits)),
      })),
    );
    return fixes.map(({ edits, isChoice }) => ({ made: templateIn(applyEdits(text, edits)).fields, isChoice }));
  };
  const templateIn = (text: string) => JSON.parse(text).response_template;

  test('thoughts are called as servers take them: surely, unless the chat template reads them as they are called', async () => {
    const written = template({ reasoning_content: thinking, content });
    const made = { thinking, content };
    for (const engine of ['transformers-serve', 'vllm', 'sglang'] as const) {
      assert.deepEqual(await fixed(written, engine, '{{ m.thinking }}'), [{ made, isChoice: undefined }]);
      for (const chat of ['{{ m.reasoning_content }}', undefined])
        assert.deepEqual(await fixed(written, engine, chat), [{ made, isChoice: true }]);
    }
    assert.deepEqual(await fixed(template({ reasoning_content: thinking, thinking, content }), 'vllm'), []);
    assert.deepEqual(await fixed(template({ mood: thinking, content }), 'vllm'), []);
  });

  test('an argument that says what holds anyway is taken out', async () => {
    const stripped = (args: object) => template({ ...all, content: { ...content, content_args: args } });
    const made = (args: object) => [
      { made: { ...all, content: { ...content, content_args: args } }, isChoice: undefined },
    ];
    assert.deepEqual(await fixed(stripped({ strip: true }), 'sglang'), made({}));
    assert.deepEqual(await fixed(stripped({ a: 1, strip: true, b: [] }), 'sglang'), made({ a: 1, b: [] }));
    assert.deepEqual(await fixed(stripped({ strip: false }), 'sglang'), []);
  });
});
