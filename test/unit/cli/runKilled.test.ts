import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliProgram } from '../cliProgram.ts';
import { openAiEvents, sendEvents, startModelServer } from '../providers/modelServer.ts';
import { runCli } from './runCli.ts';

const definition = JSON.stringify({
  type: 'MarkdownJsonDictParser',
  content_hint: { vote: 'a name' },
  samples: [{ name: 'first', text: '```json\n{"vote": "Ann"}\n```', task: 'Who is the wolf?' }],
});

test('a run that is killed keeps the answers that came, which are read again and not overwritten', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'run-killed-'));
  let child: ReturnType<typeof spawn> | undefined;
  // The fourth answer never comes.
  const server = await startModelServer((response, _, n) => {
    if (n < 3) sendEvents(response, openAiEvents('```json\n{"vote": "Ann"}\n```'));
    else child?.kill('SIGKILL');
  });
  try {
    await writeFile(join(folder, 'a.parser.json'), definition);
    const model = ['--model', `${server.url}/v1#m`, '--out', 'o.responses.jsonl'];
    const asking = ['run', 'a.parser.json', ...model, '-n', '5', '--concurrency', '1'];
    child = spawn(process.execPath, [...cliProgram(), ...asking], { cwd: folder, stdio: 'ignore' });
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL');

    const written = await readFile(join(folder, 'o.responses.jsonl'), 'utf8');
    const ids = written
      .trimEnd()
      .split('\n')
      .map(line => (JSON.parse(line) as { id: string }).id);
    assert.deepEqual(ids, ['m/first/1', 'm/first/2', 'm/first/3']);

    const replayed = await runCli(folder, ['run', 'a.parser.json', '--replay', 'o.responses.jsonl']);
    assert.deepEqual([replayed.code, replayed.err], [0, '']);
    assert.match(replayed.out, /^3 of 3 answers were read/);
    const evaluated = await runCli(folder, [
      'evaluate',
      'o.responses.jsonl',
      '--parser',
      'a.parser.json',
      '--reporter',
      'json',
    ]);
    assert.equal((JSON.parse(evaluated.out) as { totals: { ok: number } }).totals.ok, 3);

    const again = await runCli(folder, asking);
    assert.equal(again.code, 2);
    assert.equal(await readFile(join(folder, 'o.responses.jsonl'), 'utf8'), written);
  } finally {
    child?.kill('SIGKILL');
    await server.close();
    await rm(folder, { recursive: true });
  }
});
