import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvaluationFile, readEvaluation } from '../../../src/engine/index.ts';
import { evaluationRunner } from '../../../src/extension/runtime/node/evaluationRunner.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { evaluationService } from '../../../src/service/evaluationService.ts';
import { evaluationModel } from '../../../src/views/evaluationModel.ts';
import { runCli } from '../cli/runCli.ts';

const definitions = {
  parsers: { a: { type: 'MarkdownJsonObjectParser' }, b: { type: 'MarkdownJsonDictParser', required_keys: ['a'] } },
};
const fence = '```';
// The majority's type shows in all rows together: no part has 30 of them.
const rows = Array.from({ length: 400 }, (_, i) => ({
  id: `r${i}`,
  model: `m${i % 3}`,
  response: `${fence}json\n${JSON.stringify(i % 10 === 3 ? { z: i } : { a: i % 40 === 7 ? 'text' : i })}${i % 9 === 0 ? '' : `\n${fence}`}`,
}));
const clock = { now: () => 0, after: () => () => {} };

suite('mergedEvaluation', () => {
  let folder = '';
  const textOf = (name: string) => readFile(join(folder, name), 'utf8');
  const named = async (name: string) => ({ name, text: await textOf(name) });
  const api = evaluationService(nodeHost, new DefinitionCache(nodeHost), evaluationRunner(nodeHost), clock);
  const run = async (args: string) => {
    const { code, err } = await runCli(folder, args);
    assert.equal(code, 0, err);
  };

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(join(folder, 'p.parser.json'), JSON.stringify(definitions));
    await writeFile(join(folder, 'log.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''));
    await writeFile(join(folder, 'other.jsonl'), `${JSON.stringify(rows[0])}\n`);
    const evaluate = 'evaluate log.jsonl --parser p.parser.json#a --compare p.parser.json#b --threads 0';
    for (const i of [1, 2, 3, 4]) await run(`${evaluate} --shard ${i}/4 --out ${i}.evaluation.json`);
    await run(`${evaluate} --off odd-type --shard 2/4 --out foreign.evaluation.json`);
    await run('merge 1.evaluation.json 2.evaluation.json --partial --out some.evaluation.json');
    await run(
      'merge 1.evaluation.json 2.evaluation.json 3.evaluation.json 4.evaluation.json --out all.evaluation.json',
    );
  });
  suiteTeardown(() => rm(folder, { recursive: true }));

  test('shows the numbers of `parserlens merge`, and says which parts, files and what is left out', async () => {
    const others = await Promise.all(
      ['all', 'some', '4', '1', 'foreign', '2'].map(each => named(`${each}.evaluation.json`)),
    );
    const shown = await api.mergedFileView(await named('3.evaluation.json'), [
      ...others,
      { name: 'broken.evaluation.json', text: '{' },
    ]);
    assert('view' in shown);
    const { parts, ...view } = shown.view;
    const all = readEvaluation(await textOf('all.evaluation.json')) as { readonly evaluation: EvaluationFile };
    assert.deepEqual(view, evaluationModel(all.evaluation, { hasFlips: true }));
    assert(view.causes.some(({ code }) => code === 'odd-type'));
    assert(view.comparison!.better + view.comparison!.worse > 0);
    // What came first of two that have the same is taken.
    assert.deepEqual(parts, {
      has: '1–4',
      of: 4,
      missing: '–',
      isWhole: true,
      files: '3.evaluation.json, some.evaluation.json, 4.evaluation.json',
      left: '1.evaluation.json (it has parts that some.evaluation.json has too), foreign.evaluation.json (it has other options, or is of another version of ParserLens), 2.evaluation.json (it has parts that some.evaluation.json has too)',
    });
  });

  test('some of the parts, one alone, and one whose rows are broken', async () => {
    const own = await named('3.evaluation.json');
    const two = await api.mergedFileView(own, [await named('1.evaluation.json')], 'model');
    assert('view' in two);
    assert.deepEqual(two.view.parts, {
      has: '1, 3',
      of: 4,
      missing: '2, 4',
      files: '3.evaluation.json, 1.evaluation.json',
      left: '',
    });
    assert.equal(two.view.groups.length, 3);
    const alone = await api.mergedFileView(own, [await named('all.evaluation.json')]);
    assert('view' in alone);
    assert.deepEqual(alone.view.parts, { has: '3', of: 4, missing: '1–2, 4', isAlone: true, left: '' });
    const part = JSON.parse(await textOf('1.evaluation.json'));
    const text = (packed: string) => JSON.stringify({ ...part, part: { ...part.part, rows: packed } });
    for (const packed of ['', 'AAAA', '%', part.part.rows.slice(0, 40)])
      await assert.rejects(
        api.mergedFileView(own, [{ name: 'bad.evaluation.json', text: text(packed) }]),
        /^PartsDoNotFit|bad\.evaluation\.json: The rows of this part cannot be read/,
      );
    const whole = await api.mergedFileView(await named('all.evaluation.json'), [own]);
    assert('view' in whole && whole.view.parts === undefined);
  });
});
