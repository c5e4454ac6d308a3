import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../runCli.ts';

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const rows = Array.from({ length: 4000 }, (_, i) => ({
  id: `r${i}`,
  model: `m${i % 3}`,
  response:
    i % 7 === 0 ? `${fenced({ speak: 'x'.repeat(200) }).slice(0, -9)}` : fenced({ speak: `${i} ${'x'.repeat(200)}` }),
}));

suite('parserlens evaluate --resume', () => {
  let folder = '';
  const parser = '--parser w.parser.json#w --threads 0';
  const out = 'all.evaluation.json';
  const path = (name: string) => join(folder, name);
  const cli = (args: string, signal?: AbortSignal) => runCli(folder, args, '', signal ? { signal } : {});

  /** Ends a run when its journal has some rows. */
  async function interrupted(args: string): Promise<void> {
    const abort = new AbortController();
    const timer = setInterval(async () => {
      const { size } = await stat(path(`${out}.resume`)).catch(() => ({ size: 0 }));
      if (size > 1000) abort.abort();
    }, 1);
    const { code } = await cli(args, abort.signal);
    clearInterval(timer);
    assert.equal(code, 130);
  }

  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(
      path('w.parser.json'),
      JSON.stringify({ parsers: { w: { type: 'MarkdownJsonDictParser', required_keys: ['speak'] } } }),
    );
    await writeFile(path('log.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  });

  teardown(() => rm(folder, { recursive: true }));

  test('goes on where a run ended, also within a line of its journal, and gives the same bytes', async () => {
    const args = `evaluate log.jsonl ${parser} --rows rows.jsonl --force`;
    await cli(`${args} --out whole.evaluation.json`);
    const [whole, wholeRows] = [
      await readFile(path('whole.evaluation.json'), 'utf8'),
      await readFile(path('rows.jsonl'), 'utf8'),
    ];
    const resumed = `${args} --out ${out} --resume`;
    await interrupted(resumed);
    assert(!existsSync(path(out)));
    const { size } = await stat(path(`${out}.resume`));
    // As a process that was killed leaves it.
    await truncate(path(`${out}.resume`), size - 7);
    await interrupted(resumed);
    const { code, err } = await cli(resumed);
    assert.equal(code, 0, err);
    assert.equal(await readFile(path(out), 'utf8'), whole);
    assert.equal(await readFile(path('rows.jsonl'), 'utf8'), wholeRows);
    assert(!existsSync(path(`${out}.resume`)));
    // What is complete is not judged again.
    assert.match((await cli(resumed)).err, /complete already/);
    assert.match((await cli(`${resumed} --off odd-type`)).err, /is there already, and of another run/);
  });

  test('a part goes on as well, and only with the same part', async () => {
    const args = `evaluate log.jsonl ${parser} --out ${out} --resume`;
    await interrupted(`${args} --shard 1/2`);
    assert.match((await cli(`${args} --shard 2/2`)).err, /is of a run over other logs, or with another/);
    assert.equal((await cli(`${args} --shard 1/2`)).code, 0);
    await cli(`evaluate log.jsonl ${parser} --shard 1/2 --out other.evaluation.json`);
    assert.equal(await readFile(path(out), 'utf8'), await readFile(path('other.evaluation.json'), 'utf8'));
  });

  test('a log that has changed since is told', async () => {
    const args = `evaluate log.jsonl ${parser} --out ${out} --resume`;
    await interrupted(args);
    const text = await readFile(path('log.jsonl'), 'utf8');
    await writeFile(path('log.jsonl'), text.replace('0 xxx', '0 yxx'));
    const { code, err } = await cli(args);
    assert.equal(code, 2);
    assert.match(err, /other rows than when it was judged/);
    await appendFile(path('log.jsonl'), '{}\n');
    assert.match((await cli(args)).err, /of a run over other logs/);
  });
});
