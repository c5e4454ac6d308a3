// A model's answer in the extension host: how long its first characters and its first lens take from the server to the
// document, how far behind the document is over the whole stream, and how long cancelling takes to end the server's work.
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInHost } from '../run/embedded.mjs';
import { root } from '../run/process.mjs';
import { versions } from '../run/vscode.mjs';

/** In milliseconds. */
const limits = { first: 100, cancel: 200 };
const rounds = 10;
const answer = [
  '```json\n',
  '{"thought": "',
  ...Array.from({ length: 200 }, (_, i) => `word ${i} `),
  '", "vote": "Eve"}\n```',
];

/** When the server wrote the first and the last characters of an answer, and when its client was gone. All processes have one clock. */
const now = () => performance.timeOrigin + performance.now();
const wrote = [];
const server = createServer(async (request, response) => {
  request.resume();
  await once(request, 'end');
  const round = { first: 0, last: 0, gone: 0 };
  wrote.push(round);
  response.on('close', () => {
    round.gone = now();
  });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  response.socket.setNoDelay(true);
  const send = delta => response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
  // The last round never ends: it is cancelled.
  const pieces = wrote.length > rounds ? answer.slice(0, 5) : answer;
  for (const content of pieces) {
    // As fast as fast models write.
    await new Promise(done => setTimeout(done, 5));
    round.first ||= now();
    round.last = now();
    send({ content });
  }
  if (pieces === answer)
    response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  for (const version of versions()) {
    wrote.length = 0;
    const workspace = join(folder, version);
    await mkdir(workspace);
    const definition = { type: 'MarkdownJsonDictParser', content_hint: { thought: 'why', vote: 'a name' } };
    await writeFile(join(workspace, 'asked.parser.json'), JSON.stringify(definition));
    const results = join(folder, `${version}.json`);
    const logFile = join(folder, 'console.log');
    const env = {
      PARSERLENS_RESULTS: results,
      PARSERLENS_MODEL: `http://127.0.0.1:${server.address().port}/v1#m`,
      PARSERLENS_ROUNDS: String(rounds),
    };
    const tests = join(root, 'test/bench/runsInHost.cjs');
    const code = await runInHost({ version, workspace, tests, logFile, env });
    if (code !== 0) throw new Error(await readFile(logFile, 'utf8'));
    const { seen, edits, cancelled } = JSON.parse(await readFile(results, 'utf8'));
    const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
    const words = values => `${median(values).toFixed(0)} ms (at most ${Math.max(...values).toFixed(0)} ms)`;
    const after = (name, moment) => seen.map((round, i) => round[name] - wrote[i][moment]);
    const first = after('first', 'first');
    const cancel = wrote[rounds].gone - cancelled;
    console.log(`VS Code ${version}, ${rounds} answers of ${answer.join('').length} characters`);
    console.log(`  first characters in the document: ${words(first)} after they were sent (limit ${limits.first} ms)`);
    console.log(`  an edit of one character by VS Code alone: ${words(edits)}`);
    console.log(`  last characters: ${words(after('last', 'last'))}; first lens: ${words(after('lens', 'first'))}`);
    console.log(`  cancelled: the server's work ended after ${cancel.toFixed(0)} ms (limit ${limits.cancel} ms)`);
    // The edit of VS Code alone, printed above, tells how busy the machine is.
    const isLate = median(first) > limits.first;
    if (isLate || cancel > limits.cancel) process.exitCode = 1;
  }
} finally {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
