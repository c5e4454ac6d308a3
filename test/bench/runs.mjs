// A model's answer in VS Code: how long its first characters take from the server to the screen, its first lens to the
// document, how far behind the screen is over the whole stream, and how long cancelling takes to end the server's work.
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInHost } from '../run/embedded.mjs';
import { root } from '../run/process.mjs';
import { versions } from '../run/vscode.mjs';
import { quick } from './quick.mjs';

/** In milliseconds. */
const limits = { first: 100, cancel: 200 };
const rounds = quick(10, 2);
/** What the screen is searched for. */
const [firstWord, lastWord] = [n => `first-${n}-word`, n => `last-${n}-word`];
const answerOf = n => [
  `${firstWord(n)}\n`,
  '```json\n',
  '{"thought": "',
  // As much as the editor shows without scrolling.
  ...Array.from({ length: 200 }, (_, i) => `w${i} `),
  `", "vote": "Eve"}\n\`\`\`\n${lastWord(n)}`,
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
  const n = wrote.length - 1;
  const pieces = n === rounds ? answerOf(n).slice(0, 5) : answerOf(n);
  for (const content of pieces) {
    // As fast as fast models write.
    await new Promise(done => setTimeout(done, 5));
    round.first ||= now();
    round.last = now();
    send({ content });
  }
  if (n < rounds) response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}).listen(0, '127.0.0.1');
await once(server, 'listening');

/** Tells of every word that comes into an editor's lines, once, and when. */
async function watchScreen(page, tell) {
  await page.exposeFunction('tellOfWord', tell);
  await page.addInitScript(() => {
    const told = new Set();
    const look = () => {
      for (const line of document.querySelectorAll('.view-line'))
        for (const [word] of line.textContent?.matchAll(/(?:first|last|edit)-\d+-word/g) ?? []) {
          if (told.has(word)) continue;
          told.add(word);
          globalThis.tellOfWord(word, performance.timeOrigin + performance.now());
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

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
    const onScreen = new Map();
    const prepare = page => watchScreen(page, (word, at) => onScreen.set(word, at));
    const code = await runInHost({ version, workspace, tests, logFile, env, prepare });
    if (code !== 0) throw new Error(await readFile(logFile, 'utf8'));
    const { lenses, edits, cancelled } = JSON.parse(await readFile(results, 'utf8'));
    const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
    const words = values => `${median(values).toFixed(0)} ms (at most ${Math.max(...values).toFixed(0)} ms)`;
    const rounded = Array.from({ length: rounds }, (_, n) => n);
    const first = rounded.map(n => onScreen.get(firstWord(n)) - wrote[n].first);
    const last = rounded.map(n => onScreen.get(lastWord(n)) - wrote[n].last);
    const lens = lenses.map((at, n) => at - wrote[n].first);
    const plain = edits.map(({ word, at }) => onScreen.get(word) - at);
    const cancel = wrote[rounds].gone - cancelled;
    console.log(`VS Code ${version}, ${rounds} answers of ${answerOf(0).join('').length} characters`);
    console.log(`  first characters on the screen: ${words(first)} after they were sent (limit ${limits.first} ms)`);
    console.log(`  an edit of one word by VS Code alone: ${words(plain)}`);
    console.log(`  last characters: ${words(last)}; first lens in the document: ${words(lens)}`);
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
