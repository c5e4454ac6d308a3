import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { EvaluationFile } from '../../../../src/engine/index.ts';
import { propertyRuns } from '../../../propertyRuns.ts';
import { runCli } from '../runCli.ts';

const definition = {
  parsers: {
    vote: {
      type: 'MarkdownJsonDictParser',
      content_hint: { speak: 'what you say', vote: 'A, B or C' },
      required_keys: ['speak'],
    },
    loose: { type: 'MarkdownJsonObjectParser' },
    tags: { type: 'RegexTaggedContentParser', required_keys: ['plan'] },
  },
};

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
/** Answers of all kinds; nearly all have a text where the last ones have a number, which only the majority shows. */
const answers = [
  ...Array.from({ length: 14 }, (_, i) => fenced({ speak: `hi ${i}`, vote: 'A', note: 'x' })),
  "```json\n{'speak': 'hi'}\n```",
  fenced({ vote: 'B' }),
  fenced({ speak: 'hi', vote: 'Q' }),
  '```json\n{"speak": "hi"\n```',
  'no json at all',
  null,
  fenced({ speak: 'hi', vote: 'C', note: 7 }),
];
const models = ['heron', 'wren', 'crane', undefined];
const rowsOf = (count: number, seed: number) =>
  Array.from({ length: count }, (_, i) => {
    const at = (i * 7919 + seed * 31 + ((i * i) % 13)) % 997;
    return {
      ...(at % 5 > 0 && { id: `r${at % 3 === 0 ? at % 40 : i}` }),
      model: models[at % models.length],
      temperature: at % 3,
      response: answers[at % answers.length],
      ...(at % 4 === 0 && { expected: { speak: 'hi 0', vote: 'A', note: 'x' } }),
    };
  });
const jsonl = (items: readonly unknown[]) => items.map(item => `${JSON.stringify(item)}\n`).join('');

