import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../providers/modelServer.ts';
import { runCli } from './runCli.ts';

const definitions = {
  parsers: {
    dict: { type: 'MarkdownJsonDictParser', content_hint: { vote: 'a name' } },
    thoughts: { type: 'thought_action' },
    langroid: {
      type: 'ToolMessage',
      tools: [{ request: 'find', schema: { properties: { word: { type: 'string' } }, required: ['word'] } }],
    },
    shell: { type: 'mini_swe_agent', mode: 'actions_text', system_template: 'S', instance_template: '{{task}}' },
    calls: {
      type: 'mini_swe_agent',
      mode: 'actions_toolcall_response',
      system_template: 'S',
      instance_template: '{{task}}',
    },
    date: { type: 'DatetimeOutputParser' },
    own: { type: 'custom', module: 'own.mjs' },
  },
};

/** A parser of the author's own that tells the model what it lacks, and of one answer nothing. */
const module = `export const formatInstruction = 'Say the wolf.';
export function parse(text) {
  if (text.startsWith('wolf')) return text;
  if (text.startsWith('mute')) throw new RangeError('nothing to say');
  throw Object.assign(new TypeError('no wolf'), { feedback: 'Not a wolf: ' + text });
}
`;

suite('run: each framework in its own way', () => {
  let server: ModelServer;
  let folder: string;
  setup(async () => {
    server = await startModelServer((response, _, n) => sendEvents(response, openAiEvents(`nothing ${'abc'[n]}`)));
    folder = await mkdtemp(join(tmpdir(), 'run-'));
    await writeFile(join(folder, 'a.parser.json'), JSON.stringify(definitions));
    await writeFile(join(folder, 'own.mjs'), module);
  });
  teardown(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const run = (name: string, ...more: readonly string[]) => {
    const args = ['run', `a.parser.json#${name}`, '--task', 'Do it.', '--model', `${server.url}/v1#m`];
    return runCli(folder, [...args, '--out', 'o.responses.jsonl', '--json', ...more]);
  };
  const lines = async () =>
    (await readFile(join(folder, 'o.responses.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
  /** The messages of a request, each as `role: beginning of its text`. */
  const said = (n: number) => {
    const messages = server.seen[n]?.body.messages as { role: string; content: { text: string }[] }[];
    return messages.map(({ role, content }) => `${role}: ${content.map(({ text }) => text).join('')}`);
  };

  for (const [name, third] of [
    // AgentScope's ReActAgent: answers and errors pile up before the instruction.
    [
      'dict',
      [
        /^user: Do it/,
        /^assistant: nothing a$/,
        /^system: JsonParsingError: /,
        /^assistant: nothing b$/,
        /^system: JsonParsingError: /,
        /^system: Respond a JSON/,
      ],
    ],
    // SWE-agent: the latest failure alone.
    [
      'thoughts',
      [/^system: bash:/, /^user: Do it/, /^assistant: nothing b$/, /^user: Your output was not formatted correctly/],
    ],
    // Langroid: the answer, and what its agent says of it, turn by turn.
    [
      'langroid',
      [
        /^system: /,
        /^user: Do it/,
        /^assistant: \{"request": "find"\}$/,
        /^user: \s+There were one or more errors/,
        /^assistant: \{"request": "find"\}$/,
        /^user: \s+There were one or more errors/,
      ],
    ],
    // mini-swe-agent: its errors alone, never the answers.
    ['shell', [/^system: S$/, /^user: Do it/, /^user: /, /^user: /]],
    // A module of the author's own: the answers, and the `feedback` of what it throws, before the instruction.
    [
      'own',
      [
        /^user: Do it/,
        /^assistant: nothing a$/,
        /^user: Not a wolf: nothing a$/,
        /^assistant: nothing b$/,
        /^user: Not a wolf: nothing b$/,
        /^system: Say the wolf\.$/,
      ],
    ],
    // LangChain's OutputFixingParser: a prompt of its own, about the latest answer.
    ['date', [/^user: Instructions:[\s\S]*Completion:\n-+\nnothing b\n/]],
  ] as const)
    test(`${name}: what follows two answers that do not read`, async () => {
      if (name === 'langroid') server.behave = response => sendEvents(response, openAiEvents('{"request": "find"}'));
      const { err } = await run(name, '--retries', '2');
      assert.equal(err, '');
      assert.equal(server.seen.length, 3);
      const messages = said(2);
      assert.equal(messages.length, third.length, messages.join('\n'));
      for (const [i, pattern] of third.entries()) assert.match(messages[i]!, pattern);
      assert.deepEqual(
        (await lines()).map(({ id, retry }) => `${id} ${retry}`),
        ['m/1 0', 'm/1 1', 'm/1 2'],
      );
    });

  test('a module of the author’s own: asked until it reads, and not where it throws without feedback', async () => {
    const answers = ['nothing', 'wolf', 'mute'];
    server.behave = (response, _, n) => sendEvents(response, openAiEvents(answers[n]!));
    const { code, out, err } = await run('own', '-n', '2', '--retries', '2', '--concurrency', '1');
    assert.deepEqual([code, err, server.seen.length], [0, '', 3]);
    const { read, withRetries } = JSON.parse(out) as { read: number; withRetries: { read: number } };
    assert.deepEqual([read, withRetries.read], [0, 1]);
    assert.deepEqual(
      (await lines()).map(({ id, retry, response }) => `${id} ${retry} ${response}`),
      ['m/1 0 nothing', 'm/1 1 wolf', 'm/2 0 mute'],
    );
  });

  test('mini-swe-agent’s Responses mode asks the Responses API, and reads its calls', async () => {
    const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
    const item = { type: 'function_call', call_id: 'c1', name: 'bash', arguments: '' };
    const completed = { status: 'completed', usage: { input_tokens: 3, output_tokens: 4 } };
    const wrong = [
      event({ type: 'response.output_text.delta', output_index: 0, delta: 'I would rather talk.' }),
      event({ type: 'response.completed', response: completed }),
    ];
    const right = [
      event({ type: 'response.output_item.added', output_index: 0, item }),
      event({ type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"command":' }),
      event({ type: 'response.function_call_arguments.delta', output_index: 0, delta: '"ls"}' }),
      event({ type: 'response.completed', response: completed }),
    ];
    server.behave = (response, _, n) => sendEvents(response, n === 0 ? wrong : right);
    const { code, out } = await run('calls', '--retries', '1');
    assert.equal(code, 0);
    assert.equal(server.seen[0]?.path, '/v1/responses');
    const [tool] = server.seen[0]!.body.tools as Record<string, unknown>[];
    assert.deepEqual([tool?.type, tool?.name, tool?.function], ['function', 'bash', undefined]);
    const input = server.seen[1]!.body.input as { role: string; content: unknown }[];
    assert.deepEqual(
      input.map(({ role }) => role),
      ['system', 'user', 'user'],
    );
    assert.match(JSON.stringify(input[2]), /No tool calls found in the response/);
    const rows = await lines();
    assert.deepEqual(
      rows.map(({ response }) => (response as { output: unknown[] }).output),
      [
        [
          {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'I would rather talk.', annotations: [] }],
          },
        ],
        [{ type: 'function_call', call_id: 'c1', name: 'bash', arguments: '{"command":"ls"}' }],
      ],
    );
    // The log gives the same, read again and evaluated.
    const again = await runCli(folder, ['run', 'a.parser.json#calls', '--replay', 'o.responses.jsonl', '--json']);
    const { usage: _usage, models: _models, ...counts } = JSON.parse(out) as Record<string, unknown>;
    assert.deepEqual(JSON.parse(again.out), counts);
    assert.deepEqual([counts.read, (counts.withRetries as { read: number }).read], [0, 1]);
    const evaluated = await runCli(folder, [
      'evaluate',
      'o.responses.jsonl',
      '--parser',
      'a.parser.json#calls',
      '--json',
    ]);
    assert.equal(evaluated.code, 0, evaluated.err);
  });

  test('an answer that reached the limit of tokens is told of', async () => {
    server.behave = response =>
      sendEvents(
        response,
        openAiEvents('{"vote').map(event => event.replace('"finish_reason":"stop"', '"finish_reason":"length"')),
      );
    const args = [
      'run',
      'a.parser.json#dict',
      '--task',
      'T',
      '--model',
      `${server.url}/v1#m`,
      '--out',
      'o.responses.jsonl',
    ];
    const { out } = await runCli(folder, args);
    assert.match(out, /^0 of 1 answers were read.*\n1 answer was cut off at the limit of tokens\.\n/);
    assert.equal((await lines())[0]?.finish_reason, 'length');
  });

  test('an answer of another API is given the form that the definition reads', async () => {
    const message = {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'bash', arguments: { command: 'ls' } } }],
    };
    server.behave = response => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.end(`${JSON.stringify({ message, done: true, done_reason: 'stop' })}\n`);
    };
    const args = [
      'run',
      'a.parser.json#calls',
      '--task',
      'T',
      '--model',
      `ollama+${server.url}#m`,
      '--out',
      'o.responses.jsonl',
    ];
    const { code, out } = await runCli(folder, args);
    assert.equal(code, 0);
    assert.match(out, /^1 of 1 answers were read/);
    assert.equal(server.seen[0]?.path, '/api/chat');
  });
});
