import assert from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import type { ModelChoice } from '../../../../../src/protocol/modelProtocol.ts';
import type { ModelTexts, ModelViewRequest } from '../../../../../src/service/chatPrompt.ts';
import { modelsService } from '../../../../../src/service/modelsService.ts';

const chat =
  "{% for m in messages %}<{{ m.role }}>{% if m.role == 'assistant' %}{% generation %}{{ m.content }}<end>{% endgeneration %}{% else %}{{ m.content }}<end>{% endif %}{{ '' }}\n{% endfor %}{% if tools %}[{{ tools | length }}]{% endif %}{% if add_generation_prompt %}<assistant>{% if enable_thinking %}<t>{% endif %}{% endif %}";
const responseTemplate = {
  defaults: { role: 'assistant' },
  start_anchor: '<assistant>',
  fields: { thinking: { open: '<t>', close: '</t>' }, content: { close: '<end>', repeats: true, join: '' } },
};
const config = (more: object = {}) => JSON.stringify({ response_template: responseTemplate, ...more }, null, 2);
const choice: ModelChoice = { tab: 'prompt', tools: true, generationPrompt: true, args: {} };
const files = (template = chat): ModelTexts => [
  ['tokenizer_config.json', config()],
  ['chat_template.jinja', template],
];
const conversation = (messages: unknown) => ({ name: 'own.messages.json', text: JSON.stringify(messages) });
const service = modelsService();

const prompt = async (request: Partial<ModelViewRequest> & { choice?: ModelChoice }) => {
  const answer = await service.chatPrompt({ texts: files(), choice, now: '2026-01-02T03:04:05', ...request });
  assert.ok('view' in answer, JSON.stringify(answer));
  return answer;
};

