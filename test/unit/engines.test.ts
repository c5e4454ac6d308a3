import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipTest } from '../skipTest.ts';

const cli = join(__dirname, '..', '..', 'dist', 'cli.js');
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const rows = Array.from({ length: 1200 }, (_, i) => ({
  id: `r${i}`,
  model: `m${i % 4}`,
  response: i % 6 === 0 ? fenced({ a: i }).slice(0, -6) : fenced({ a: i % 50 === 1 ? 'a text' : i }),
}));

/** A program of an engine, if it is on this machine. */
const isThere = (program: string, ...args: string[]) => spawnSync(program, args, { timeout: 30_000 }).status === 0;
const engines = {
  'GNU parallel': isThere('parallel', '--version'),
  Dask: isThere('/usr/bin/python3', '-c', 'import distributed'),
};

suite('engines that run parts', () => {
  let folder = '';
  const path = (name: string) => join(folder, name);

  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await mkdir(path('parts'));
    await writeFile(path('p.parser.json'), JSON.stringify({ type: 'MarkdownJsonDictParser', required_keys: ['a'] }));
    await writeFile(path('log.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''));
    // The command, whose first run for the third part is killed in the middle, as its journal tells.
    await writeFile(
      path('parserlens'),
      `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const { existsSync, statSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const child = spawn(process.execPath, [${JSON.stringify(cli)}, ...args], { stdio: 'inherit' });
if (args.includes('3/4') && !existsSync('died')) {
  writeFileSync('died', '');
  const timer = setInterval(() => {
    if (!existsSync('parts/3.evaluation.json.resume') || statSync('parts/3.evaluation.json.resume').size < 200) return;
    clearInterval(timer);
    child.kill('SIGKILL');
  }, 1);
  child.on('exit', () => clearInterval(timer));
}
child.on('exit', code => process.exit(code ?? 137));
`,
    );
    await chmod(path('parserlens'), 0o755);
    const whole = await ran('./parserlens', [
      'evaluate',
      'log.jsonl',
      '--parser',
      'p.parser.json',
      '--out',
      'whole.evaluation.json',
      '--rows',
      'whole.jsonl',
    ]);
    assert.equal(whole.code, 0, whole.err);
  });

  teardown(() => rm(folder, { recursive: true }));

  function ran(
    program: string,
    args: readonly string[],
  ): Promise<{ readonly code: number | null; readonly err: string; readonly out: string }> {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, HOME: folder } });
    let [out, err] = ['', ''];
    child.stdout.on('data', text => (out += text));
    child.stderr.on('data', text => (err += text));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', code => resolve({ code, out, err }));
    });
  }

  async function expectSame(): Promise<void> {
    // The worker did die, and was not simply never asked.
    assert(existsSync(path('died')));
    const merged = await ran('./parserlens', ['merge', 'parts', '--out', 'all.evaluation.json', '--rows', 'all.jsonl']);
    assert.equal(merged.code, 0, merged.err);
    const whole = await readFile(path('whole.evaluation.json'), 'utf8');
    assert.equal(await readFile(path('all.evaluation.json'), 'utf8'), whole.replace('"whole.jsonl"', '"all.jsonl"'));
    assert.equal(await readFile(path('all.jsonl'), 'utf8'), await readFile(path('whole.jsonl'), 'utf8'));
  }

  const recipes: Record<keyof typeof engines, () => Promise<void>> = {
    async 'GNU parallel'() {
      const command =
        './parserlens evaluate log.jsonl --parser p.parser.json --threads 0 --resume --shard {}/4 --out parts/{}.evaluation.json';
      const { code, err } = await ran('parallel', [
        '--will-cite',
        '-j2',
        '--retries',
        '3',
        command,
        ':::',
        '1',
        '2',
        '3',
        '4',
      ]);
      assert.equal(code, 0, err);
      await expectSame();
      const judged = await ran('parallel', [
        '--will-cite',
        '-j2',
        '-k',
        '--pipepart',
        '-a',
        'log.jsonl',
        '--block',
        '30k',
        './parserlens judge p.parser.json --field response',
      ]);
      assert.equal(judged.code, 0, judged.err);
      const verdicts = (text: string) =>
        text
          .trimEnd()
          .split('\n')
          .map(line => JSON.parse(line))
          .map(({ id, verdict, code: cause }) => [id, cause === 'odd-type' ? 'ok' : verdict]);
      assert.deepEqual(verdicts(judged.out), verdicts(readFileSync(path('whole.jsonl'), 'utf8')));
    },
    async Dask() {
      await writeFile(
        path('recipe.py'),
        `import subprocess
from distributed import Client, LocalCluster

def part(i, of=4):
    out = f"parts/{i}.evaluation.json"
    subprocess.run(["./parserlens", "evaluate", "log.jsonl", "--parser", "p.parser.json", "--threads", "0",
                    "--resume", "--shard", f"{i}/{of}", "--out", out], check=True)
    return out

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        print(client.gather(client.map(part, range(1, 5), retries=3, pure=False)))
`,
      );
      const { code, err } = await ran('/usr/bin/python3', ['recipe.py']);
      assert.equal(code, 0, err);
      await expectSame();
    },
  };

  for (const [engine, isHere] of Object.entries(engines) as [keyof typeof engines, boolean][])
    test(`${engine}: parts of which one dies give the bytes of one run @slow`, async function () {
      if (!isHere) skipTest(this, `without ${engine}`);
      this.timeout(120_000);
      await recipes[engine]();
    });
});
