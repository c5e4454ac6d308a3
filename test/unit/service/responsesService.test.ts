import assert from 'node:assert/strict';
import type { Host } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { type ParseRequest, responsesService } from '../../../src/service/responsesService.ts';
import { lensRows } from '../../../src/views/lens.ts';
import type { LensWords } from '../../../src/views/lensItem.ts';
import { maxParts } from '../../../src/views/responseModel.ts';

const item = (title: string) => ({ title, tooltip: '' });
const words: LensWords = {
  nothingRecognised: 'nothing',
  strays: { lost: count => `${count} lost`, 'left-over': count => `${count} left over` },
  toolError: 'tool error',
  splits: { content: 'content', memory: 'memory', metadata: 'metadata' },
  among: (number, count) => `${number} of ${count}`,
  parseAll: { title: 'Parse All', tooltip: '' },
  shownRepair: confidence => `Show Repair (${confidence} %)`,
  copyRepaired: { title: 'Copy Repaired', tooltip: '' },
  missingKeys: names => `missing key ${names.map(name => `"${name}"`).join(', ')}`,
  unescaped: 'unescaped',
  repaired: 'repaired',
  binary: 'NUL',
  notRun: 'not run',
  warnings: count => `${count}!`,
  asksAgain: (reader, tokens) => `${reader} ${tokens}!`,
  atLine: cause => cause,
  after: cause => cause,
  repair: () => 'Repair',
  repairs: () => 'Repairs',
  repairTooltip: () => '',
  showRepair: item('Show Repair'),
  explain: () => 'Explain',
  partly: () => 'Partly',
  feedback: item('Told'),
  sameLimit: item('Same Limit'),
  save: item('Save'),
  clear: item('Clear'),
  trust: item('Trust'),
};

