import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from '../runCli.ts';

const user = { name: 'Ann', role: 'user', content: 'Look.' };
const call = { name: 'Friday', role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: {} }] };
const result = {
  name: 'system',
  role: 'system',
  content: [{ type: 'tool_result', id: 'c1', name: 'look', output: 'here' }],
};
const whole = (messages: readonly unknown[], more: object = {}) =>
  JSON.stringify({ formatter: 'OpenAIChatFormatter', ...more, messages }, null, 2);

const long = (limit: number) =>
  whole([{ ...user, content: 'x'.repeat(300) }, { ...call, content: 'Hi' }, user], {
    formatter: 'AnthropicChatFormatter',
    token_counter: { type: 'CharTokenCounter' },
    max_tokens: limit,
  });

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'conversations-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

suite('conversations on the command line', () => {
  for (const [what, files, args, expected] of [
    [
      'a sound one',
      { 'a.messages.json': whole([user, call, result]) },
      'a.messages.json',
      { code: 0, out: /1 conversation, 0 samples/ },
    ],
    [
      'a call without its result',
      { 'a.messages.json': whole([user, call]) },
      'a.messages.json',
      { code: 1, out: /a\.messages\.json:\d+:\d+: error: The tool call `c1` has no result\. \[call-without-result\]/ },
    ],
    [
      'one below a folder',
      { 'x/y/a.messages.json': whole([user, result, user]) },
      '.',
      { code: 1, out: /x\/y\/a\.messages\.json:\d+:\d+: error: No tool call/ },
    ],
    [
      'a provider that does not mind',
      { 'a.messages.json': whole([user, call], { formatter: 'OllamaChatFormatter' }) },
      '.',
      { code: 0, out: /warning: The tool call `c1`/ },
    ],
    [
      'lines',
      { 'a.messages.jsonl': [user, call, result].map(each => JSON.stringify(each)).join('\n') },
      '.',
      { code: 0, out: /1 conversation/ },
    ],
    [
      'a severity of the user’s',
      { 'a.messages.json': whole([user, call]) },
      '. --severity call-without-result=off',
      { code: 0, out: /1 conversation/ },
    ],
    [
      'texts in many languages, found',
      { 'de.messages.json': '{"hello": "Hallo"}' },
      '. --allow-empty',
      { code: 0, out: /^0 definitions, 0 samples/ },
    ],
    [
      'the same, named',
      { 'de.messages.json': '{"hello": "Hallo"}' },
      'de.messages.json',
      { code: 1, out: /no list of messages\. \[not-a-conversation\]/ },
    ],
    [
      'what the formatter raises',
      {
        'a.messages.json': whole([
          user,
          { ...user, content: [{ type: 'audio', source: { type: 'base64', media_type: 'audio/ogg', data: 'YQ==' } }] },
        ]),
      },
      '.',
      { code: 1, out: /error: TypeError: .*\[format-error\]/ },
    ],
    [
      'a parser that is not there',
      { 'a.messages.json': whole([user], { parser: 'no.parser.json' }) },
      '.',
      { code: 1, out: /\[missing-file\]/ },
    ],
    [
      'media that would be fetched',
      {
        'a.messages.json': whole(
          [{ ...user, content: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }] }],
          { formatter: 'OllamaChatFormatter' },
        ),
      },
      '.',
      { code: 0, out: /1 conversation, 0 samples: 0 passed\n$/ },
    ],
    [
      'what truncation leaves',
      { 'a.messages.json': long(250) },
      '.',
      { code: 1, out: /error: Anthropic wants the first message .* from role `user`\. \[wrong-order\]/ },
    ],
    ['what a larger limit leaves', { 'a.messages.json': long(900) }, '.', { code: 0, out: /1 conversation/ }],
  ] as const)
    test(`check: ${what}`, async () => {
      const { code, out, err } = await runCli(folderOf(files), `check ${args}`);
      assert.match(out, expected.out, err);
      assert.equal(code, expected.code);
    });

  test('check: the message that a problem is in', async () => {
    const folder = folderOf({ 'a.messages.json': whole([user, 3, call]) });
    const { out } = await runCli(folder, 'check . --reporter json');
    const { conversations, files } = JSON.parse(out);
    assert.equal(conversations, 1);
    assert.deepEqual(
      files[0].problems.map(({ code, index }: { code: string; index?: number }) => [code, index]),
      [
        ['not-a-conversation', 1],
        ['call-without-result', 2],
      ],
    );
  });

  test('check: a module of a conversation runs where the file is named', async () => {
    const module = 'export default { format: () => { throw new Error("no"); } };';
    const folder = folderOf({
      'a.messages.json': whole([user], { formatter: 'custom', module: 'm.mjs' }),
      'm.mjs': module,
    });
    const found = await runCli(folder, 'check .');
    assert.equal(found.code, 0);
    assert.match(found.err, /^Skipped a\.messages\.json: modules run only/);
    const { code, out } = await runCli(folder, 'check a.messages.json');
    assert.match(out, /format-error/);
    assert.equal(code, 1);
  });

  test('a counter whose template wants text says so, at its place, whoever asks', async () => {
    const counter = { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: 'deepseek-ai/DeepSeek-V3' };
    const given = (formatter: string) => whole([user], { formatter, token_counter: counter, max_tokens: 30 });
    const folder = folderOf({
      'a.messages.json': given('OpenAIChatFormatter'),
      'b.messages.json': given('DeepSeekChatFormatter'),
    });
    const words =
      /error: The token counter raises TypeError: can only concatenate str \(not "list"\) to str\. OpenAIChatFormatter sends contents as lists of parts, and the chat template that is counted with wants text/;
    const checked = await runCli(folder, 'check a.messages.json');
    assert.match(checked.out, words);
    assert.equal(checked.code, 1);
    assert.match((await runCli(folder, 'format a.messages.json')).err, words);
    assert.equal((await runCli(folder, 'check b.messages.json')).code, 0);
  });

  test('format: problems in JSON and on standard error, whatever the formatter', async () => {
    const folder = folderOf({ 'a.messages.json': whole([user, call]) });
    const { code, out, err } = await runCli(folder, 'format a.messages.json --json');
    assert.equal(code, 0);
    const [{ message, line, column, ...rest }] = JSON.parse(out).problems;
    assert.deepEqual(rest, { code: 'call-without-result', severity: 'error', index: 1 });
    assert.equal(err, `a.messages.json:${line}:${column}: error: ${message}\n`);
    const unnamed = folderOf({ 'a.messages.json': JSON.stringify([user, result]) });
    const failed = await runCli(unnamed, 'format a.messages.json --json');
    assert.equal(failed.code, 1);
    assert.deepEqual(
      JSON.parse(failed.out).problems.map(({ code, index }: { code: string; index: number }) => [code, index]),
      [['result-without-call', 1]],
    );
  });

  test('format: problems of each line', async () => {
    const lines = [whole([user]), whole([user, call])].map(each => JSON.stringify(JSON.parse(each))).join('\n');
    const { out } = await runCli(folderOf({}), 'format - --jsonl', lines);
    const found = out
      .trim()
      .split('\n')
      .map(each => JSON.parse(each).problems);
    assert.deepEqual(found[0], []);
    assert.deepEqual([found[1][0].code, found[1][0].index, found[1][0].line], ['call-without-result', 1, 2]);
  });
});
