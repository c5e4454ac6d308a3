import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
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
    assert.match(err, /is of a run over other logs/);
    await appendFile(path('log.jsonl'), '{}\n');
    assert.match((await cli(args)).err, /of a run over other logs/);
  });

  test('wherever a log was changed, it is told: in rows that were judged, before them, between and behind them @slow', async () => {
    const texts = rows.map(row => JSON.stringify(row));
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const logs: Readonly<Record<string, string>> = {
      'log.jsonl': `${texts.join('\n')}\n`,
      // What stands before the rows is of all of them.
      'log.json': `{"model": "heron", "data": [\n${texts.join(',\n')}\n], "end": 12345678}\n`,
      'log.csv': `id,model,response\n${rows.map(({ id, model, response }) => [id, model, response].map(cell).join(',')).join('\n')}\n`,
    };
    for (const [name, text] of Object.entries(logs)) {
      const own = Buffer.from(text);
      await writeFile(path(name), own);
      const args = `evaluate ${name} ${parser} --out ${out} --resume`;
      await interrupted(args);
      const journal = await readFile(path(`${out}.resume`));
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.nat(60), fc.nat(own.length - 1), fc.integer({ min: own.length - 20, max: own.length - 1 })),
          fc.integer({ min: 1, max: 255 }),
          async (at, bits) => {
            const changed = Buffer.from(own);
            changed[at]! ^= bits;
            await writeFile(path(name), changed);
            const { code, err } = await cli(args);
            assert.deepEqual([code, /is of a run over other logs/.test(err)], [2, true], `${name} ${at}: ${err}`);
            assert.deepEqual(await readFile(path(`${out}.resume`)), journal);
          },
        ),
        { numRuns: 12 },
      );
      // As it was, it is gone on with; what is complete is of this log, too.
      await writeFile(path(name), own);
      assert.equal((await cli(args)).code, 0);
      own[own.indexOf('xxx')] = 0x79;
      await writeFile(path(name), own);
      assert.match((await cli(args)).err, /is there already, and of another run/);
      await rm(path(out));
    }
  });

  test('a folder of texts that was changed is told, too', async () => {
    await mkdir(path('texts'));
    for (let i = 0; i < 5; i++) await writeFile(path(`texts/${i}.txt`), fenced({ speak: 'a' }));
    const args = `evaluate texts ${parser} --out ${out} --resume`;
    assert.equal((await cli(args)).code, 0);
    assert.match((await cli(args)).err, /complete already/);
    await writeFile(path('texts/3.txt'), fenced({ speak: 'b' }));
    assert.match((await cli(args)).err, /is there already, and of another run/);
  });
});
