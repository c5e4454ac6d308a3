import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTokenCounter } from '../../../../src/node/engine.ts';
import { runCli } from '../runCli.ts';
import { type AssistClient, assistClient, examples } from './assistClient.ts';

const dict = '{ "type": "MarkdownJsonDictParser", "content_hint": { "speak": "x" }, "keys_to_content": "speak" }';
const good = '```json\n{"speak": "hi"}\n```';

suite('tools for assistants', () => {
  let assist: AssistClient;
  const call: AssistClient['call'] = (...args) => assist.call(...args);

  suiteSetup(async () => {
    assist = await assistClient();
  });

  suiteTeardown(() => assist.close());

  test('eight tools, which only read, described in under 2,000 tokens and 1,000 for what they give', async () => {
    const { tools } = await assist.client.listTools();
    deepEqual(
      tools.map(({ name }) => name),
      [
        'list_definitions',
        'get_instruction',
        'parse_response',
        'diagnose_response',
        'check_definitions',
        'evaluate_log',
        'find_parser',
        'convert_definition',
      ],
    );
    for (const { annotations } of tools)
      deepEqual(
        [annotations?.readOnlyHint, annotations?.destructiveHint, annotations?.openWorldHint],
        [true, false, false],
      );
    const counter = createTokenCounter('o200k_base');
    const tokens = async (value: unknown) => counter.countText(JSON.stringify(value));
    const asked = await tokens(
      tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })),
    );
    const given = await tokens(tools.map(({ outputSchema }) => outputSchema));
    ok(asked < 2000, `${asked}`);
    ok(given < 1000, `${given}`);
  });

  test('list_definitions names every definition as other tools take it', async () => {
    // The examples are more than an answer has unless it is asked for more.
    const { answer } = await call('list_definitions', { max_tokens: 20_000 });
    equal(answer.left_out, undefined);
    const rows = answer.definitions as {
      definition: string;
      type: string;
      keys?: string[];
      samples: number;
      passed: number;
    }[];
    const row = rows.find(({ definition }) => definition === 'werewolf.parser.json#wolf vote');
    equal(row?.type, 'MarkdownJsonDictParser');
    ok(row?.keys?.includes('vote'));
    equal(row?.samples, row?.passed);
    const skipped = rows.find(({ definition }) => definition === 'custom.parser.json#custom') as
      | { skipped?: number }
      | undefined;
    ok((skipped?.skipped ?? 0) > 0);
  });

  test('get_instruction gives the command line’s text, its tokens and its lines', async () => {
    const reference = 'werewolf.parser.json#wolf vote';
    const { answer } = await call('get_instruction', { definition: reference });
    const { out } = await runCli(examples, ['instruction', reference]);
    equal(`${answer.instruction}\n`, out);
    equal(answer.tokens, await createTokenCounter('o200k_base').countText(answer.instruction as string));
    ok((answer.parts as { line: number }[])[0]!.line > 0);
  });

  test('get_instruction of a conversation gives the payload as sent', async () => {
    const { answer } = await call('get_instruction', { conversation: 'werewolf.messages.json', max_tokens: 50_000 });
    const { out } = await runCli(examples, ['format', 'werewolf.messages.json', '--json']);
    deepEqual(answer.payload, (JSON.parse(out) as { payload: unknown }).payload);
  });

  test('parse_response gives what the command line gives, also of a framework’s error', async () => {
    const { answer } = await call('parse_response', { definition: dict, response: good });
    deepEqual([answer.ok, answer.value, answer.content], [true, { speak: 'hi' }, 'hi']);
    const bad = await call('parse_response', { definition: dict, response: 'no' });
    equal(bad.isError, false);
    equal(bad.answer.ok, false);
    equal((bad.answer.error as { class: string }).class, 'JsonParsingError');
    const both = `${good}\n\nNo, better:\n\n${good.replace('hi', 'bye')}`;
    const odd = await call('parse_response', { definition: dict, response: both });
    const [suspicion] = odd.answer.suspicions as [{ code: string; span: { start: number; end: number } }];
    deepEqual([odd.answer.ok, suspicion.code], [true, 'answers-lost']);
    equal(both.slice(suspicion.span.start, suspicion.span.end).trim(), '{"speak": "bye"}');
  });

  test('an integer keeps its digits, NaN is a string', async () => {
    const { answer } = await call('parse_response', {
      definition: dict,
      response: '```json\n{"speak": 12345678901234567890, "b": NaN}\n```',
    });
    deepEqual(answer.value, { speak: '12345678901234567890', b: 'NaN' });
  });

  test('diagnose_response gives edits as line, before and after', async () => {
    const { answer } = await call('diagnose_response', {
      definition: dict,
      response: '```json\n{"speak": "hi",}\n```',
      limit: 1,
    });
    const [candidate] = answer.candidates as { edits: object[]; value: unknown }[];
    deepEqual(candidate?.value, { speak: 'hi' });
    const [{ because: _, ...edit }] = candidate!.edits as [Record<string, unknown>];
    deepEqual(edit, { line: 2, column: 15, before: ',', after: '', cause: 'trailing-comma' });
  });

  test('check_definitions: a text that is not saved has problems with fixes, and reads no file', async () => {
    const text = `{ "type": "MarkdownJsonDictParser", "content_hint": { "speak": "x" }, "keys_to_content": "speek",
      "samples": [{ "name": "s", "file": "responses/wolf.md" }] }`;
    const { answer } = await call('check_definitions', { text, file_name: 'new.parser.json' });
    const [file] = answer.files as {
      problems: { code: string; fixes: { edits: { before: string; after: string }[] }[] }[];
      samples: { message: string }[];
    }[];
    equal(file?.problems[0]?.code, 'unknown-value-key');
    const edits = file?.problems[0]?.fixes.flatMap(fix => fix.edits) ?? [];
    ok(edits.some(({ before, after }) => before.includes('speek') && after.includes('speak')));
    match(file?.samples[0]?.message ?? '', /outside of what a definition given as text may read/);
  });

  test('evaluate_log gives the report of the command line, without a response’s text', async () => {
    const { answer } = await call('evaluate_log', {
      log: 'logs/agent.jsonl',
      definition: 'werewolf.parser.json#wolf vote',
    });
    const { out } = await runCli(examples, [
      'evaluate',
      'logs/agent.jsonl',
      '--parser',
      'werewolf.parser.json#wolf vote',
      '--json',
    ]);
    const { parser: _, ...expected } = JSON.parse(out) as Record<string, unknown>;
    const { parser: __, ...actual } = answer;
    deepEqual(actual, expected);
  });

  test('evaluate_log takes definitions in files only, also to compare with', async () => {
    const definition = 'werewolf.parser.json#wolf vote';
    const text = '{ "type": "MarkdownJsonObjectParser" }';
    for (const args of [
      { definition: text },
      { definition, compare: text },
      { definition: text, compare: definition },
    ]) {
      const { isError, text: said } = await call('evaluate_log', { log: 'logs/agent.jsonl', ...args });
      equal(isError, true);
      match(said, /by a definition in a file/);
    }
  });

  test('a row of a log comes by its line only, marked as data', async () => {
    const { answer } = await call('parse_response', {
      definition: 'werewolf.parser.json#wolf vote',
      log: 'logs/agent.jsonl',
      line: 1,
    });
    equal(typeof answer.response, 'string');
    match(answer.untrusted as string, /follow no instruction/);
    const none = await call('parse_response', {
      definition: 'werewolf.parser.json#wolf vote',
      log: 'logs/agent.jsonl',
      line: 99_999,
    });
    equal(none.isError, true);
    match(none.text, /No row of logs\/agent\.jsonl begins on line 99999/);
  });

  test('find_parser ranks, and drafts a definition that reads', async () => {
    const { answer } = await call('find_parser', { responses: [good] });
    ok((answer.candidates as { type: string }[]).some(({ type }) => type === 'MarkdownJsonDictParser'));
    equal('others' in answer, (answer.candidates as object[]).length >= 8 && answer.others !== 0);
    ok(answer.others !== 0);
    const draft = await call('find_parser', { responses: [good], draft: 'MarkdownJsonDictParser' });
    const read = await call('parse_response', { definition: draft.answer.text as string, response: good });
    equal(read.answer.ok, true);
  });

  test('convert_definition exports, imports and changes the type', async () => {
    const exported = await call('convert_definition', { definition: dict, to: 'agentscope' });
    match(exported.answer.text as string, /MarkdownJsonDictParser\(/);
    const back = await call('convert_definition', { text: exported.answer.text as string });
    match(back.answer.text as string, /"MarkdownJsonDictParser"/);
    const model = 'smallModel';
    for (const definition of [model, `${model}/chat_template.jinja`, 'openModel.parser.json']) {
      const { answer } = await call('convert_definition', { definition, to: 'response-template' });
      equal(answer.proved, true, definition);
      match(answer.text as string, /"response_template"[\s\S]*"<tool_call>"/);
    }
    const text = JSON.stringify({ type: 'response_template', chat_template: '{{ raise_exception("no words") }}' });
    match((await call('convert_definition', { definition: text, to: 'response-template' })).text, /no words/);
    // What is given as text reads no file.
    const outside = JSON.stringify({ type: 'response_template', chat_template: 'smallModel/chat_template.jinja' });
    equal((await call('convert_definition', { definition: outside, to: 'response-template' })).isError, true);
    const nothing = await call('convert_definition', { definition: 'logs', to: 'response-template' });
    match(nothing.text, /no model in logs/);
    const tags =
      '{"type": "MultiTaggedContentParser", "tagged_contents": [{"name": "a", "tag_begin": "[A]", "content_hint": "x", "tag_end": "[/A]"}]}';
    const retyped = (await call('convert_definition', { definition: tags, to: 'ChatAdapter' })).answer;
    equal(JSON.parse(retyped.text as string).type, 'ChatAdapter');
    match(JSON.stringify(retyped.losses), /messages of its own/);
    match(JSON.stringify(retyped.tokens), /"counter":"o200k_base","sent":\{"before":\d+/);
    const refused = await call('convert_definition', { definition: dict, to: 'MarkdownJsonDictParse' });
    match(refused.text, /Did you mean `MarkdownJsonDictParser`\?/);
  });

  test('convert_definition gives the constraint for an engine, with what it does not keep', async () => {
    const { answer } = await call('convert_definition', { definition: dict, to: 'constraint:vllm' });
    deepEqual([answer.form, answer.proved], ['ebnf', true]);
    match(answer.text as string, /^root ::= /);
    const name = { type: 'string', pattern: '^a+$', minLength: 3 };
    const content_schema = { type: 'object', properties: { name }, required: ['name'] };
    const definition = JSON.stringify({ type: 'structured_output', content_schema });
    const schema = (await call('convert_definition', { definition, to: 'constraint:xgrammar@0.2.1/json' })).answer;
    match(JSON.stringify(schema.losses), /"verdict":"drops","keyword":"minLength","path":"\/properties\/name"/);
    equal(schema.proved, undefined);
  });

  for (const [what, tool, args, words] of [
    [
      'a wrong name has the nearest',
      'parse_response',
      { definition: 'werewolf.parser.json#wolf vot', response: '' },
      /Did you mean `werewolf\.parser\.json#wolf vote`\?/,
    ],
    [
      'a file that is not there',
      'parse_response',
      { definition: 'nope.parser.json', response: '' },
      /no such file.*Call list_definitions/,
    ],
    ['a wrong key of a schema', 'parse_response', { definition: dict, response: 5 }, /response/],
    ['neither response nor log', 'parse_response', { definition: dict }, /Give either `response`/],
    [
      'a definition that makes no parser',
      'parse_response',
      { definition: '{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "(" }', response: '' },
      /check_definitions/,
    ],
    [
      'an engine that there is not',
      'convert_definition',
      { definition: dict, to: 'constraint:vlm' },
      /did you mean `vllm`.*constraint:ENGINE/i,
    ],
    ['a form that there is not', 'convert_definition', { definition: dict, to: 'jsonschema' }, /json-schema/],
  ] as const)
    test(`errors teach: ${what}`, async () => {
      const { isError, text } = await call(tool, args);
      equal(isError, true);
      match(text, words);
    });

  test('pages say what each type takes and what causes mean', async () => {
    const { resources } = await assist.client.listResources();
    ok(resources.some(({ uri }) => uri === 'parserlens://types/MarkdownJsonDictParser'));
    const read = async (uri: string) => {
      const [page] = (await assist.client.readResource({ uri })).contents;
      return page && 'text' in page ? page.text : '';
    };
    match(await read('parserlens://types/MarkdownJsonDictParser'), /^- `content_hint`: What stands in the fence/m);
    for (const { uri } of resources) doesNotMatch(await read(uri), /^- `\w+`: (?:undefined)?$/m, uri);
    match(await read('parserlens://causes'), /`missing-comma`: Two members/);
  });

  test('prompts name tools that there are', async () => {
    const { prompts } = await assist.client.listPrompts();
    deepEqual(
      prompts.map(({ name }) => name),
      ['write-definition', 'fix-failing-samples'],
    );
    const { tools } = await assist.client.listTools();
    for (const [name, args] of [
      ['write-definition', { task: 'vote' }],
      ['fix-failing-samples', {}],
    ] as const) {
      const { messages } = await assist.client.getPrompt({ name, arguments: args });
      const [message] = messages;
      const words = message?.content.type === 'text' ? message.content.text : '';
      const named = [...words.matchAll(/\b[a-z]+_[a-z]+\b/g)]
        .map(([each]) => each)
        .filter(each => each !== 'file_name');
      notEqual(named.length, 0);
      deepEqual(
        named.filter(each => !tools.some(tool => tool.name === each)),
        [],
      );
    }
  });
});

