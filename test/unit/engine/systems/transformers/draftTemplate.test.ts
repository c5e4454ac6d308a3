import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { draftDefinition, findParsers } from '../../../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { bareForms, forms } from '../../callForms.ts';

const type = parserTypes.find(each => each.type === 'response_template')!;

async function draft(...responses: string[]) {
  const made = await draftDefinition(responses, type);
  return (
    made && {
      ...made,
      template: (JSON.parse(made.text) as { response_template: { fields: object } }).response_template,
    }
  );
}

suite('drafts of response templates', () => {
  test('have what the answers have', async () => {
    const made = await draft(
      '<think>hm</think>I look.<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call><|im_end|>\n',
      'No.<|stop|>',
    );
    assert.deepEqual(made?.unread, []);
    assert.deepEqual(made.template.fields, {
      thinking: { open: '<think>', close: '</think>' },
      tool_calls: {
        ...{ open: '<tool_call>', close: '</tool_call>', repeats: true, content: 'json' },
        transform: { type: 'function', function: '{content}' },
      },
      content: { close: ['<|im_end|>', '<|stop|>'], repeats: true, join: '\n' },
    });
    const { definitions, problems } = readDefinitions(made.text, 'x.parser.json');
    assert.deepEqual(
      problems.filter(({ code }) => code !== 'unreachable-key'),
      [],
    );
    const result = await createParser(definitions[0]!).parse('<think>hm</think>Yes.<|im_end|>');
    assert(result.ok);
    assert.deepEqual(result.value, { role: 'assistant', thinking: 'hm', content: 'Yes.' });
  });

  for (const [open, close] of [
    ['[CALL]', '[/CALL]'],
    ['<|call|>', '<|/call|>'],
  ] as const)
    test(`calls in ${open}`, async () => {
      const made = await draft(`${open}{"name": "f"}${close}`);
      assert.deepEqual(Object.keys(made!.template.fields), ['tool_calls', 'content']);
    });

  for (const [family, make] of Object.entries({ ...forms, ...bareForms })) {
    const answers = [`Let me look.\n${make('search')}`, make('get_weather')];
    test(`reads the calls of ${family}`, async () => {
      const made = await draft(...answers);
      assert.deepEqual(made?.unread, []);
      const parser = createParser(readDefinitions(made.text, 'x.parser.json').definitions[0]!);
      for (const [i, name] of ['search', 'get_weather'].entries()) {
        const result = await parser.parse(answers[i]!);
        assert.ok(result.ok, answers[i]);
        const { tool_calls: calls } = result.value as { tool_calls: { function: object }[] };
        const args = { city: 'Oslo', ...(family === 'Python in a list' && { days: [1, 2] }) };
        assert.deepEqual(
          calls.map(call => call.function),
          [{ name, arguments: args }],
        );
      }
    });
  }

  test('what no content parser reads is not said to be read', async () => {
    const answers = [`<tool_call>\n{'name': 'search', 'arguments': {'all': True}}\n</tool_call>`];
    const made = await draft(...answers.map(answer => `${answer}<|end|>`));
    assert.ok(!made || made.unread.length > 0, made?.text);
    const [best] = (await findParsers(answers, [])).filter(({ definition }) => definition.type === type.type);
    assert.ok(!best || !/^Reads (?:all|the)/.test(best.why), best?.why);
  });

  test('words are joined only where joining brings back more of them: servers refuse it', async () => {
    const call = forms.Hermes!('search');
    const contentOf = async (...answers: string[]) => {
      const { content } = (await draft(...answers))!.template.fields as { content: object };
      return content;
    };
    assert.deepEqual(await contentOf(`I look.${call}<|end|>`, 'No.<|end|>'), { close: '<|end|>' });
    for (const behind of ['\n', ' There.'])
      assert.deepEqual(await contentOf(`I look.${call}${behind}<|end|>`), {
        close: '<|end|>',
        repeats: true,
        join: '\n',
      });
  });

  test('the later calls of an answer are read, too', async () => {
    const makes = { ...forms, ...bareForms };
    const adjacent = ['Mistral, newer', 'Nemotron 3', 'Kimi K2', 'DeepSeek 3.1', 'MiniMax M2', 'Harmony', 'Seed-OSS'];
    const bare = ['Gemma 4', 'Harmony', 'Kimi K2'].map(family => `${family}, without its tokens`);
    const lines = ['Llama 3', 'OpenAI’s function', 'an attribute', 'a line of its own'];
    for (const family of [...adjacent, ...bare, ...lines]) {
      const make = makes[family]!;
      const answer = `${make('search')}${lines.includes(family) ? '\n' : ''}${make('get_weather')}`;
      const made = await draft(answer);
      assert.deepEqual(made?.unread, [], family);
      const result = await createParser(readDefinitions(made.text, 'x.parser.json').definitions[0]!).parse(answer);
      assert.ok(result.ok, family);
      assert.equal((result.value as { tool_calls: object[] }).tool_calls.length, 2, family);
    }
  });

  for (const text of [
    'Plain words.',
    '{"name": "f"}',
    '<b>{"a": 1}</b>',
    '<think>never closed',
    'a <|x|> in the middle',
  ])
    test(`nothing of the format: ${text}`, async () => assert.equal(await draft(text), undefined));
});

suite('a model’s configuration as a definition', () => {
  const response_template = { start_anchor: '<bot>', fields: { content: { close: '<end>' } } };
  const chat_template = '{% for m in messages %}<{{ m.role }}>{{ m.content }}{{ eos_token }}{% endfor %}<bot>';
  const config = JSON.stringify({ eos_token: { content: '<end>' }, response_template, chat_template });
  const encode = (text: string) => new TextEncoder().encode(text);

  test('has the name of its folder, and a parser with the prompt', async () => {
    for (const [file, name] of [
      ['models/tiny/tokenizer_config.json', 'tiny'],
      ['file:///a/my%20model/tokenizer_config.json', 'my model'],
      ['tokenizer_config.json', 'model'],
    ] as const) {
      const { definitions, problems } = readDefinitions(config, file);
      assert.deepEqual(
        [definitions.map(each => each.name), problems.filter(({ severity }) => severity === 'error')],
        [[name], []],
      );
      const parser = createParser(definitions[0]!);
      await parser.prepare();
      assert.equal(parser.formatInstruction(), '<user>…<end><bot>');
      const result = await parser.parse('Hi<end>');
      assert(result.ok);
      assert.deepEqual(result.value, { content: 'Hi' });
    }
  });

  test('takes the chat template of the file beside it', async () => {
    const { definitions } = readDefinitions(config, 'tiny/tokenizer_config.json');
    const host = {
      readFile: async (path: string) => (path === 'tiny/chat_template.jinja' ? encode('own <bot>') : undefined),
    };
    const parser = createParser(definitions[0]!, host);
    await parser.prepare();
    assert.equal(parser.formatInstruction(), 'own <bot>');
  });

  test('has nothing without a response template, whatever it is', () => {
    for (const text of [
      '{"chat_template": "x"}',
      'no JSON',
      '["response_template"]',
      '{"a": "response_template"}',
      '{"a": {"response_template": {}}}',
    ])
      assert.deepEqual(readDefinitions(text, 'tokenizer_config.json').definitions, [], text);
  });

  test('is refused where its template is wrong, at its place', () => {
    const text = JSON.stringify({ response_template: { start_anchor: '<bot>', fields: {} } });
    const { problems } = readDefinitions(text, 'tokenizer_config.json');
    assert.deepEqual(
      problems.map(({ code, span }) => [code, text.slice(span.start, span.end)]),
      [['constructor-error', '{}']],
    );
  });
});
