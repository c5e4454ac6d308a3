import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvaluationFile, readEvaluation } from '../../../../src/engine/index.ts';
import { runCli } from '../runCli.ts';

const rows = [
  { id: 'a', model: 'heron', response: '[1]', right: '[1]' },
  { id: 'b', model: 'wren', response: '[1, 2]' },
  { id: 'c', response: '{' },
];

suite('options of parserlens evaluate', () => {
  let folder = '';
  const evaluate = (args: string) => runCli(folder, `evaluate ${args}`);
  const ofLog = (args: string) => evaluate(`log.jsonl --parser p.parser.json#hinted --threads 0 ${args}`);
  const evaluation = async (args: string): Promise<EvaluationFile> => {
    const { code, out, err } = await ofLog(`${args} --json`);
    assert.equal(code, 0, err);
    const read = readEvaluation(out);
    assert('evaluation' in read);
    return read.evaluation;
  };

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    const parsers = {
      hinted: { type: 'MarkdownJsonObjectParser', content_hint: 'x' },
      none: { type: 'RegexTaggedContentParser' },
    };
    await writeFile(join(folder, 'p.parser.json'), JSON.stringify({ parsers }));
    await writeFile(join(folder, 'log.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  });

  suiteTeardown(() => rm(folder, { recursive: true }));

  const shard = '--out o.evaluation.json --shard';
  for (const [args, message] of [
    ['--strict', 'parserlens evaluate: --strict goes with --min-rate, and asks nothing by itself.'],
    ['--json --reporter pretty', 'parserlens evaluate: --json is a --reporter of its own.'],
    ['--shard 1/2', 'parserlens evaluate: --shard goes with --out FILE.'],
    ['--resume', 'parserlens evaluate: --resume goes with --out FILE.'],
    [`${shard} 1/2 --rows r.jsonl`, 'parserlens evaluate: --rows is about all rows: give it to `parserlens merge`.'],
    [
      `${shard} 1/2 --min-rate 0.5`,
      'parserlens evaluate: --min-rate is about all rows: give it to `parserlens merge`.',
    ],
    [`${shard} 1/2 --constrain vllm`, 'parserlens evaluate: --constrain is about all rows, and goes without --shard.'],
    ['--measure judgeMs', 'parserlens evaluate: --measure goes with --rows FILE.'],
    ['--measure words', '--measure words: no such number is known of a row. There are: judgeMs.'],
    ['--threads 1000', '--threads 1000: write a number from 0 to 999.'],
    ['--threads 1x', '--threads 1x: write a number from 0 to 999.'],
    ['--threads x1', '--threads x1: write a number from 0 to 999.'],
    ['--turn first', '--turn first: write last or all.'],
    ...['0/2', '3/2', '1/0', '1/100001', '1', '1/2/3', 'x1/2', '1/2x', '0000001/2'].map(
      part => [`${shard} ${part}`, `--shard ${part}: write which part of how many, from 1/8 to 8/8.`] as const,
    ),
    ['--group-by size', '--group-by size: no row has this column, or it has too many values. There are: model, right.'],
  ] as const)
    test(`${args}: ${message}`, async () => {
      const { code, out, err } = await ofLog(args);
      assert.deepEqual([code, out, err.trim()], [2, '', message]);
    });

  test('a definition must be named, and is not what the log is', async () => {
    assert.match((await evaluate('log.jsonl')).err, /^parserlens evaluate: --parser FILE\[#NAME\] is missing\.$/m);
    assert.match((await evaluate('- --parser -')).err, /The definition and the log cannot both be standard input/);
  });

  test('no report is written over what is read, or over another', async () => {
    for (const [args, words] of [
      ['--rows log.jsonl', /log\.jsonl is read by this command/],
      ['--out p.parser.json', /p\.parser\.json is read by this command/],
      ['--compare p.parser.json#none --out p.parser.json', /is read by this command/],
      ['--rows r --out r', /Two reports would go to .*r: name another file/],
      ['--rows r --reporter json=r', /Two reports would go to .*r: name another file/],
    ] as const)
      assert.match((await ofLog(args)).err, words, args);
  });

  test('the last shard and the largest number of threads are fine', async () => {
    for (const args of ['--shard 2/2', '--shard 1/1', '--shard 100000/100000'])
      assert.equal((await ofLog(`--out part.evaluation.json --force ${args}`)).code, 0, args);
    assert.equal((await evaluate('log.jsonl --parser p.parser.json#hinted --threads 999')).code, 0);
  });

  test('tokens are counted of the answers and of the instruction, where the definition has one', async () => {
    const { tokens } = await evaluation('--tokens CharTokenCounter');
    assert.deepEqual(tokens, { counter: 'CharTokenCounter', instruction: 86, answers: 10, mean: 10 / 3 });
    assert.equal('tokens' in (await evaluation('')), false);
    const none = await evaluate('log.jsonl --parser p.parser.json#none --threads 0 --tokens CharTokenCounter --json');
    assert.deepEqual(JSON.parse(none.out).tokens, { counter: 'CharTokenCounter', answers: 10, mean: 10 / 3 });
  });

  test('a row without a response has no tokens', async () => {
    await writeFile(join(folder, 'gaps.jsonl'), '{"response": "[1]"}\n{"response": null}\n{"id": "c"}\n');
    const args = 'gaps.jsonl --parser p.parser.json#none --threads 0 --tokens CharTokenCounter --json';
    assert.deepEqual(JSON.parse((await evaluate(args)).out).tokens, {
      counter: 'CharTokenCounter',
      answers: 3,
      mean: 3,
    });
  });

  test('a report has what was asked for, and nothing else', async () => {
    const keys = async (args: string) => Object.keys(await evaluation(args)).filter(key => key !== 'fallback');
    const plain = await keys('');
    for (const [args, ...more] of [
      ['--off odd-type', 'off'],
      ['--on coerced', 'on'],
      ['--rows r.jsonl --force', 'rowsFile'],
      ['--compare p.parser.json#none', 'compare'],
    ] as const)
      assert.deepEqual(new Set(await keys(args)), new Set([...plain, ...more]), args);
    assert.equal((await evaluation('--rows r.jsonl --force')).rowsFile, join(folder, 'r.jsonl'));
    await mkdir(join(folder, 'deep'));
    const beside = await evaluation('--rows r.jsonl --out deep/o.evaluation.json --force');
    assert.equal(beside.rowsFile, join('..', 'r.jsonl'));
  });

  test('groups are those of the columns that are named, or of models', async () => {
    assert.deepEqual(Object.keys((await evaluation('')).groups), ['model']);
    assert.deepEqual(
      (await evaluation('--group-by model')).groups.model?.map(({ value, rows }) => [value, rows]),
      [
        ['heron', 1],
        ['wren', 1],
        [null, 1],
      ],
    );
  });

  test('an expected value is missed only where no answer that was read has one', async () => {
    assert.equal((await ofLog('--expected right')).err, '');
    assert.equal((await ofLog('--expected gold')).err, 'No answer that was read has an expected value at `gold`.\n');
    assert.doesNotMatch((await ofLog('--expected gold --field nothing')).err, /expected/);
  });

  test('rows with bytes that are not UTF-8 are counted', async () => {
    const row = Buffer.from('{"response": "[\\"\xfc\\"]"}\n', 'latin1');
    for (const [count, words] of [
      [1, '1 row has bytes that are not UTF-8; they were replaced.\n'],
      [2, '2 rows have bytes that are not UTF-8; they were replaced.\n'],
    ] as const) {
      await writeFile(join(folder, 'latin.jsonl'), Buffer.concat(Array.from({ length: count }, () => row)));
      assert.equal((await evaluate('latin.jsonl --parser p.parser.json#hinted --threads 0')).err, words);
    }
  });

  test('a part has what makes the whole of all parts', async () => {
    const args = '--tokens CharTokenCounter --shard 1/1 --out part.evaluation.json --force';
    assert.equal((await ofLog(args)).code, 0);
    const { part } = JSON.parse(await readFile(join(folder, 'part.evaluation.json'), 'utf8')) as EvaluationFile;
    const { instruction, ...facts } = part!.facts;
    assert.match(instruction ?? '', /^You should respond a json object/);
    assert.deepEqual(facts, {
      notUtf8: 0,
      tokens: 10,
      answers: 3,
      fields: [['id', 'model', 'response', 'right']],
      folders: [],
      instructionTokens: 86,
    });
    assert.deepEqual([part!.of, part!.shards], [1, [1]]);
  });
});