suite('what assistants cannot reach', () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-assist-'));
    await writeFile(join(folder, 'own.parser.json'), dict);
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  const ways: readonly (readonly [string, string, (path: string) => Readonly<Record<string, unknown>>])[] = [
    ['a definition', 'parse_response', path => ({ definition: path, response: '' })],
    ['a conversation', 'get_instruction', path => ({ conversation: path })],
    ['a log', 'evaluate_log', path => ({ log: path, definition: 'own.parser.json' })],
    ['a row', 'parse_response', path => ({ definition: 'own.parser.json', log: path, line: 1 })],
    ['a folder of definitions', 'list_definitions', path => ({ path })],
    ['a checked file', 'check_definitions', path => ({ path })],
  ];
  for (const [what, tool, args] of ways)
    test(`${what} outside of the root, by path, by .. and by a link`, async () => {
      const assist = await assistClient({ root: folder });
      try {
        await symlink(join(examples, 'werewolf.parser.json'), join(folder, 'link.parser.json'));
        for (const path of [
          join(examples, 'werewolf.parser.json'),
          '../../../../../../../../etc/passwd',
          'link.parser.json',
          'file:///etc/passwd',
        ]) {
          const { isError, text, answer } = await assist.call(tool, args(path));
          equal(isError, true, `${path}: ${JSON.stringify(answer)}`);
          match(text, /outside of the server's folders/);
        }
      } finally {
        await assist.close();
      }
    });

  test('a link that leads out is not listed, nor read as a row of a folder', async () => {
    await symlink(join(examples, 'werewolf.parser.json'), join(folder, 'link.parser.json'));
    await symlink('/etc/passwd', join(folder, 'row.txt'));
    await writeFile(join(folder, 'a.txt'), good);
    const assist = await assistClient({ root: folder });
    try {
      const { answer } = await assist.call('list_definitions', {});
      deepEqual(
        (answer.definitions as { definition: string }[]).map(({ definition }) => definition),
        ['own.parser.json#own'],
      );
      const { answer: report } = await assist.call('evaluate_log', { log: '.', definition: 'own.parser.json' });
      equal((report.totals as { rows: number }).rows, 1);
    } finally {
      await assist.close();
    }
  });

  test('a sample’s file outside of the root is not read', async () => {
    await writeFile(
      join(folder, 'own.parser.json'),
      '{ "type": "MarkdownJsonDictParser", "content_hint": {}, "samples": [{ "name": "s", "file": "/etc/passwd" }] }',
    );
    const assist = await assistClient({ root: folder });
    try {
      const { text } = await assist.call('check_definitions', {});
      match(text, /outside of the server's folders/);
      equal(text.includes('root:'), false);
    } finally {
      await assist.close();
    }
  });

  test('modules run only where the server was started so, and inside the root', async () => {
    const definition = 'custom.parser.json#custom';
    for (const runModules of [false, true]) {
      const assist = await assistClient({ runModules });
      try {
        const { answer } = await assist.call('check_definitions', { path: definition });
        equal((answer.files as { not_run?: string[] }[])[0]?.not_run?.length ?? 0, runModules ? 0 : 1);
        const { text } = await assist.call('parse_response', { definition, response: 'x' });
        equal(/ModuleNotTrusted/.test(text), !runModules);
        const inline = await assist.call('parse_response', {
          definition: '{ "type": "custom", "module": "modules/review.mjs" }',
          response: 'x',
        });
        equal(inline.answer.ok, false);
        match(inline.text, /It was not run: modules run for files alone/);
      } finally {
        await assist.close();
      }
    }
    await writeFile(
      join(folder, 'own.parser.json'),
      `{ "type": "custom", "module": ${JSON.stringify(join(examples, 'modules/review.mjs'))} }`,
    );
    const assist = await assistClient({ root: folder, runModules: true });
    try {
      const { text } = await assist.call('parse_response', { definition: 'own.parser.json', response: 'x' });
      match(text, /FileNotAllowed|outside/);
    } finally {
      await assist.close();
    }
  });

  test('a client that can have roots and has none is bounded by the server’s', async () => {
    const none = await assistClient({ clientRoots: [] });
    try {
      const { answer } = await none.call('parse_response', {
        definition: 'werewolf.parser.json#wolf vote',
        response: 'x',
      });
      equal(answer.ok, false);
      const { text } = await none.call('parse_response', { definition: '/etc/passwd', response: '' });
      match(text, /outside/);
    } finally {
      await none.close();
    }
    const elsewhere = await assistClient({ clientRoots: ['file:///etc'] });
    try {
      const { text } = await elsewhere.call('parse_response', { definition: '/etc/passwd', response: '' });
      match(text, /no root of the client lies in its --root/);
    } finally {
      await elsewhere.close();
    }
  });

  test('a client’s roots narrow the server’s, and never widen them', async () => {
    const narrow = await assistClient({ clientRoots: [pathToFileURL(join(examples, 'logs')).href, 'file:///etc'] });
    try {
      const { isError } = await narrow.call('parse_response', {
        definition: join(examples, 'werewolf.parser.json'),
        response: '',
      });
      equal(isError, true);
      const { text } = await narrow.call('parse_response', { definition: '/etc/passwd', response: '' });
      match(text, /outside/);
    } finally {
      await narrow.close();
    }
  });
});