suite('parserlens merge', () => {
  let folder = '';
  const cli = (args: string) => runCli(folder, args);
  const fine = async (args: string) => {
    const { code, err, out } = await cli(args);
    assert(code === 0 || code === 1, `${args}: ${err}`);
    return out;
  };
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const parser = '--parser w.parser.json#vote --threads 0';

  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(join(folder, 'w.parser.json'), JSON.stringify(definition));
    await writeFile(join(folder, 'log.jsonl'), `${jsonl(rowsOf(500, 1))}broken {\n\n${jsonl(rowsOf(200, 2))}`);
  });

  teardown(() => rm(folder, { recursive: true }));

  test('what was measured of parts is written with their rows', async () => {
    for (const i of [1, 2])
      await fine(`evaluate log.jsonl ${parser} --shard ${i}/2 --out ${i}.evaluation.json --measure judgeMs`);
    await fine('merge 1.evaluation.json 2.evaluation.json --rows rows.jsonl');
    const rows = (await read('rows.jsonl')).trim().split('\n');
    assert.equal(rows.length, 701);
    for (const row of rows) assert.equal(/"judgeMs":[\d.]+}$/.test(row), !row.includes('"skipped"'), row);
  });

  test('merged in any order and grouping it is what one run gives, to the byte @slow', async () => {
    await mkdir(join(folder, 'logs'));
    for (const [i, size] of [300, 5, 180, 240, 7].entries())
      await writeFile(join(folder, 'logs', `log-${i}.jsonl`), jsonl(rowsOf(size, i)));
    await writeFile(join(folder, 'logs', 'rows.json'), JSON.stringify(rowsOf(150, 9)));
    await mkdir(join(folder, 'texts'));
    for (let i = 0; i < 90; i++) await writeFile(join(folder, 'texts', `${i}.txt`), answers[i % answers.length] ?? '');
    const runs = rowsOf(200, 4).map((row, i) => ({
      ...{ id: `q${i % 90}`, model: 'm', retry: Math.floor(i / 90), attempts: 1, request: {}, finish_reason: 'stop' },
      response: row.response ?? 'none',
      ms: 1,
    }));
    await writeFile(join(folder, 'runs.jsonl'), jsonl(runs));
    await fine('evaluate log.jsonl --parser w.parser.json#loose --threads 0 --out old.evaluation.json');
    await fine(
      'evaluate log.jsonl logs --parser w.parser.json#loose --threads 0 --out rowed.evaluation.json --rows rowed.jsonl',
    );
    const cases = [
      'log.jsonl',
      'log.jsonl --group-by temperature --group-by model --off outside-hint',
      'log.jsonl --compare w.parser.json#loose',
      'log.jsonl --baseline old.evaluation.json',
      'logs --compare w.parser.json#tags --baseline rowed.evaluation.json',
      'log.jsonl logs --baseline rowed.jsonl --tokens CharTokenCounter',
      'texts',
      'runs.jsonl --compare w.parser.json#tags --group-by retry',
    ];
    const wholes = new Map<string, string>();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...cases),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
        async (log, of, draws) => {
          const name = `case-${count++}`;
          const baseline = /--baseline \S+/.exec(log)?.[0] ?? '';
          const whole = wholes.get(log) ?? 'none';
          if (whole === 'none') {
            await fine(`evaluate ${log} ${parser} --out whole.evaluation.json --rows whole.jsonl --force`);
            wholes.set(log, `${await read('whole.evaluation.json')}${await read('whole.jsonl')}`);
          }
          await mkdir(join(folder, name));
          let parts: string[] = [];
          for (let i = 1; i <= of; i++) {
            const out = `${name}/${i}.evaluation.json`;
            await fine(`evaluate ${log} ${parser} --shard ${i}/${of} --out ${out}`);
            parts.push(out);
          }
          let next = 0;
          const draw = (below: number) => draws[next++ % draws.length]! % below;
          // Groups of some of them first, and groups of these.
          while (parts.length > 1 && draw(3) > 0) {
            const size = 1 + draw(parts.length);
            const group = Array.from({ length: size }, () => parts.splice(draw(parts.length), 1)[0]!);
            // All of them would be whole.
            if (parts.length === 0) {
              parts = group;
              break;
            }
            const out = `${name}/group-${next}.evaluation.json`;
            await fine(`merge ${group.join(' ')} --partial --out ${out}`);
            parts.push(out);
          }
          const shuffled = parts.map(part => ({ part, by: draw(1000) })).sort((a, b) => a.by - b.by);
          await fine(
            `merge ${shuffled.map(({ part }) => part).join(' ')} ${baseline} --out whole.evaluation.json --rows whole.jsonl --force`,
          );
          assert.equal(`${await read('whole.evaluation.json')}${await read('whole.jsonl')}`, wholes.get(log));
        },
      ),
      {
        numRuns: Number(process.env.PARSERLENS_MUTANTS ?? propertyRuns(12, 40)),
        examples: cases.map(log => [log, 3, [...Array(40).keys()]]),
      },
    );
    assert.equal(wholes.size, cases.length);
    // What only all rows show is in it.
    assert(wholes.get('log.jsonl')!.includes('odd-type'));
  });

  test('reports and conditions are those of one run, too', async () => {
    for (const i of [1, 2]) await fine(`evaluate log.jsonl ${parser} --shard ${i}/2 --out parts-${i}.evaluation.json`);
    for (const options of [
      '',
      '--json',
      '--reporter markdown',
      '--reporter junit --min-rate 0.99',
      '--min-rate 99% --strict',
    ]) {
      const whole = await cli(`evaluate log.jsonl ${parser} ${options}`);
      const merged = await cli(`merge parts-2.evaluation.json parts-1.evaluation.json ${options}`);
      assert.deepEqual(merged, whole);
    }
  });

  test('a part is an evaluation of its rows, and says which part it is', async () => {
    await fine(`evaluate log.jsonl ${parser} --shard 2/3 --out part.evaluation.json`);
    const part = JSON.parse(await read('part.evaluation.json')) as EvaluationFile;
    assert.deepEqual([part.part?.of, part.part?.shards], [3, [2]]);
    // 701 rows are eleven blocks of 64: the second, fifth and eighth are its own, and the eleventh, which is not full.
    assert.equal(part.totals.rows, 3 * 64 + (701 - 10 * 64));
    assert.doesNotMatch(JSON.stringify({ ...part, part: undefined }), /hi 1/);
    assert.match(part.logs[0]!.sha256, /^[0-9a-f]{64}$/);
    // What is printed is for people.
    assert.doesNotMatch(
      await fine(`evaluate log.jsonl ${parser} --shard 2/3 --out p2.evaluation.json --json`),
      /"part"/,
    );
  });

  test('missing, doubled and foreign parts are named', async () => {
    for (const i of [1, 2, 3, 4]) await fine(`evaluate log.jsonl ${parser} --shard ${i}/4 --out p${i}.evaluation.json`);
    const told = async (args: string) => {
      const { code, err } = await cli(`merge ${args}`);
      assert.equal(code, 2, err);
      return err;
    };
    assert.match(await told('p1.evaluation.json p3.evaluation.json'), /missing: 2, 4 of 4/);
    assert.match(
      await told('p1.evaluation.json p2.evaluation.json p1.evaluation.json'),
      /1\/4 is there twice: in p1\.evaluation\.json and in p1/,
    );
    await fine('merge p1.evaluation.json p2.evaluation.json --partial --out p12.evaluation.json');
    assert.match(await told('p12.evaluation.json p2.evaluation.json'), /2\/4 is there twice: in p12.* and in p2/);
    const foreign = [
      ['definition', 'log.jsonl --parser w.parser.json#loose --shard 2/4'],
      ['number of parts', `log.jsonl ${parser} --shard 2/5`],
      ['other options', `log.jsonl ${parser} --off odd-type --shard 2/4`],
      ['compare', `log.jsonl ${parser} --compare w.parser.json#tags --shard 2/4`],
    ];
    for (const [what, args] of foreign) {
      await fine(`evaluate ${args} --out f.evaluation.json --force`);
      const err = await told('p1.evaluation.json f.evaluation.json p3.evaluation.json p4.evaluation.json');
      assert.match(err, new RegExp(`f\\.evaluation\\.json is a part of another evaluation.*${what}`));
    }
    await writeFile(join(folder, 'log.jsonl'), `${(await read('log.jsonl')).replace('heron', 'haron')}`);
    await fine(`evaluate log.jsonl ${parser} --shard 2/4 --out f.evaluation.json --force`);
    assert.match(await told('p1.evaluation.json f.evaluation.json'), /f\.evaluation\.json.* other bytes in log\.jsonl/);
    await fine(`evaluate log.jsonl ${parser} --out whole.evaluation.json`);
    assert.match(await told('whole.evaluation.json'), /whole\.evaluation\.json is no part/);
  });

  test('a part that is broken is told, and never a crash', async () => {
    await fine(`evaluate log.jsonl ${parser} --shard 1/1 --out p.evaluation.json`);
    const text = await read('p.evaluation.json');
    const rows = (JSON.parse(text) as EvaluationFile).part!.rows;
    for (const other of ['', 'AAAA', rows.slice(0, -40), rows.slice(0, 100) + rows.slice(200), `x${rows}`]) {
      await writeFile(join(folder, 'p.evaluation.json'), text.replace(rows, other));
      const { code, err } = await cli('merge p.evaluation.json');
      assert.equal(code, 2, err);
      assert.match(err, /p\.evaluation\.json: BrokenPart|p\.evaluation\.json: The rows of this part cannot be read/);
    }
    await writeFile(join(folder, 'p.evaluation.json'), text.replace('"shards": [\n      1', '"shards": [\n      9'));
    assert.match((await cli('merge p.evaluation.json')).err, /`part` is missing or has the wrong form/);
  });

  test('files are dealt out whole where they are many, and then a part reads its own ones only', async () => {
    await mkdir(join(folder, 'many'));
    for (let i = 0; i < 8; i++) await writeFile(join(folder, 'many', `${i}.jsonl`), jsonl(rowsOf(20, i)));
    await fine(`evaluate many ${parser} --shard 1/3 --out p.evaluation.json`);
    const part = JSON.parse(await read('p.evaluation.json')) as EvaluationFile;
    assert.deepEqual(part.logs.filter(({ sha256 }) => sha256 === '').length, 5);
    assert(part.logs.every(({ size }) => size > 0));
  });

  test('what is no part of how many, and what only all rows have, is refused', async () => {
    for (const shard of ['0/3', '4/3', '1', 'a/b', '1/0', '-1/2'])
      assert.match((await cli(`evaluate log.jsonl ${parser} --shard=${shard} --out p.json`)).err, /--shard .*1\/8/);
    assert.match((await cli(`evaluate log.jsonl ${parser} --shard 1/2`)).err, /--shard goes with --out/);
    assert.match((await cli(`evaluate log.jsonl ${parser} --resume`)).err, /--resume goes with --out/);
    assert.match(
      (await cli(`evaluate log.jsonl ${parser} --shard 1/2 --out p.json --min-rate 1`)).err,
      /--min-rate is about all rows/,
    );
  });
});