const dict = {
  type: 'MarkdownJsonDictParser',
  content_hint: {},
  required_keys: ['speak'],
  keys_to_content: 'speak',
  keys_to_memory: ['thought', 'speak'],
  keys_to_metadata: ['done'],
};
const answer = { thought: 'Hm.', speak: 'I agree with you all, of course.', done: true };
const fenced = `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``;

function definition(config: object) {
  return { text: JSON.stringify(config), fileName: 'd.parser.json', name: 'd' };
}

function service() {
  return responsesService(nodeHost, new DefinitionCache(nodeHost), async path => `file ${path}`);
}

async function parsed(config: object, text: string, more: Partial<ParseRequest> = {}) {
  const api = service();
  const model = await api.parse({ session: 's', definition: definition(config), text, ...more });
  const items = lensRows(model, words, () => ({ line: 0, indent: 0 }))[0]?.items ?? [];
  const lens = {
    status: items[0]!,
    values: items.filter(({ action }) => action.kind === 'split'),
    highlights: model.highlights.map(({ name, path, value }) => ({ name, path, title: `${name} ${value.short}` })),
    feedback: model.hasFeedback !== undefined,
  };
  return { api, model, lens };
}

suite('responsesService', () => {
  const values = ['content "I agree with you all, of c…"', 'memory {thought: "Hm.", speak:…}', 'metadata true'];
  const cases: [string, object, string, string, string[]][] = [
    ['splits', dict, fenced, '✓', values],
    ['a repair', dict, JSON.stringify(answer), '✓', values],
    [
      'no filters',
      { type: 'MarkdownCodeBlockParser', language_name: 'python' },
      '```python\nprint(1)\n```',
      '✓',
      ['"print(1)"'],
    ],
    [
      'exact numbers',
      { type: 'MarkdownJsonObjectParser' },
      '```json\n[1.0, NaN, 12345678901234567890]```',
      '✓',
      ['[1.0, NaN, 12345678901234567890]'],
    ],
    ['an error', dict, '```json\n{}\n```', '✗ missing key "speak" · RequiredFieldNotFoundError', []],
  ];
  for (const [name, config, text, status, titles] of cases)
    test(`lenses: ${name}`, async () => {
      const { lens, model } = await parsed(config, text);
      assert.equal(lens.status.title, status);
      assert.deepEqual(
        lens.values.map(({ title }) => title),
        titles,
      );
      assert.equal(lens.feedback, model.error !== undefined);
    });

  test('what the framework asks again in silence: with its tokens in the lens, in place of “1 warning”', async () => {
    const chat = { type: 'ChatAdapter', signature: 'question -> answer: int' };
    const { lens, model } = await parsed(chat, 'no idea');
    const { reader, tokens } = model.fallback!;
    assert.equal(reader, 'JSONAdapter');
    assert.ok(tokens! > 50 && tokens! < 500, `${tokens}`);
    assert.match(lens.status.title, new RegExp(`^✗ .*AdapterParseError\\b.* · JSONAdapter ${tokens}!`));
    assert.match(lens.status.tooltip, new RegExp(`asks again[^]*\\nJSONAdapter ${tokens}!\\n`));
    const { model: read } = await parsed(chat, '[[ ## answer ## ]]\n4\n\n[[ ## completed ## ]]');
    assert.equal(read.fallback, undefined);
    const { model: switchedOff } = await parsed({ ...chat, use_json_adapter_fallback: false }, 'no idea');
    assert.equal(switchedOff.fallback, undefined);
  });

  const openai = JSON.stringify({
    role: 'assistant',
    content: 'Let us look.',
    tool_calls: [{ function: { name: 'bash', arguments: '{"command": "vim a.py"}' } }],
  });
  const output = { type: 'AgentOutput', allowed_kinds: ['agent.spoke'], fallback_kind: 'agent.spoke' };
  const highlighted: [string, object, string, string[]][] = [
    [
      'thought and action',
      { type: 'thought_action' },
      'Look first.\n```\nls -la\n```',
      ['thought "Look first."', 'action "ls -la"'],
    ],
    ['a thought that is empty', { type: 'action_only' }, 'ls', ['thought ""', 'action "ls"']],
    [
      'line, private thought and kind',
      output,
      '<think>A secret.</think>{"kind": "agent.spoke", "text": "Good morning."}',
      ['line "Good morning."', 'thought "A secret."', 'kind "agent.spoke"'],
    ],
    ['no private thought', output, '{"text": "Hi there."}', ['line "Hi there."', 'kind "agent.spoke"']],
    ['a type that has none', dict, fenced, []],
    ['an error', { type: 'thought_action' }, 'ls', []],
  ];
  for (const [name, config, text, expected] of highlighted)
    test(`lenses of their own: ${name}`, async () => {
      const { api, lens } = await parsed(config, text);
      assert.deepEqual(
        lens.highlights.map(({ title }) => title),
        expected,
      );
      for (const { path, name: label, title } of lens.highlights) {
        const value = await api.valueText('s', path, 'text', 1000);
        assert.equal(title, `${label} ${JSON.stringify(value?.text.trim())}`);
      }
    });

  test('a suspicion that is off is told where it is named, at its member, and may be switched off', async () => {
    const content_schema = { title: 'Vote', type: 'object', properties: { vote: { type: 'integer' } } };
    const own = { type: 'MarkdownJsonDictParser', content_schema };
    const text = '```json\n{"vote": "3"}\n```';
    const told = async (more: Partial<ParseRequest>) =>
      (await parsed(own, text, more)).model.suspicions.map(({ code, span }) => [
        code,
        span && text.slice(span.start, span.end),
      ]);
    assert.deepEqual(await told({}), []);
    assert.deepEqual(await told({ suspicions: { on: ['coerced'] } }), [['coerced', '"3"']]);
    assert.deepEqual(await told({ suspicions: { on: ['coerced'], off: ['coerced'] } }), []);
  });

  test('an empty list beside the value says nothing: of a model’s answer nothing was lost', async () => {
    const response_template = {
      defaults: { role: 'assistant' },
      fields: { content: { close: '<|end|>' } },
      start_anchor: '<|assistant|>',
    };
    const good = await parsed({ type: 'response_template', response_template }, 'Hello<|end|>');
    assert.deepEqual(good.model.extra, []);
    assert.doesNotMatch(good.lens.status.tooltip, /lost/);
    const cut = await parsed({ type: 'response_template', response_template }, 'Hello<|end|> and more');
    assert.deepEqual(
      cut.model.extra.map(({ key }) => key),
      ['lost'],
    );
  });

  test('a message of a provider: what it was taken for, its parts, and that its action is blocked', async () => {
    const { api, model, lens } = await parsed({ type: 'function_calling' }, openai);
    assert.deepEqual(
      model.extra.map(({ key, value }) => [key, value.short]),
      [
        ['recognised', '"an OpenAI message"'],
        ['blocked', 'true'],
        ['feedback', `"Operation 'vim a.py'…"`],
      ],
    );
    assert.match(lens.status.tooltip, /Read as an OpenAI message with 1 tool call\./);
    assert.deepEqual(
      model.parts.map(({ key, inner }) => [key, openai.slice(inner.start, inner.start + 12)]),
      [
        ['thought', 'Let us look.'],
        ['action', '{"function":'],
      ],
    );
    assert.ok(lens.feedback && model.hasFeedback);
    const told = await api.valueText('s', ['feedback'], 'text', 1000);
    assert.equal(told?.text, "Operation 'vim a.py' is not supported by this environment.");
    assert.equal((await api.valueText('s', ['extra', 0], 'text', 1000))?.text, 'an OpenAI message');
  });

  test('the errors of a validation are listed', async () => {
    const { api, model, lens } = await parsed(
      { ...output, mode: 'validated', extra_fields: ['mood'] },
      '{"kind": "agent.sang", "mood": 3}',
    );
    assert.deepEqual(
      model.error?.details.map(({ place, type }) => [place, type]),
      [
        ['kind', 'literal_error'],
        ['text', 'missing'],
        ['mood', 'string_type'],
      ],
    );
    assert.match(lens.status.tooltip, /\ntext: Field required \[missing\]/);
    assert.match((await api.valueText('s', ['error'], 'text', 1000))?.text ?? '', /\ntext: Field required/);
    assert.deepEqual([lens.feedback, model.hasFeedback], [true, false]);
  });

  test('parts know where they are and where they go', async () => {
    const { model } = await parsed(dict, fenced);
    assert.deepEqual(
      model.parts.map(({ key, inner, destinations }) => [key, fenced.slice(inner.start, inner.end), destinations]),
      [
        ['thought', 'Hm.', ['memory']],
        ['speak', answer.speak, ['content', 'memory']],
        ['done', 'true', ['metadata']],
      ],
    );
  });

  test('the only item of a list is a part of its own, and keeps its exact value', async () => {
    const { api, model } = await parsed({ type: 'MarkdownJsonObjectParser' }, '```json\n[1.0]\n```');
    assert.deepEqual(
      model.parts.map(({ key, value }) => [key, value.long]),
      [['0', '1.0']],
    );
    assert.equal((await api.valueText('s', ['parts', 0], 'text', 1000))?.text, '1.0');
  });

  test('a selection inside a JSON string is unescaped, and its parts are found in the selection', async () => {
    const inner = JSON.stringify(fenced).slice(1, -1);
    const line = `{"response": "${inner}"}`;
    const start = line.indexOf(inner);
    const { model } = await parsed(dict, inner, { surroundings: { line, span: { start, end: start + inner.length } } });
    assert.ok(model.unescaped && !model.error);
    const thought = model.parts[0];
    assert.equal(thought && inner.slice(thought.inner.start, thought.inner.end), 'Hm.');
  });

  test('values are exact, whole and read page by page', async () => {
    const items = Array.from({ length: 250 }, (_, index) => `${index}.0`).join(', ');
    const { api, model } = await parsed({ type: 'MarkdownJsonObjectParser' }, `\`\`\`json\n{"a": [${items}]}\n\`\`\``);
    assert.equal(model.value?.kind, 'dict');
    const page = await api.items('s', ['value', 0], 200);
    assert.equal(page?.total, 250);
    assert.deepEqual(page?.items.map(({ label, long }) => [label, long]).slice(0, 2), [
      ['200', '200.0'],
      ['201', '201.0'],
    ]);
    const value = await api.valueText('s', ['value', 0, 249], 'text', 1000);
    assert.deepEqual(value, { text: '249.0', language: 'json', cut: false });
    assert.deepEqual(await api.valueText('s', ['value'], 'text', 3), {
      text: '{\n ',
      language: 'plaintext',
      cut: true,
    });
  });

  test('tokens are counted on what the framework puts in its message', async () => {
    const { api } = await parsed(dict, fenced);
    const counts = await api.counts('s', 'o200k_base');
    const memory = `{'thought': 'Hm.', 'speak': '${answer.speak}'}`;
    const expected = await api.countTokens([answer.speak, memory, 'Hm.', "{'done': True}"], 'o200k_base');
    const { content, metadata, memory: counted } = counts?.splits ?? {};
    assert.deepEqual([content, counted, counts?.parts[0], metadata], expected.counts);
    assert.ok(counts?.exact);
    const value = await api.valueTokens('s', ['parts', 1], 'o200k_base');
    assert.equal(value?.count, counts?.parts[1]);
    for (const path of [
      ['value', 9],
      ['parts', 9],
    ] as const)
      assert.equal(await api.valueTokens('s', path, 'o200k_base'), undefined);
    assert.equal(await api.valueTokens('other', ['value'], 'o200k_base'), undefined);
    assert.deepEqual(await api.tokenBoundaries('Hello world', 'o200k_base'), [5, 11]);
  });

  test('what the model is told is the feedback of the framework, whole', async () => {
    const { api, model } = await parsed(dict, '```json\n{}\n```');
    const told = await api.valueText('s', ['feedback'], 'text', 1000);
    assert.ok(model.hasFeedback);
    assert.match(told?.text ?? '', /^RequiredFieldNotFoundError: /);
    const fine = await parsed(dict, fenced);
    for (const path of [['feedback'], ['value', 9]] as const)
      assert.equal(await fine.api.valueText('s', path, 'text', 1000), undefined);
  });

  test('of several ways of asking again each has its name, the definition’s own first', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], title: 'A' };
    const keys = { type: 'PydanticOutputParser', content_schema: schema };
    const usual = ['OutputFixingParser', 'RetryOutputParser', 'RetryWithErrorOutputParser'];
    const own = [usual[1]!, usual[0]!, usual[2]!];
    for (const [more, names] of [
      [{}, usual],
      [{ retry_parser: 'RetryOutputParser' }, own],
    ] as const) {
      const { api, model } = await parsed({ ...keys, ...more }, 'no');
      assert.ok(model.hasFeedback);
      const told = (await api.valueText('s', ['feedback'], 'text', 10_000))?.text ?? '';
      assert.deepEqual(
        [...told.matchAll(/^— (\w+) —$/gm)].map(([, name]) => name),
        names,
      );
    }
  });

  test('what the model is told is counted, each way of asking again by itself', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], title: 'A' };
    const { api } = await parsed({ type: 'PydanticOutputParser', content_schema: schema }, 'no');
    const told = (await api.valueText('s', ['feedback'], 'text', 10_000))?.text ?? '';
    const headings = [...told.matchAll(/^— \w+ —\n\n/gm)];
    const texts = headings.map((heading, index) => {
      const end = headings[index + 1]?.index;
      return told.slice(heading.index + heading[0].length, end === undefined ? undefined : end - 2);
    });
    const { counts } = await api.countTokens(texts, 'o200k_base');
    const counted = await api.feedbackTokens('s', 'o200k_base');
    assert.deepEqual(
      counted?.ways,
      headings.map(({ index }, way) => ({ offset: index, count: counts[way] })),
    );
    assert.equal((await api.counts('s', 'o200k_base'))?.feedback, counts[0]);
    const fine = await parsed(dict, fenced);
    for (const id of ['s', 'other']) assert.equal(await fine.api.feedbackTokens(id, 'o200k_base'), undefined);
  });

  test('an error of a module of the user leads to its line, with the stack', async () => {
    const place = { file: 'lib/read.mjs', line: 3, column: 9 };
    const stack = '    at read (/x/lib/read.mjs:3:9)\n    at parse (/x/lib/read.mjs:8:3)';
    const error = { class: 'RangeError', message: 'too much', place, stack };
    const host: Host = { runModule: async () => ({ ok: false, error }) };
    const api = responsesService(host, new DefinitionCache(host), async path => path);
    const custom = definition({ type: 'custom', module: 'lib/read.mjs' });
    const model = await api.parse({ session: 's', definition: custom, text: 'x' });
    assert.deepEqual(model.error?.place, place);
    assert.deepEqual(model.error?.stack, ['at read (/x/lib/read.mjs:3:9)', 'at parse (/x/lib/read.mjs:8:3)']);
    const text = (await api.valueText('s', ['error'], 'text', 1000))?.text;
    assert.equal(text, `RangeError: too much (lib/read.mjs:3:9)\n${stack}`);
  });

  test('models are bounded', async () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: maxParts + 5 }, (_, i) => [`k${i}`, i])));
    const { model } = await parsed({ type: 'MarkdownJsonDictParser' }, many);
    assert.deepEqual([model.parts.length, model.partCount], [maxParts, maxParts + 5]);
    const { model: failed } = await parsed(
      { type: 'MarkdownCodeBlockParser', language_name: 'c' },
      'x'.repeat(100_000),
    );
    assert.ok((failed.error?.message.length ?? 0) <= 2000);
  });

  test('deep, binary and empty responses give a result', async () => {
    for (const text of ['['.repeat(10_000), '\0\0', '']) {
      const { model } = await parsed({ type: 'MarkdownJsonObjectParser' }, text);
      assert.ok(model.error);
      assert.equal(model.binary, text.includes('\0'));
    }
  });

  test('a file is parsed by its path', async () => {
    const model = await service().parseFile('s', '/x', definition({ type: 'MarkdownJsonObjectParser' }));
    assert.equal(model.error?.class, 'JsonParsingError');
  });

  test('a definition that its file does not have is refused', async () => {
    await assert.rejects(parsed({ type: 'None' }, 'x'), /None/);
  });

  test('a sample holds the response and the whole of its result', async () => {
    const { api } = await parsed(dict, fenced);
    const edits = await api.sampleEdits('s', definition(dict), { name: 'new', expectation: true });
    const added = edits?.map(({ text }) => text).join('') ?? '';
    assert.match(added, /"name": "new"/);
    assert.match(added, /"done": true/);
  });

  test('samples are added with the response, its file, or nothing', async () => {
    const { api } = await parsed(dict, fenced);
    const ref = definition(dict);
    const added = async (edits: Promise<readonly { readonly text: string }[] | undefined>) =>
      (await edits)?.map(({ text }) => text).join('');
    const text = (await added(api.sampleEdits('s', ref, { name: 'n', expectation: false }))) ?? '';
    assert.ok(/"text": \[\s*"```json",/.test(text) && !text.includes('"expect"'), text);
    const named = (await added(api.sampleEdits('s', ref, { name: 'n', file: 'r.md', expectation: false }))) ?? '';
    assert.ok(/"file": "r\.md"/.test(named) && !named.includes('"text"'), named);
    assert.equal(await api.sampleEdits('other', ref, { name: 'n', expectation: false }), undefined);
    const one = definition({ ...dict, samples: [{ name: 'first', text: 'x' }] });
    assert.match((await added(api.emptySampleEdits(one))) ?? '', /"name": "sample 2",\s*"text": ""/);
    assert.deepEqual(await api.sampleNames(one), ['first']);
  });

  test('what was parsed, the answers in a text, and the members that the model is told of', async () => {
    const { api } = await parsed(dict, fenced);
    assert.deepEqual([await api.responseText('s'), await api.responseText('other')], [fenced, undefined]);
    const several = await api.answers(definition(dict), `## One\n${fenced}\n## Two\n${fenced}\n`);
    assert.equal(several.length, 2);
    assert.deepEqual(await api.answers(definition({ type: 'RegexParser', regex: '(', output_keys: [] }), fenced), []);
    assert.deepEqual(await api.feedbackMembers('other'), []);
  });

  test('a session that was dropped is unknown', async () => {
    const { api } = await parsed(dict, fenced);
    await api.drop('s');
    assert.equal(await api.counts('s', 'o200k_base'), undefined);
    assert.equal(await api.valueText('s', ['value'], 'text', 1000), undefined);
  });
});
