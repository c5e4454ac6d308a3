import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AssistClient, assistClient } from './assistClient.ts';

const dict = { type: 'MarkdownJsonDictParser', content_hint: { speak: 'x' }, keys_to_content: 'speak' };
const good = '```json\n{"speak": "hi"}\n```';
const parsers = {
  one: {
    ...dict,
    samples: [
      { text: good, expect: { value: { speak: 'hi' } } },
      { text: 'no', expect: { value: {} } },
    ],
  },
  two: { type: 'MarkdownJsonObjectParser', content_hint: 'y', nothing: 1 },
  bad: { type: 'RegexTaggedContentParser', tagged_content_pattern: '(' },
};
const files: Readonly<Record<string, string>> = {
  'a.parser.json': JSON.stringify({ parsers }, null, 1),
  'b.parser.json': '{',
  'c.parser.json': '{ "parsers": {} }',
  'c.messages.json': '{ "messages": 3 }',
  'e.messages.json': JSON.stringify({
    formatter: 'OpenAIChatFormatter',
    messages: ['user', 'nobody'].map(role => ({ role, name: 'A', content: 'hi' })),
  }),
  'l.jsonl': [good, 'no'].map((response, i) => `${JSON.stringify({ id: `r${i}`, response })}\n`).join(''),
};
const one = 'a.parser.json#one';
const tags = JSON.stringify({
  type: 'MultiTaggedContentParser',
  tagged_contents: [{ name: 'a', tag_begin: '[A]', content_hint: 'x', tag_end: '[/A]' }],
});