suite('modelsService', () => {
  test('outline: the key of the response template, and each chat template in its file', async () => {
    const text = config({ chat_template: chat });
    const [file, , span] = ['tokenizer_config.json', text, text.indexOf('"chat_template"')];
    const outline = await service.modelOutline([[file, text]], []);
    assert.equal(outline?.responseTemplate?.start, text.indexOf('"response_template"'));
    assert.deepEqual(outline?.serving, []);
    assert.deepEqual(outline?.chatTemplates, [{ name: 'default', file, span: { start: span, end: span + 15 } }]);
    const more = await service.modelOutline([...files(), ['additional_chat_templates/rag.jinja', 'x']], []);
    assert.deepEqual(more?.chatTemplates, [
      { name: 'default', file: 'chat_template.jinja' },
      { name: 'rag', file: 'additional_chat_templates/rag.jinja' },
    ]);
    assert.equal(await service.modelOutline([['tokenizer_config.json', '{']], []), undefined);
  });

  test('the template that is chosen is rendered; else the one named default; else the first', async () => {
    const rag = ['additional_chat_templates/rag.jinja', 'RAG'] as const;
    const shown = async (texts: ModelTexts, template?: string) => {
      const { view } = await prompt({ texts, choice: { ...choice, ...(template && { template }) } });
      return JSON.stringify(view).includes('RAG');
    };
    assert.equal(await shown([...files(), rag], 'rag'), true);
    assert.equal(await shown([...files(), rag], 'none'), false);
    assert.equal(await shown([...files(), rag]), false);
    assert.equal(await shown([['tokenizer_config.json', config()], rag]), true);
  });

  test('the prompt, in pieces that know their line, with what the model is to write', async () => {
    const own = conversation([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '😀!' },
    ]);
    const { view, text } = await prompt({ conversation: own, choice: { ...choice, tools: false } });
    assert.equal(text, '<user>Hi<end>\n<assistant>😀!<end>\n<assistant>');
    assert.equal(view.pieces.map(piece => piece.text).join(''), text);
    const generated = view.pieces.filter(({ generation }) => generation).map(piece => piece.text);
    assert.equal(generated.join(''), '😀!<end>');
    const hi = view.pieces.find(piece => piece.text === 'Hi');
    assert.equal(hi && chat.slice(hi.origin.start, hi.origin.end), 'm.content');
    assert.ok(view.pieces.some(({ line }) => line === 2));
    assert.ok(view.hasGenerations);
    assert.deepEqual(view.args, [{ name: 'enable_thinking', values: [] }]);
  });

  test('what the last choice changed', async () => {
    const { view } = await prompt({ choice: { ...choice, args: { enable_thinking: true } }, before: choice });
    const whole = view.pieces.map(piece => piece.text).join('');
    assert.deepEqual(
      view.changes?.map(({ start, end }) => whole.slice(start, end)),
      ['<t>'],
    );
    assert.equal((await prompt({ before: choice })).view.changes, undefined);
    const less = await prompt({ choice: { ...choice, generationPrompt: false }, before: choice });
    assert.equal(less.view.changes?.[0]?.removed, '<assistant>');
  });

  test('a template inside of JSON: the place is in the JSON', async () => {
    const text = config({ chat_template: 'a\n{{ messages | nope }}' });
    const texts: ModelTexts = [['tokenizer_config.json', text]];
    const { view } = await prompt({ texts });
    const { error } = view;
    assert.equal(error?.message, "No filter named 'nope'.");
    assert.equal(text.slice(error?.origin?.start, error?.origin?.end), 'messages | nope');
    const [problem] = await service.modelProblems(texts, []);
    assert.equal(text.slice(problem?.span.start, problem?.span.end), 'messages | nope');
  });

  test('why there is no prompt', async () => {
    const ask = (texts: ModelTexts, own?: { name: string; text: string }) =>
      service.chatPrompt({ texts, choice, now: '', ...(own && { conversation: own }) });
    assert.deepEqual(await ask([]), { broken: 'The model has no chat template.' });
    assert.match(JSON.stringify(await ask([['tokenizer_config.json', '{']])), /JSONDecodeError/);
    assert.match(JSON.stringify(await ask(files(), conversation({}))), /holds no list of messages/);
    const raised = await prompt({ texts: files("{{ raise_exception('no') }}") });
    assert.deepEqual([raised.view.error?.message, raised.view.error?.line], ['no', 1]);
  });

  test('round trips: differences with both texts, and the checks', async () => {
    const own = conversation([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: ' a ' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'b' },
    ]);
    const { trips, checks } = await service.modelRoundTrips({ texts: files(), choice, conversation: own, now: '' });
    assert.deepEqual(
      trips.map(({ name, outcome }) => [name, outcome]),
      [
        ['own.messages.json: message 2', 'different'],
        ['own.messages.json: message 4', 'same'],
      ],
    );
    assert.deepEqual(trips[0]?.differences, [{ key: 'content', original: '" a "', parsed: '"a"' }]);
    assert.equal(trips[0]?.generated, ' a <end>\n');
    assert.deepEqual(
      checks.map(({ name, ok }) => [name, ok]),
      [
        ['generation', true],
        ['tools', false],
        ['prefix', true],
      ],
    );
    const builtIn = await service.modelRoundTrips({ texts: files(), choice, now: '' });
    assert.ok(builtIn.trips.length > 10);
    const broken = await service.modelRoundTrips({ texts: files('{% for %}'), choice, now: '' });
    assert.deepEqual([broken.trips.length, broken.error?.split(':')[0]], [0, 'TemplateSyntaxError']);
    const none = await service.modelRoundTrips({ texts: [['chat_template.jinja', chat]], choice, now: '' });
    assert.match(none.error ?? '', /has no `response_template`/);
  });

  test('a configuration of 15 MB takes a moment @slow', async () => {
    const tokens = Object.fromEntries(
      Array.from({ length: 120_000 }, (_, i) => [i, { content: `<|${i}|>`.repeat(8) }]),
    );
    const texts: ModelTexts = [
      ['tokenizer_config.json', config({ added_tokens_decoder: tokens, chat_template: '{% for %}' })],
    ];
    assert.ok((texts[0]?.[1].length ?? 0) > 9_000_000);
    const start = performance.now();
    const [problem] = await service.modelProblems(texts, []);
    assert.match(problem?.message ?? '', /TemplateSyntaxError/);
    await service.modelOutline(texts, []);
    assert.ok(performance.now() - start < 30_000);
  });

  test('what engines make of the templates of definitions, by name, and of the file that one names', async () => {
    const template = {
      start_anchor: '<bot>',
      fields: { reasoning_content: { open: '<t>', close: '</t>' }, content: {} },
    };
    const host = { readFile: async () => new TextEncoder().encode(JSON.stringify({ response_template: template })) };
    const text = JSON.stringify({
      parsers: {
        own: { type: 'response_template', response_template: template },
        named: { type: 'response_template', response_template: 'tokenizer_config.json#/response_template' },
        other: { type: 'plain' },
      },
    });
    const served = modelsService(host).definitionServing(text, 'file:///w/m.parser.json', [
      'transformers-serve',
      'vllm',
      'openai',
    ]);
    const verdicts = [
      { engine: 'transformers-serve', refuses: false, loses: ['reasoning_content'] },
      { engine: 'vllm', refuses: true, loses: [] },
    ];
    assert.deepEqual(await served, [
      ['own', verdicts],
      ['named', verdicts],
    ]);
  });

  suite('a derived response template', () => {
    const chat =
      "{% for m in messages %}{% if m.role == 'assistant' %}<bot>{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>{% endfor %}<end>{% else %}<{{ m.role }}>{{ m.content }}<end>{% endif %}{% endfor %}{% if add_generation_prompt %}<bot>{% endif %}";
    const derive = (texts: ModelTexts, name?: string) =>
      service.deriveTemplate({ texts, engines: ['transformers'], ...(name !== undefined && { name }) });
    const deriveIn = (text: string, offset?: number) =>
      service.deriveInDefinition({
        ...{ text, fileName: 'file:///w/x.parser.json', engines: [] },
        ...(offset !== undefined && { offset }),
      });

    test('is written into the configuration, whose other text stays', async () => {
      const config = '{\n    "eos_token": "<end>" // kept\n}\n';
      const answer = await derive([
        ['tokenizer_config.json', '{\n    "eos_token": "<end>"\n}\n'],
        ['chat_template.jinja', chat],
      ]);
      assert.ok('proved' in answer && answer.proved && answer.edits);
      const text = applyEdits('{\n    "eos_token": "<end>"\n}\n', answer.edits);
      assert.match(text, /^\{\n {4}"eos_token": "<end>",\n {4}"response_template": \{\n {8}"defaults"/);
      assert.deepEqual(JSON.parse(text).response_template, JSON.parse(answer.text).response_template);
      assert.equal(JSON.parse(text).response_template.fields.tool_calls.open, '<call>');
      const broken = await derive([['tokenizer_config.json', config]]);
      assert.ok('failure' in broken && /JSONDecodeError/.test(broken.failure));
      const alone = await derive([['chat_template.jinja', chat]]);
      assert.ok('proved' in alone && !alone.edits);
    });

    test('takes the chat template that is named, of several', async () => {
      const open = async (name?: string) => {
        const answer = await derive(
          [
            ['chat_template.jinja', chat],
            ['additional_chat_templates/rag.jinja', chat.replaceAll('call>', 'rag>')],
          ],
          name,
        );
        return 'text' in answer && JSON.parse(answer.text).response_template.fields.tool_calls.open;
      };
      assert.deepEqual([await open(), await open('rag'), await open('nope')], ['<call>', '<rag>', '<call>']);
    });

    test('is written into a definition, or belongs into the model that it names', async () => {
      const written = (keys: object) => JSON.stringify({ type: 'response_template', ...keys }, undefined, 2);
      const own = written({ response_template: { old: 1 }, chat_template: chat });
      const bare = written({ chat_template: chat });
      for (const text of [own, bare]) {
        const answer = await deriveIn(text);
        assert.ok('proved' in answer && answer.edits, text);
        const made = JSON.parse(applyEdits(text, answer.edits));
        assert.deepEqual(made.response_template, JSON.parse(answer.text).response_template);
        assert.equal(made.chat_template, chat);
      }
      const named = written({ response_template: '../m/tokenizer_config.json#/response_template' });
      assert.deepEqual(await deriveIn(named), { model: '../m/tokenizer_config.json' });
      const none = await deriveIn('{ "type": "plain" }');
      assert.ok('failure' in none && /no definition of type/.test(none.failure));
      const chatless = await deriveIn(written({ response_template: {} }));
      assert.ok('failure' in chatless && /no `chat_template`/.test(chatless.failure));
      const two = JSON.stringify({ parsers: { a: JSON.parse(own), b: JSON.parse(own.replaceAll('call>', 'other>')) } });
      const second = await deriveIn(two, two.indexOf('"b"') + 1);
      assert.ok('text' in second && /<other>/.test(second.text));
    });
  });
});
