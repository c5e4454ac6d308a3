import { deepEqual, ok, rejects } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeAssistContext } from '../../../../src/cli/mcp/nodeAssistContext.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { assistClient } from './assistClient.ts';

const row = `${JSON.stringify({ response: '```json\n{"vote": "Ann", "why": "quiet"}\n```' })}\n`;

suite('long calls of assistants', () => {
  let root: string;
  suiteSetup(async () => {
    root = await mkdtemp(join(tmpdir(), 'parserlens-long-'));
    await writeFile(
      join(root, 'vote.parser.json'),
      '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "a", "why": "b" } }',
    );
    await writeFile(join(root, 'answers.jsonl'), row.repeat(5_000));
  });
  suiteTeardown(() => rm(root, { recursive: true, force: true }));

  const request = {
    log: 'answers.jsonl',
    parser: 'vote.parser.json',
    compare: undefined,
    field: undefined,
    groupBy: [],
  };

  test('who asks for it hears how far a log is', async () => {
    const assist = await assistClient({ root });
    const heard: number[] = [];
    try {
      const { answer } = await assist.call(
        'evaluate_log',
        { log: request.log, definition: request.parser },
        { onprogress: ({ progress }) => heard.push(progress) },
      );
      deepEqual((answer.totals as { rows: number }).rows, 5_000);
      ok(heard.length > 0);
      deepEqual(
        heard,
        heard.toSorted((a, b) => a - b),
      );
    } finally {
      await assist.close();
    }
  });

  test('a log that is cancelled is read no further', async () => {
    const cancelled = new AbortController();
    let bytes = 0;
    const context = nodeAssistContext(
      { roots: [root], runModules: false, host: nodeHost },
      {
        signal: cancelled.signal,
        progress: done => {
          bytes = done;
          cancelled.abort();
        },
      },
    );
    await rejects(context.evaluate(request), { name: 'AbortError' });
    ok(bytes > 0 && bytes < row.length * 5_000);
  });
});