suite('what tools for assistants answer', () => {
  let root: string;
  let client: AssistClient;
  suiteSetup(async () => {
    root = await mkdtemp(join(tmpdir(), 'parserlens-answers-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
    client = await assistClient({ root });
  });
  suiteTeardown(async () => {
    await client.close();
    await rm(root, { recursive: true });
  });

  test('list_definitions: samples, problems of the file, and what cannot be read', async () => {
    const inFile = { errors_in_file: 1, warnings_in_file: 1 };
    const row = (name: keyof typeof parsers, samples = 0, passed = 0) => ({
      definition: `a.parser.json#${name}`,
      type: parsers[name].type,
      samples,
      passed,
      ...inFile,
    });
    const { answer } = await client.call('list_definitions', {});
    deepEqual(answer, {
      definitions: [{ ...row('one', 2, 1), keys: ['speak'] }, row('two'), row('bad')],
      unreadable: [
        { file: 'b.parser.json', problem: '1:1: The object is not closed: `}` is expected here.' },
        {
          file: 'c.parser.json',
          problem:
            '1:14: `parsers` is empty: the file defines nothing yet. Each member is a definition under its name.',
        },
      ],
    });
  });

  test('get_instruction: each part with its place, the type’s own words left out', async () => {
    const { answer } = await client.call('get_instruction', { definition: one });
    const { parts, instruction, ...rest } = answer as {
      parts: { line: number; column: number; text: string }[];
    } & Record<string, unknown>;
    deepEqual(rest, { tokens: 25, counter: 'o200k_base' });
    match(String(instruction), /as follows:\n```json\n\{"speak": "x"\}\n```$/);
    deepEqual(
      parts.map(({ line, column, text }) => `${line}:${column} ${text}`),
      ['5:20 {', '6:5 "speak"', '5:20 : ', '6:14 "x"', '5:20 }'],
    );
  });

  test('get_instruction of a conversation that cannot be sent: why, and where', async () => {
    const { answer } = await client.call('get_instruction', { conversation: 'e.messages.json' });
    const problems = answer.problems as { code: string; line: number; column: number; index: number }[];
    deepEqual(
      problems.map(({ code, line, column, index }) => `${code} ${line}:${column} ${index}`),
      ['format-error 1:90 1', 'unknown-role 1:98 1'],
    );
    deepEqual([answer.error, answer.payload], [{ class: 'AssertionError', message: '' }, undefined]);
  });

  test('check_definitions: what is wrong of problems and samples, by file', async () => {
    const { answer } = await client.call('check_definitions', { path: 'a.parser.json' });
    const { files: checked, ...totals } = answer as { files: Record<string, unknown>[] } & Record<string, unknown>;
    deepEqual(totals, { ok: false, samples: 2, failed: 1, errors: 1 });
    const [{ problems, samples, ...file } = {}, ...others] = checked;
    deepEqual(
      [file, others],
      [
        {
          file: 'a.parser.json',
          definitions: Object.entries(parsers).map(([name, { type }]) => `${name} (${type})`),
          passed: 1,
        },
        [],
      ],
    );
    deepEqual(
      (problems as { code: string; severity: string; line: number }[]).map(({ code, severity }) => [code, severity]),
      [
        ['unknown-key', 'warning'],
        ['missing-group', 'error'],
      ],
    );
    const [{ message, differences, line: _, column: __, ...sample } = {}] = samples as Record<string, unknown>[];
    deepEqual(sample, { definition: 'one', name: 'sample 2', verdict: 'fail' });
    match(String(message), /^The response does not parse\. JsonParsingError: /);
    equal((differences as { expected: string }[])[0]?.expected, '{}');
  });

  test('find_parser: the workspace’s own by file and name, twelve at most; a draft says what it does not read', async () => {
    const { answer } = await client.call('find_parser', { responses: [good, good] });
    const candidates = answer.candidates as Record<string, unknown>[];
    deepEqual(candidates[0], {
      definition: one,
      type: dict.type,
      read: 2,
      of: 2,
      score: 1,
      why: 'Reads all of 2 responses; asks for what stands in it',
    });
    deepEqual([candidates.length, Object.keys(candidates[1]!)], [12, ['type', 'read', 'of', 'score', 'why']]);
    equal(typeof answer.others, 'number');
    const draft = (await client.call('find_parser', { responses: [good, 'x'], draft: dict.type })).answer;
    deepEqual(
      (draft.unread as { index: number }[]).map(({ index }) => index),
      [1],
    );
    equal('unread' in (await client.call('find_parser', { responses: [good], draft: dict.type })).answer, false);
  });

  test('convert_definition of a source: what of it is unknown, at its place', async () => {
    const { answer } = await client.call('convert_definition', {
      text: 'x = MarkdownJsonDictParser(\n  content_hint=y)',
    });
    deepEqual(answer, {
      text: '{\n  "type": "MarkdownJsonDictParser"\n}\n',
      problems: [
        { severity: 'warning', message: '`y` comes from elsewhere; only this text is read.', line: 2, column: 16 },
      ],
    });
  });

  test('diagnose_response of what reads, and of what reads when it is mended', async () => {
    const of = async (response: string) =>
      (await client.call('diagnose_response', { definition: one, response })).answer;
    const read = { value: { speak: 'hi' }, lossy: false };
    deepEqual(await of(good), { ok: true, candidates: [{ ...read, confidence: 1, causes: [], edits: [] }] });
    const { ok, cause, candidates } = await of(good.replace('}', ',}'));
    deepEqual([ok, cause, (candidates as object[]).length], [false, 'trailing-comma', 1]);
  });

  for (const [tool, args, words] of [
    ['get_instruction', {}, /^Give either `definition` or `conversation`\.$/],
    ['get_instruction', { definition: one, conversation: 'e.messages.json' }, /^Give either/],
    [
      'get_instruction',
      { definition: 'a.parser.json#bad' },
      /^a\.parser\.json#bad \(31:3\) makes no parser: Assertion/,
    ],
    ['get_instruction', { conversation: 'c.messages.json' }, /^c\.messages\.json:1:15: `messages` must be a list/],
    ['find_parser', { responses: [good], draft: 'MarkdownJsonDictPars' }, /Did you mean `MarkdownJsonDictParser`\?$/],
    [
      'find_parser',
      { responses: [good], draft: 'zzzzzzzzzzzz' },
      /Call find_parser without `draft` for those that fit/,
    ],
    [
      'find_parser',
      { responses: ['x'], draft: 'MultiTaggedContentParser' },
      /^No MultiTaggedContentParser can be drafted/,
    ],
    ['convert_definition', {}, /^Give either `definition` with `to`, or `text`\.$/],
    ['convert_definition', { definition: one, text: 'x' }, /^Give either `definition` with `to`, or `text`\.$/],
    [
      'convert_definition',
      { definition: one },
      /^`to` is missing\. Forms: agentscope, .*anthropic-tools, constraint:ENGINE\.$/,
    ],
    [
      'convert_definition',
      { definition: one, to: 'zzzzzzzzzzzz' },
      /^There is no form or type `zzzzzzzzzzzz`\. Forms: /,
    ],
    [
      'convert_definition',
      { definition: one, to: 'StrOutputParser' },
      /no conversion to StrOutputParser\. .*Call find_parser|can become/,
    ],
    [
      'convert_definition',
      { definition: tags, to: 'StrOutputParser' },
      /no conversion to StrOutputParser\. It can become: .*ChatAdapter/,
    ],
    ['convert_definition', { text: 'x', from: 'nothing' }, /^There is no form `nothing`\. Forms: python, /],
    ['parse_response', { definition: one, log: 'l.jsonl', line: 1, response: 'x' }, /^Give either `response`/],
    ['parse_response', { definition: one, log: 'l.jsonl' }, /^With `log`, `line` is needed\./],
  ] as const)
    test(`${tool} ${JSON.stringify(args)} is refused in words`, async () => {
      const { isError, text } = await client.call(tool, args);
      equal(isError, true);
      match(text, words);
    });
});
