import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunRow, RunSource, RunsHost } from '../../../src/extension/runs/runsApi.ts';
import { runsThread } from '../../../src/extension/runtime/runsThread.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { nodeResources } from '../../../src/node/nodeResources.ts';
import { appendResponsesLog } from '../../../src/node/responsesLog.ts';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../providers/modelServer.ts';

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
    const rows: RunRow[] = [];
    const editor: RunsHost = {
      runText: async () => {},
      runMoment: async () => {},
      runRow: async (_, row) => void rows.push(row),
      runReceiving: async () => {},
      askLanguageModel: async () => ({ failure: 'refused', message: 'not asked', ms: 0 }),
    };
    const runs = runsThread({
      host: nodeHost,
      editor,
      resourcesFor: ({ cwd }) => nodeResources(cwd, []),
      openLog: appendResponsesLog,
    });
    const source: RunSource = {
      kind: 'definition',
      text: JSON.stringify({ type: 'custom', module: 'own.mjs' }),
      fileName: pathToFileURL(join(folder, 'own.parser.json')).href,
      name: 'own',
      task: 'Who is it?',
      cwd: folder,
      folder: pathToFileURL(folder).href,
    };
    const log = join(folder, 'own.responses.jsonl');
    const options = { runs: 1, retries: 3, concurrency: 1, keys: {}, log, timeout: 60_000 };
    const report = await runs.run('r', source, [{ kind: 'address', address: `${server.url}/v1#m` }], options);
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
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map(line => (JSON.parse(line) as { response: unknown }).response),
      ['nothing', 'wolf'],
    );
  });
});
