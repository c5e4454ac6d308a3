import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from '../../../../src/cli/run.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { examples } from './assistClient.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'hostile', version: '1' } },
};
const parse = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'parse_response', arguments: { definition: 'werewolf.parser.json#wolf vote', response: 'x' } },
});

/** A server on raw streams, and what it wrote so far. */
function serve(signal?: AbortSignal, cwd = examples) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const answers: { id?: unknown; error?: { code: number }; result?: unknown; method?: string }[] = [];
  let rest = '';
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    answers.push(...lines.filter(Boolean).map(line => JSON.parse(line)));
  });
  let err = '';
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });
  const io = { stdin, stdout, stderr, cwd, env: {}, host: nodeHost, ...(signal && { signal }) };
  const ended = run(['mcp'], io);
  const send = (message: unknown) =>
    stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const answer = async (id: unknown) => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const found = answers.find(each => each.id === id);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`no answer to ${String(id)}; ${err}`);
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  };
  return { stdin, send, answer, answers, ended, err: () => err };
}

suite('a hostile client', () => {
  for (const [what, _meta] of [
    ['an object', { progressToken: { a: 1 } }],
    ['a list', { progressToken: [] }],
    ['true', { progressToken: true }],
  ] as const)
    test(`a progress token that is ${what} is answered, and so is the next call`, async () => {
      const { stdin, send, answer, ended } = serve();
      send(initialize);
      await answer(0);
      send({ ...parse(1), params: { ...parse(1).params, _meta } });
      equal((await answer(1)).error?.code, -32602);
      send({ ...parse(2), params: { ...parse(2).params, _meta: { progressToken: 'a' } } });
      ok((await answer(2)).result);
      stdin.end();
      await ended;
    });

  test('bad JSON, no JSON-RPC, unknown methods and tools: refused, and the next call works', async () => {
    const { stdin, send, answer, ended } = serve();
    send(initialize);
    await answer(0);
    for (const junk of [
      '{',
      '[]',
      'null',
      '5',
      '"x"',
      '{"jsonrpc":"1.0"}',
      '\u0000',
      '{"jsonrpc":"2.0","id":{},"method":5}',
    ])
      send(junk);
    send({ jsonrpc: '2.0', id: 'a', method: 'no/such' });
    equal((await answer('a')).error?.code, -32601);
    send({ jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'no_such', arguments: {} } });
    ok((await answer('b')).error);
    send({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'parse_response', arguments: [] } });
    await answer('c');
    send({ jsonrpc: '2.0', id: 'd', method: 'resources/read', params: { uri: 'parserlens://types/../../etc/passwd' } });
    ok((await answer('d')).error);
    send(parse(1));
    ok((await answer(1)).result);
    stdin.end();
    equal(await ended, 0);
  });

  test('a message of 20 MB is refused by its size, and nothing of it is kept', async () => {
    const { stdin, send, answer, answers, ended } = serve();
    send(initialize);
    await answer(0);
    const before = process.memoryUsage().arrayBuffers;
    stdin.write('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"x":"');
    for (let i = 0; i < 20; i++) stdin.write('y'.repeat(1024 * 1024));
    send('"}}');
    equal((await answer(null)).error?.code, -32600);
    ok(process.memoryUsage().arrayBuffers - before < 64 * 1024 * 1024);
    send(parse(1));
    ok((await answer(1)).result);
    equal(
      answers.some(({ id }) => id === 9),
      false,
    );
    stdin.end();
    await ended;
  });

  test('three hundred calls at once are all answered', async () => {
    const { stdin, send, answer, answers, ended } = serve();
    send(initialize);
    await answer(0);
    for (let id = 1; id <= 300; id++) send(parse(id));
    await answer(300);
    deepEqual(new Set(answers.map(({ id }) => id)).size, 301);
    stdin.end();
    await ended;
  });

  test('a client that closes in the middle of a call and of a message ends the server', async () => {
    const { stdin, send, answer, ended } = serve();
    send(initialize);
    await answer(0);
    send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_definitions', arguments: {} } });
    stdin.write('{"jsonrpc":');
    stdin.end();
    equal(await ended, 0);
  });

  test('what is cancelled ends within 100 ms of work, and is not answered', async () => {
    const { stdin, send, answer, answers, ended } = serve();
    send(initialize);
    await answer(0);
    send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_definitions', arguments: {} } });
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    send({ jsonrpc: '2.0', id: 2, method: 'ping' });
    ok((await answer(2)).result);
    send(parse(3));
    ok((await answer(3)).result);
    equal(
      answers.some(({ id }) => id === 1),
      false,
    );
    stdin.end();
    await ended;
  });

  test('Ctrl+C ends the server', async () => {
    const interrupted = new AbortController();
    const { send, answer, ended } = serve(interrupted.signal);
    send(initialize);
    await answer(0);
    interrupted.abort();
    equal(await ended, 0);
  });

  test('the first answer tells what the server is', async () => {
    const { stdin, send, answer, ended } = serve();
    send(initialize);
    const { result } = (await answer(0)) as { result: { serverInfo: { name: string }; instructions: string } };
    equal(result.serverInfo.name, 'parserlens');
    match(result.instructions, /check_definitions/);
    stdin.end();
    await ended;
  });

  test('a named pipe is refused, and the process ends with its input', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-pipe-'));
    execFileSync('mkfifo', [join(folder, 'x.parser.json'), join(folder, 'x.jsonl')]);
    writeFileSync(join(folder, 'y.parser.json'), '{"type": "StrOutputParser"}');
    const { stdin, send, answer, ended } = serve(undefined, folder);
    send(initialize);
    await answer(0);
    const tool = (id: number, name: string, given: object) =>
      send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } });
    tool(1, 'check_definitions', { path: 'x.parser.json' });
    tool(2, 'evaluate_log', { log: 'x.jsonl', definition: 'y.parser.json' });
    tool(3, 'list_definitions', {});
    for (const id of [1, 2]) match(JSON.stringify(await answer(id)), /regular file|isError|error/);
    ok((await answer(3)).result);
    stdin.end();
    await ended;
  });
});
