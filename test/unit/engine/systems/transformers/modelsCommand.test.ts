import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../cli/runCli.ts';

const responseTemplate = {
  defaults: { role: 'assistant' },
  start_anchor: '<bot>',
  fields: {
    thinking: { open: '<t>', close: '</t>' },
    tool_calls: {
      open: '<c>',
      close: '</c>',
      repeats: true,
      content: 'json',
      transform: { type: 'function', function: '{content}' },
    },
    content: { close: '<end>' },
  },
};
const chat =
  "{% for m in messages %}<{{ 'bot' if m.role == 'assistant' else m.role }}>{% if m.thinking %}<t>{{ m.thinking }}</t>{% endif %}{{ m.content }}{% for c in m.tool_calls or [] %}<c>{{ c.function | tojson }}</c>{% endfor %}<end>{% endfor %}{{ '<bot>' if add_generation_prompt }}";

suite('model folders on the command line', () => {
  let folder: string;
  const write = (name: string, content: unknown) =>
    writeFileSync(
      join(folder, 'model', name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-model-'));
    mkdirSync(join(folder, 'model'));
    write('tokenizer_config.json', { response_template: responseTemplate, eos_token: { content: '<end>' } });
    write('chat_template.jinja', chat);
  });
  teardown(() => rmSync(folder, { recursive: true }));

  test('find tries the response templates of models', async () => {
    writeFileSync(join(folder, 'answer.txt'), '<t>hm</t>Yes.<end>');
    const { out } = await runCli(folder, 'find answer.txt --json');
    const [best] = JSON.parse(out) as readonly { name: string; file?: string; read: number }[];
    assert.deepEqual([best?.name, best?.file, best?.read], ['model', 'model', 1]);
  });

  test('derive makes a response template of a chat template, and says whether it is proved', async () => {
    const { code, out } = await runCli(folder, 'derive model --json');
    const { response_template, proved, kinds } = JSON.parse(out);
    assert.deepEqual([code, proved], [0, true]);
    assert.deepEqual(Object.keys(response_template.fields), ['thinking', 'tool_calls', 'content']);
    assert.deepEqual(response_template.fields.thinking, { open: '<t>', close: '</t>' });
    const absent = kinds.filter((each: { cameBack: boolean }) => !each.cameBack);
    assert.deepEqual(
      absent.map(({ kind }: { kind: string }) => kind),
      ['the closing in a text'],
    );
    assert.match(absent[0].reason, /in a text as it is, and no template tells it from the end of the call$/);
    const told = await runCli(folder, 'derive model/chat_template.jinja --serves vllm');
    assert.match(told.out, /"start_anchor": "<bot>"[\s\S]*^✓ words and a call$[\s\S]*^Proved: /m);
  });

  test('derive does not call proved what does not come back, and says which kinds', async () => {
    // Words and thoughts cannot be told apart.
    write('chat_template.jinja', chat.replace('<t>{{ m.thinking }}</t>', '{{ m.thinking }}'));
    const { code, out } = await runCli(folder, 'derive model');
    assert.equal(code, 1);
    assert.match(out, /^✗ thoughts: /m);
    assert.match(out, /^Not proved: /m);
    assert.equal(JSON.parse((await runCli(folder, 'derive model --json')).out).proved, false);
  });

  for (const [what, from, spoiled, kinds] of [
    ['a block of code', '{{ m.content }}', '{{ m.content | replace("```py", "") }}', ['words']],
    ['other signs', '{{ m.content }}', '{{ m.content | replace("🚆", "") }}', ['words', 'thoughts', 'a later turn']],
    ['whole thoughts', '{{ m.thinking }}', '{{ m.thinking | replace("90 %", "") }}', ['thoughts']],
    ['a list in an object', '| tojson', '| tojson | replace("-1.5", "-1")', ['arguments of all types']],
    ['an empty list', '| tojson', '| tojson | replace("[null]", "[]")', ['null within an argument']],
    ['backslashes', '| tojson', '| tojson | replace(" end", "")', ['difficult texts']],
    ['a quote in a list', '| tojson', '| tojson | replace("{y: z}", "")', ['difficult texts within an argument']],
    ['a text like a number', '| tojson', `| tojson | replace('"1984"', "1984")`, ['texts like values']],
  ] as const)
    test(`derive does not call proved what loses ${what}`, async () => {
      assert.ok(chat.includes(from));
      write('chat_template.jinja', chat.replace(from, spoiled));
      const { out } = await runCli(folder, 'derive model --json');
      const lost = JSON.parse(out).kinds.filter((each: { cameBack: boolean }) => !each.cameBack);
      const names: readonly string[] = lost.map(({ kind }: { kind: string }) => kind);
      for (const kind of kinds) assert.ok(names.includes(kind), `${kind}: ${names}`);
      assert.ok(!names.includes('nothing'));
    });

  test('derive for servers keeps to what they take, and says what then does not come back', async () => {
    const derive = async (serves: string, kind: string) => {
      const { code, out } = await runCli(folder, `derive model --json --serves ${serves}`);
      const { response_template, kinds } = JSON.parse(out);
      return {
        code,
        fields: response_template.fields,
        lost: kinds.find((each: { kind: string }) => each.kind === kind),
      };
    };
    // A line feed behind the calls would take the place of the words: closings take it.
    write('chat_template.jinja', chat.replace('<end>', '{{ "\\n" }}<end>'));
    for (const serves of ['vllm', 'sglang', 'all']) {
      const { code, fields } = await derive(serves, 'words and a call');
      assert.deepEqual([code, Object.keys(fields)], [0, ['thinking', 'tool_calls', 'content']], serves);
      assert.deepEqual(Object.keys(fields.content), ['close_pattern'], serves);
    }
    for (const serves of ['transformers', 'transformers-serve'])
      assert.equal((await derive(serves, 'words')).fields.content.join, '', serves);
    // Words in front of the thoughts, and a mark behind them, are two pieces.
    const thoughts = '{% if m.thinking %}<t>{{ m.thinking }}</t>{% endif %}';
    write(
      'chat_template.jinja',
      chat.replace(thoughts, '').replace('{{ m.content }}', `{{ m.content }}${thoughts}{{ '\\n' if m.thinking }}`),
    );
    const { code, fields, lost } = await derive('vllm', 'thoughts');
    assert.equal(code, 1);
    assert.equal(fields.content.join, undefined);
    assert.match(lost.reason, /servers refuse to join them/);
    assert.equal((await derive('transformers', 'thoughts')).code, 0);
  });

  test('derive has a word for chat templates that it cannot use', async () => {
    const derive = async (text: string) => {
      write('chat_template.jinja', text);
      return runCli(folder, 'derive model');
    };
    for (const [text, word] of [
      ['{{ raise_exception("no") }}', /TemplateError: no/],
      ['{% for m in messages', /TemplateSyntaxError/],
      ['{{ nothing_of_this() }}', /UndefinedError/],
      ['Hello.', /does not write the words/],
      ['{{ persona.name }}', /UndefinedError: 'persona' is undefined/],
      [`{# ${'x'.repeat(1_000_000)} #}Hello.`, /longer than 1000000 characters/],
      ['{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}', /model: \w+: /],
    ] as const) {
      const { code, err } = await derive(text);
      assert.equal(code, 1, text);
      assert.match(err, word);
    }
    write('chat_template.jinja', '{% if tools %}{{ raise_exception("no tools") }}{% endif %}'.concat(chat));
    // Nothing is known of calls that it cannot be asked for.
    const { out, code } = await runCli(folder, 'derive model');
    assert.equal(code, 1);
    assert.match(out, /^✗ a call: the chat template raises TemplateError: no tools$/m);
    assert.equal((await runCli(folder, 'derive nowhere.txt')).code, 2);
    assert.equal((await runCli(folder, 'derive model --serves ollama')).code, 2);
  });

  test('check says what engines do otherwise with the template, where it is asked for', async () => {
    const codes = async (command: string) =>
      JSON.parse((await runCli(folder, `check model ${command} --reporter json`)).out).files.flatMap(
        ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code),
      );
    write('tokenizer_config.json', {
      response_template: {
        ...responseTemplate,
        fields: { ...responseTemplate.fields, mood: { open: '<m>', close: '</m>' } },
      },
      eos_token: '<end>',
    });
    assert.ok(!(await codes('')).includes('unserved-template'));
    assert.ok((await codes('--for vllm')).includes('unserved-template'));
    assert.match((await runCli(folder, 'check model --for olama')).err, /write one of transformers/);
    const { out } = await runCli(folder, 'check model --for transformers-serve');
    assert.match(out, /all of `mood` is lost/);
  });

  test('roundtrip says which messages come back the same', async () => {
    const { code, out } = await runCli(folder, 'roundtrip model');
    assert.equal(code, 0);
    assert.match(out, /^✓ plain$/m);
    assert.match(out, /^✗ padded content\n {4}content: " {2}two\\n\\nlines \\n" → "two\\n\\nlines"$/m);
    assert.match(out, /Generation marks: no · calls and results are rendered: yes · prefixes are preserved: yes/);
    assert.equal((await runCli(folder, 'roundtrip model --strict')).code, 1);
    const { messages } = JSON.parse((await runCli(folder, 'roundtrip model --json')).out);
    assert.deepEqual(messages[0], { name: 'plain', outcome: 'same', generated: 'It is sunny.<end>', differences: [] });
  });

  test('roundtrip of the answers of a conversation, with arguments of the template', async () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: ' a' },
      {
        role: 'assistant',
        tool_calls: [{ id: '7', type: 'function', function: { name: 'f', arguments: '{"x": 1}' } }],
        content: '',
      },
    ];
    writeFileSync(join(folder, 'own.messages.json'), JSON.stringify({ messages }));
    const { out } = await runCli(folder, 'roundtrip model --messages own.messages.json --json');
    const result = JSON.parse(out) as { messages: { name: string; outcome: string }[] };
    assert.deepEqual(
      result.messages.map(({ name, outcome }) => [name, outcome]),
      [
        ['own.messages.json: message 2', 'different'],
        ['own.messages.json: message 3', 'same'],
      ],
    );
    write('chat_template.jinja', `${chat}{{ '<t>' if add_generation_prompt and think }}`);
    assert.equal((await runCli(folder, ['roundtrip', 'model', '--arguments', '{"think": true}', '--strict'])).code, 1);
    for (const wrong of ['[]', '{'])
      assert.match((await runCli(folder, ['roundtrip', 'model', '--arguments', wrong])).err, /write a JSON object/);
    writeFileSync(join(folder, 'none.messages.json'), '{}');
    assert.match(
      (await runCli(folder, 'roundtrip model --messages none.messages.json')).err,
      /holds no list of messages/,
    );
  });

  test('check tells of a template’s faults at their places', async () => {
    assert.equal((await runCli(folder, 'check model')).code, 0);
    write('tokenizer_config.json', { response_template: { ...responseTemplate, fields: { a: { open: '' } } } });
    write('chat_template.jinja', 'a\n{{ b | nope }}');
    const { code, out } = await runCli(folder, 'check model');
    assert.equal(code, 1);
    assert.match(out, /tokenizer_config\.json:\d+:\d+: error: ValueError: Field 'a': 'open' literals cannot be empty/);
    assert.match(out, /chat_template\.jinja:2:4: error: TemplateAssertionError: No filter named 'nope'/);
  });

  test('check finds models below a folder, and their further templates; without any template they are passed over', async () => {
    mkdirSync(join(folder, 'model', 'additional_chat_templates'));
    write('additional_chat_templates/tool_use.jinja', '{% for m in mesages %}{{ m }}{% endfor %}');
    mkdirSync(join(folder, 'encoder'));
    writeFileSync(join(folder, 'encoder', 'tokenizer_config.json'), '{"model_max_length": 512}');
    const { code, out } = await runCli(folder, 'check .');
    assert.equal(code, 0);
    assert.match(out, /model[/]additional_chat_templates[/]tool_use\.jinja:1:13: warning: Nothing defines `mesages`/);
    assert.match(out, /model[/]tokenizer_config\.json/);
    assert.doesNotMatch(out, /encoder/);
    assert.match((await runCli(folder, 'check encoder')).out, /encoder[/]tokenizer_config\.json/);
  });

  test('parse, instruction and evaluate take a model folder', async () => {
    const { out } = await runCli(folder, 'parse model -', '<t>hm</t>Yes.<end>');
    assert.deepEqual(JSON.parse(out), { role: 'assistant', thinking: 'hm', content: 'Yes.' });
    assert.equal((await runCli(folder, 'instruction model')).out, '<user>…<end><bot>\n');
    writeFileSync(join(folder, 'log.jsonl'), '{"response": "Yes.<end>"}\n{"response": "<c>{"}\n');
    const evaluated = await runCli(folder, 'evaluate log.jsonl --parser model');
    assert.match(evaluated.out, /ValueError/);
    write('tokenizer_config.json', {});
    assert.match((await runCli(folder, 'parse model -', 'x')).err, /has no `response_template`/);
  });

  test('check --cuts tells where the stream of a sample gives something else', async () => {
    const fields = { c: { open: '(', close_pattern: '\\)(?:\\]<end>)?' }, content: {} };
    const definition = {
      type: 'response_template',
      response_template: { start_anchor: '<bot>', fields },
      samples: [{ name: 'one', text: '(1)]<end>', expect: { value: { c: '1' } } }],
    };
    writeFileSync(join(folder, 'x.parser.json'), JSON.stringify(definition));
    assert.equal((await runCli(folder, 'check x.parser.json')).code, 0);
    const { code, out } = await runCli(folder, 'check x.parser.json --cuts');
    assert.equal(code, 1);
    assert.match(out, /one, cut/);
    assert.match(out, /Cut behind .*the stream gives something else/);
  });

  test('roundtrip says what is wrong of what it is given', async () => {
    writeFileSync(join(folder, 'none.messages.json'), JSON.stringify([{ role: 'user', content: 'Hi' }]));
    writeFileSync(join(folder, 'broken.messages.json'), '{');
    for (const [args, words] of [
      ['roundtrip nowhere', /^nowhere: there is no tokenizer_config\.json in it\.$/m],
      [
        'roundtrip model --messages none.messages.json',
        /--messages none\.messages\.json: there is no answer of an assistant/,
      ],
      ['roundtrip model --messages broken.messages.json', /^--messages broken\.messages\.json: /],
      ['roundtrip model --arguments [1]', /^--arguments \[1\]: write a JSON object/],
      ['roundtrip model --arguments {', /^--arguments \{: write a JSON object/],
    ] as const) {
      const { code, out, err } = await runCli(folder, args);
      assert.deepEqual([args, code, out], [args, 2, '']);
      assert.match(err, words);
    }
    write('tokenizer_config.json', {});
    const { code, err } = await runCli(folder, 'roundtrip model');
    assert.equal(code, 1);
    assert.match(err, /^model: KeyError: /);
  });
});
