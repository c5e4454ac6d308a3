import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunOptions, RunRow, RunSource } from '../../../../src/extension/runs/runsApi.ts';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../../providers/modelServer.ts';
import { editorModel, placeOf, startThread, voteSource } from './startThread.ts';

suite('runs in their thread', () => {
  let server: ModelServer;
  let folder: string;
  setup(async () => {
    server = await startModelServer((response, _, n) =>
      sendEvents(response, openAiEvents(['nothing', 'wolf'][n] ?? 'no')),
    );
    folder = await mkdtemp(join(tmpdir(), 'runs-'));
  });
  teardown(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const options = (more: Partial<RunOptions> = {}): RunOptions => ({
    runs: 1,
    retries: 0,
    concurrency: 1,
    keys: {},
    log: join(folder, 'own.responses.jsonl'),
    timeout: 60_000,
    ...more,
  });
  const vote = (): RunSource => voteSource(folder);
  const model = () => ({ kind: 'address', address: `${server.url}/v1#m` }) as const;
  const good = '```json\n{"vote": "Ann"}\n```';

  test('a module of the author’s own reads the answers, and its feedback is sent', async () => {
    await writeFile(
      join(folder, 'own.mjs'),
      `export const formatInstruction = () => 'Say the wolf.';
export function parse(text) {
  if (text === 'wolf') return { text };
  throw Object.assign(new TypeError('no wolf'), { feedback: 'Not a wolf: ' + text });
}
`,
    );
    const { runs, rows } = startThread();
    const source: RunSource = {
      kind: 'definition',
      text: JSON.stringify({ type: 'custom', module: 'own.mjs' }),
      fileName: pathToFileURL(join(folder, 'own.parser.json')).href,
      name: 'own',
      task: 'Who is it?',
      ...placeOf(folder),
    };
    const report = await runs.run('r', source, [model()], options({ retries: 3 }));
    assert.deepEqual(
      rows.map(({ retry, isRead, error, message }) => [retry, isRead, error, message]),
      [
        [0, false, 'TypeError', 'no wolf (own.mjs:4:23)'],
        [1, true, undefined, undefined],
      ],
    );
    const { messages } = server.seen[1]!.body as { messages: { role: string; content: { text: string }[] }[] };
    assert.deepEqual(
      messages.map(({ role, content }) => `${role}: ${content.map(({ text }) => text).join('')}`),
      ['user: Who is it?', 'assistant: nothing', 'user: Not a wolf: nothing', 'system: Say the wolf.'],
    );
    assert.deepEqual([report.first.read, report.last.read, report.rows], [0, 1, 2]);
    const lines = (await readFile(options().log, 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map(line => (JSON.parse(line) as { response: unknown }).response),
      ['nothing', 'wolf'],
    );
  });

  test('an answer alone is shown as it comes; its row says what became of it, and whose tokens it took', async () => {
    server.behave = response => sendEvents(response, openAiEvents(good));
    const { runs, rows, told } = startThread();
    const prices = { m: { input: 1_000_000, output: 0 } };
    const report = await runs.run('r', vote(), [model()], options({ prices, counter: 'CharTokenCounter' }));
    assert.equal(told.filter(text => text !== 'moment').join(''), good);
    const [{ id, ms, usage, ...row }] = rows as [RunRow];
    assert.deepEqual(row, { model: 'm', retry: 0, isRead: true, answer: good });
    assert.match(id, /^1\/m\/\d{4}-/);
    assert.equal(typeof ms, 'number');
    assert.deepEqual([usage.input, usage.own?.counter, usage.own?.output], [12, 'CharTokenCounter', good.length]);
    const { usage: used, ...rest } = report;
    assert.deepEqual(rest, {
      runs: 1,
      failed: 0,
      first: { read: 1, answered: 1 },
      last: { read: 1, answered: 1 },
      rows: 1,
      cut: 0,
      cancelled: false,
    });
    assert.deepEqual([used[0]?.model, used[0]?.cost], ['m', 12]);
  });

  test('of many answers those that come are told of, no more than their ends; a key goes to its origin', async () => {
    server.behave = async (response, _, n) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const [first, ...more] = openAiEvents(`nothing ${n}`, 20);
      response.write(first! + more.shift()!);
      await new Promise(resolve => setTimeout(resolve, 400));
      response.end(more.join(''));
    };
    const { runs, rows, told } = startThread();
    const keys = { [server.url]: 'sk-1' };
    const report = await runs.run('r', vote(), [model()], options({ runs: 2, concurrency: 2, keys }));
    assert.equal(told[0], 'm #1: nothing 0, m #2: nothing 1');
    assert.deepEqual(rows.map(({ id, isRead }) => [id.slice(0, 4), isRead]).sort(), [
      ['1/m/', false],
      ['2/m/', false],
    ]);
    assert.deepEqual(
      server.seen.map(({ headers }) => headers.authorization),
      ['Bearer sk-1', 'Bearer sk-1'],
    );
    assert.deepEqual([report.rows, report.usage[0]?.cost], [2, undefined]);
  });

  test('what a connection came to: a key that is not taken, an answer that was cut', async () => {
    server.behave = response => void response.writeHead(401).end('{"error":{"message":"who are you"}}');
    const refused = startThread();
    const report = await refused.runs.run('r', vote(), [model()], options());
    assert.deepEqual([refused.rows[0]?.isKeyRefused, refused.rows[0]?.isRead, report.failed], [true, undefined, 1]);
    assert.match(report.failure ?? '', /who are you/);
    assert.equal(refused.rows[0]?.error, report.failure);
    assert.equal('answer' in refused.rows[0]!, false);
    server.behave = response =>
      sendEvents(
        response,
        openAiEvents('abc').map(event => event.replace('"stop"', '"length"')),
      );
    const cut = startThread();
    assert.deepEqual([(await cut.runs.run('r', vote(), [model()], options())).cut, cut.rows[0]?.cut], [1, 'length']);
  });

  test('a model of the editor is asked through the extension, and heard while it speaks', async () => {
    const { runs, rows, told, asked } = startThread({ text: good, ms: 3 });
    await runs.run('r', vote(), [editorModel], options());
    assert.deepEqual(asked, [
      ['r', 'n', ['user: Who is it?', "user: Respond a JSON dictionary in a markdown's fenced code block as follows:"]],
    ]);
    assert.equal(told[0], 'So ');
    assert.deepEqual([rows[0]?.model, rows[0]?.isRead, rows[0]?.answer], ['n', true, good]);
    const failing = startThread();
    const { failure } = await failing.runs.run('r', vote(), [editorModel], options());
    assert.match(failure ?? '', /not asked/);
  });

  test('runs are paused, and ended with what came of them', async () => {
    const { runs, rows } = startThread();
    const under = runs.run('r', vote(), [model()], options({ runs: 3 }));
    server.behave = async (_, __, n) => {
      if (n === 0) await runs.cancelRuns('r');
    };
    const report = await under;
    assert.deepEqual([report.cancelled, report.rows, rows.length, server.seen.length], [true, 0, 0, 1]);
    await runs.cancelRuns('r');
    server.behave = async (response, _, n) => {
      if (n === 1) {
        await runs.pauseRuns('r', true);
        sendEvents(response, openAiEvents('a'));
        await new Promise(resolve => setTimeout(resolve, 100));
        assert.equal(server.seen.length, 2);
        await runs.pauseRuns('r', false);
      } else sendEvents(response, openAiEvents('a'));
    };
    assert.equal((await runs.run('r', vote(), [model()], options({ runs: 2 }))).rows, 2);
  });
});
