import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenCounter } from '../../../../src/engine/index.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../../providers/modelServer.ts';
import { type CliOptions, runCli } from '../runCli.ts';

const key = 'sk-planted-secret-4711';
const vote = JSON.stringify({
  parsers: {
    vote: {
      type: 'MarkdownJsonDictParser',
      content_hint: { vote: 'a name' },
      required_keys: ['vote'],
      samples: [{ name: 'first', text: '```json\n{"vote": "Ann"}\n```', task: 'Who is the wolf?' }],
    },
    command: { type: 'thought_action' },
  },
});
const good = '```json\n{"vote": "Ann"}\n```';
const bad = '```json\n{"vote": Ann}\n```';

suite('run: a model is asked', () => {
  let server: ModelServer;
  let folder: string;
  setup(async () => {
    server = await startModelServer(response => sendEvents(response, openAiEvents(good)));
    folder = await mkdtemp(join(tmpdir(), 'run-'));
    await writeFile(join(folder, 'a.parser.json'), vote);
  });
  teardown(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const run = (args: readonly string[], options: CliOptions = {}) =>
    runCli(folder, ['run', 'a.parser.json#vote', ...args], '', options);
  const asking = (...more: readonly string[]) =>
    run(['--model', `${server.url}/v1#m`, '--out', 'o.responses.jsonl', ...more]);
  const lines = async () =>
    (await readFile(join(folder, 'o.responses.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
  const messagesOf = (n: number) => server.seen[n]?.body.messages as { role: string; content: { text: string }[] }[];
  const said = (n: number) =>
    messagesOf(n).map(({ role, content }) => [role, content.map(({ text }) => text).join('')]);

  test('numbers that are not numbers are told by their options', async () => {
    for (const [option, name] of [
      ['-n', '-n'],
      ['--retries', '--retries'],
      ['--concurrency', '--concurrency'],
      ['--timeout', '--timeout'],
    ] as const) {
      const { code, err } = await asking(option, 'x');
      assert.equal(code, 2, option);
      assert.match(err, new RegExp(`(^|\\s)${name} `), option);
    }
    for (const given of ['1.5', '1e1', '0x5', '-1', '0', '', '1234567890'])
      assert.equal((await asking(`--concurrency=${given}`)).code, 2, given);
    assert.equal(server.seen.length, 0);
  });

  test('the report names the members that answers had wrong, also when it is replayed', async () => {
    server.behave = response => sendEvents(response, openAiEvents('```json\n{"Vote": "Ann"}\n```'));
    const { out } = await asking('-n', '2');
    assert.match(out, /^0 of 2 answers were read[^\n]*\nkey-spelling \/vote 2\n/);
    const replayed = await run(['--replay', 'o.responses.jsonl']);
    assert.match(replayed.out, /\nkey-spelling \/vote 2\n/);
    const { violated } = JSON.parse((await run(['--replay', 'o.responses.jsonl', '--json'])).out);
    assert.deepEqual(violated, [{ cause: 'key-spelling', path: '/vote', count: 2 }]);
  });

  test('what an evaluation would not call ok is not read, also when it is replayed', async () => {
    server.behave = response =>
      sendEvents(response, openAiEvents(`${good}\nNo, better:\n${good.replace('Ann', 'Bo')}`));
    const asked = await asking('--min-rate', '1');
    assert.match(asked.out, /^0 of 1 answers were read/);
    assert.equal(asked.code, 1);
    assert.match((await run(['--replay', 'o.responses.jsonl'])).out, /^0 of 1 answers were read/);
    const { out } = await runCli(folder, ['evaluate', 'o.responses.jsonl', '--parser', 'a.parser.json#vote']);
    assert.match(out, / 0 ok · 1 suspicious · 0 errors /);
  });

  test('a log is replayed line by line: retries of one run together, what is no answer told, others left out', async () => {
    const rows = [
      { id: 1, retry: 0, response: bad },
      { id: 1, retry: 1, response: good },
      { id: 'b', response: bad, error: 'not told' },
      { response: good },
      { response: null, error: 'too busy' },
      { error: 'too busy' },
      { parser: 'command', response: bad },
      { parser: 'vote', response: good, finish_reason: 'length' },
    ];
    const text = [...rows.map(row => JSON.stringify(row)), '', '[1]', 'null', '{'].join('\n');
    await writeFile(join(folder, 'r.jsonl'), `${text}\n`);
    const { code, out, err } = await run(['--replay', 'r.jsonl', '--json']);
    const { runs, failed, failures, answered, read, withRetries } = JSON.parse(out);
    assert.deepEqual([code, runs, failed, answered, read], [0, 6, 2, 4, 2]);
    assert.deepEqual([withRetries.answered, withRetries.read], [4, 3]);
    assert.deepEqual(failures, [
      { message: 'too busy', count: 2 },
      { message: 'not told', count: 1 },
    ]);
    assert.deepEqual(err.split('\n'), [
      ...[10, 11, 12].map(line => `r.jsonl: line ${line} is not an answer of a run.`),
      'r.jsonl: 1 row is left out: the model was asked for another definition of the file.',
      '',
    ]);
  });

  test('what the framework would send is sent; the answer is a line of the log', async () => {
    const { code, out, err } = await asking();
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^1 of 1 answers were read: 100\.0 % \(95 % interval 20\.7 % to 100\.0 %\)\.\n12 tokens in, \d tokens out/,
    );
    assert.deepEqual(said(0)[0], ['user', 'Who is the wolf?']);
    assert.equal(said(0)[1]?.[0], 'system');
    assert.match(said(0)[1]?.[1] ?? '', /^Respond a JSON dictionary/);
    const [{ ms, request, ...line }] = (await lines()) as [Record<string, unknown>];
    assert.deepEqual(line, {
      id: 'm/first/1',
      parser: 'vote',
      model: 'm',
      retry: 0,
      attempts: 1,
      response: good,
      finish_reason: 'stop',
      usage: { prompt_tokens: 12, completion_tokens: 6, total_tokens: 18 },
    });
    assert.equal(typeof ms, 'number');
    assert.deepEqual(request, server.seen[0]?.body);
  });

  test('the framework’s own retry: AgentScope’s answer and error before the instruction; both rates', async () => {
    server.behave = (response, _, n) => sendEvents(response, openAiEvents(n === 0 ? bad : good));
    const { code, out } = await asking('--retries', '2', '--json');
    assert.equal(code, 0);
    const roles = said(1).map(([role]) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'system', 'system']);
    assert.equal(said(1)[1]?.[1], bad);
    assert.match(said(1)[2]?.[1] ?? '', /^JsonParsingError: /);
    assert.match(said(1)[3]?.[1] ?? '', /^Respond a JSON dictionary/);
    const report = JSON.parse(out) as {
      read: number;
      answered: number;
      withRetries: { read: number };
      models: [{ input: number; retries: object }];
    };
    assert.deepEqual([report.read, report.answered, report.withRetries.read], [0, 1, 1]);
    const told = createTokenCounter('OpenAITokenCounter:m', nodeHost).countText(said(1)[2]?.[1] ?? '');
    assert.deepEqual(report.models[0].retries, {
      requests: 1,
      feedback: await told,
      counter: 'OpenAITokenCounter:m',
      input: 12,
      output: 6,
    });
    assert.equal(report.models[0].input, 24);
    assert.deepEqual(
      (await lines()).map(({ id, retry }) => [id, retry]),
      [
        ['m/first/1', 0],
        ['m/first/1', 1],
      ],
    );
  });

  test('SWE-agent shows the latest failure only', async () => {
    server.behave = (response, _, n) => sendEvents(response, openAiEvents(`nothing ${n}`));
    await runCli(folder, [
      'run',
      'a.parser.json#command',
      '--task',
      'Fix it.',
      '--model',
      `${server.url}/v1#m`,
      '--out',
      'x.jsonl',
      '--retries',
      '2',
    ]);
    assert.equal(server.seen.length, 3);
    const roles = said(2).map(([role]) => role);
    assert.deepEqual(roles.slice(-2), ['assistant', 'user']);
    assert.equal(said(2).filter(([role]) => role === 'assistant').length, 1);
    assert.ok(said(2).some(([, text]) => text === 'nothing 1'));
    assert.ok(!said(2).some(([, text]) => text === 'nothing 0'));
  });

  test('a log is never overwritten, unless the user says so', async () => {
    await writeFile(join(folder, 'o.responses.jsonl'), 'mine');
    const { code, err } = await asking();
    assert.equal(code, 2);
    assert.match(err, /is there already\. Use --force/);
    assert.equal(server.seen.length, 0);
    assert.equal((await asking('--force')).code, 0);
    assert.equal((await lines()).length, 1);
  });

  test('100 runs under faults: every row is accounted for, and no more than four at once', async () => {
    let [now, most] = [0, 0];
    server.behave = async (response, _, n) => {
      most = Math.max(most, ++now);
      response.on('close', () => now--);
      await new Promise(done => setTimeout(done, 2));
      if (n % 10 === 3) response.writeHead(429, { 'retry-after': '0.01' }).end();
      else if (n % 20 === 5) response.destroy();
      else if (n % 50 === 7) sendEvents(response, ['data: garbage\n\n']);
      else sendEvents(response, openAiEvents(n % 4 === 0 ? bad : good));
    };
    const { code, out } = await asking('-n', '100', '--json');
    assert.equal(code, 0);
    assert.ok(most > 1 && most <= 4, String(most));
    const rows = await lines();
    assert.equal(new Set(rows.map(({ id }) => id)).size, 100);
    assert.equal(rows.length, 100);
    const report = JSON.parse(out) as { runs: number; failed: number; answered: number; read: number };
    const failed = rows.filter(({ error }) => error !== undefined);
    assert.ok(failed.length > 0 && failed.every(({ response }) => response === undefined));
    assert.deepEqual([report.runs, report.failed, report.answered], [100, failed.length, 100 - failed.length]);
    const attempts = rows.reduce((sum, row) => sum + Number(row.attempts), 0);
    assert.equal(attempts, server.seen.length);
    const replayed = await run(['--replay', 'o.responses.jsonl', '--json']);
    const { usage: _usage, models: _models, ...counts } = JSON.parse(out) as Record<string, unknown>;
    assert.deepEqual(JSON.parse(replayed.out), counts);
    assert.equal(server.seen.length, attempts);
  });

  test('our own count stands beside the reported one; prices are the user’s', async () => {
    const report = async (...args: string[]) => JSON.parse((await asking('--json', '--force', ...args)).out);
    const first = await report();
    const [{ own, ...model }] = first.models;
    assert.deepEqual([model.model, model.input, model.output], ['m', 12, 6]);
    assert.equal(model.cost, undefined);
    assert.equal(own.counter, 'OpenAITokenCounter:m');
    // The server says 12 whatever it is asked.
    assert.ok(own.input > 40);
    assert.deepEqual(model.miscounts[0], { side: 'input', own: own.input, reported: 12, counter: own.counter });
    const { out } = await asking('--force', '--tokens', 'CharTokenCounter', '--price', 'm=2.5/10', '--price', 'x=1/1');
    assert.match(
      out,
      /\n12 tokens in, 6 tokens out, as reported by the provider\.\n\d+ in, 27 out by CharTokenCounter\.\n/,
    );
    assert.match(
      out,
      /Warning: CharTokenCounter counts 27 tokens out, the provider 6: it is not this model's counter\./,
    );
    assert.match(out, /Costs 0\.00009 by the price that was given\./);
    for (const wrong of [
      ['--price', 'm=cheap'],
      ['--tokens', 'Abacus'],
    ])
      assert.equal((await asking('--force', ...wrong)).code, 2);
  });

  test('300 rows are written, and read back equal @slow', async () => {
    const words = (n: number) => `{"vote": "\u2028 ${n} \ud83d\ude00\ud83d"}\n`;
    server.behave = (response, _, n) => sendEvents(response, openAiEvents(words(n)));
    assert.equal((await asking('-n', '300', '--concurrency', '8', '--json')).code, 0);
    const rows = await lines();
    assert.equal(rows.length, 300);
    assert.deepEqual(
      rows.map(({ response }) => response).sort(),
      Array.from({ length: 300 }, (_, n) => words(n)).sort(),
    );
  });

  test('the share that is wanted', async () => {
    server.behave = response => sendEvents(response, openAiEvents(bad));
    assert.equal((await asking('--min-rate', '0.5')).code, 1);
    assert.equal((await run(['--replay', 'o.responses.jsonl', '--min-rate', '0'])).code, 0);
    assert.equal((await run(['--replay', 'o.responses.jsonl', '--min-rate', '100%'])).code, 1);
    server.behave = response => void response.writeHead(400).end('{"error":"no"}');
    const { code, out } = await asking('--force');
    assert.equal(code, 2);
    assert.match(out, /No answer came\.\n1 of 1 runs have no answer/);
    assert.match(String((await lines())[0]?.error), /answered 400 Bad Request: no/);
  });

  test('Ctrl+C keeps what came, and ends the server’s work within 200 ms', async () => {
    const cancel = new AbortController();
    let start = 0;
    server.behave = (response, _, n) => {
      if (n < 2) return sendEvents(response, openAiEvents(good));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(openAiEvents(good)[1]);
      start = performance.now();
      cancel.abort();
    };
    const args = ['--model', `${server.url}/v1#m`, '--out', 'o.responses.jsonl', '-n', '50', '--concurrency', '1'];
    const { code, err } = await run(args, { signal: cancel.signal });
    assert.ok(performance.now() - start < 2000);
    assert.equal(code, 130);
    assert.match(err, /Cancelled/);
    assert.equal((await lines()).length, 2);
    assert.equal(server.seen.length, 3);
    const deadline = Date.now() + 5000;
    while (server.abandoned.length === 0 && Date.now() < deadline) await new Promise(setImmediate);
    assert.equal(server.abandoned.length, 1);
  });

  test('the key is sent in a header and is in no file, no output, no error', async () => {
    server.behave = (response, { headers }, n) => {
      if (n === 0) sendEvents(response, openAiEvents(good));
      else response.writeHead(401).end(JSON.stringify({ error: { message: `bad key ${headers.authorization}` } }));
    };
    const args = ['--model', `${server.url}/v1#m`, '--out', 'o.responses.jsonl', '-n', '2', '--concurrency', '1'];
    const { out, err } = await run([...args, '--api-key-env', 'MINE'], { env: { MINE: key } });
    assert.equal(server.seen[0]?.headers.authorization, `Bearer ${key}`);
    const log = await readFile(join(folder, 'o.responses.jsonl'), 'utf8');
    assert.match(log, /bad key/);
    for (const text of [out, err, log]) assert.ok(!text.includes(key));
  });

  test('--show prints the request and sends nothing', async () => {
    const { code, out } = await run(['--model', `${server.url}/v1#m`, '--show', '--task', 'T']);
    assert.equal(code, 0);
    assert.ok(out.startsWith(`POST ${server.url}/v1/chat/completions\n{`));
    assert.match(out, /"stream": true/);
    assert.equal(server.seen.length, 0);
  });

  test('a conversation is asked with its parser', async () => {
    const conversation = {
      parser: 'a.parser.json#vote',
      formatter: 'OpenAIChatFormatter',
      messages: [{ name: 'Mod', role: 'user', content: 'Vote now.' }],
    };
    await writeFile(join(folder, 'c.messages.json'), JSON.stringify(conversation));
    const { code } = await runCli(folder, [
      'run',
      'c.messages.json',
      '--model',
      `${server.url}/v1#m`,
      '--out',
      'o.responses.jsonl',
    ]);
    assert.equal(code, 0);
    assert.deepEqual(
      said(0).map(([role]) => role),
      ['user', 'system'],
    );
    assert.equal((await lines())[0]?.id, 'm/1');
  });

  test('wrong use is told before anything is sent', async () => {
    for (const [args, words] of [
      [[], /Name a model/],
      [['--model', `${server.url}/v1#m`], /Name the log/],
      [['--model', 'llama3', '--out', 'x'], /Write the address/],
      [['--model', `${server.url}/v1#m`, '--out', 'x', '-n', 'many'], /-n many/],
      [['--model', `${server.url}/v1#m`, '--out', 'x', '--api-key-env', 'NOPE'], /there is no such variable/],
      [['--model', `${server.url}/v1#m`, '--out', 'x', '--task', '@nope.txt'], /cannot be read/],
      [['--model', `${server.url}/v1#m`, '--out', 'x', '--min-rate', '95'], /write a share such as 0.95 or 95%/],
      [['--model', `${server.url}/v1#m`, '--replay', 'x'], /asks no model/],
      [['--replay', 'nope.jsonl'], /nope\.jsonl/],
    ] as const) {
      const { code, err } = await run(args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, words);
    }
    assert.equal(server.seen.length, 0);
  });

  test('a line that a crash cut off is told of; the others count', async () => {
    await asking('-n', '3');
    const path = join(folder, 'o.responses.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, -30));
    const { code, out, err } = await run(['--replay', 'o.responses.jsonl']);
    assert.equal(code, 0);
    assert.match(err, /line 3 is not an answer/);
    assert.match(out, /^2 of 2 answers/);
  });
});
