import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './runCli.ts';

const fenced = (json: string) => `\`\`\`json\n${json}\n\`\`\``;

suite('--on', () => {
  let folder: string;
  const run = (args: string, input = '') => runCli(folder, args, input);
  const evaluation = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    const content_schema = { title: 'Rating', type: 'object', properties: { stars: { type: 'integer' } } };
    writeFileSync(join(folder, 'r.parser.json'), JSON.stringify({ type: 'MarkdownJsonDictParser', content_schema }));
    const rows = ['{"stars": 5}', '{"stars": "5"}', '{"stars": 4, "why": "x"}', '{"stars": "many"}'].map(fenced);
    writeFileSync(join(folder, 'log.jsonl'), rows.map(response => `${JSON.stringify({ response })}\n`).join(''));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  test('an evaluation looks for what validators coerce only where it is asked to, whole and in parts', async () => {
    const evaluate = 'evaluate log.jsonl --parser r.parser.json';
    await run(`${evaluate} --out plain.evaluation.json`);
    assert.equal(evaluation('plain.evaluation.json').totals.suspicious, 0);
    assert.ok(!('on' in evaluation('plain.evaluation.json')));
    await run(`${evaluate} --on coerced --threads 2 --out on.evaluation.json`);
    const { on, totals, causes } = evaluation('on.evaluation.json');
    assert.deepEqual([on, totals.suspicious], [['coerced'], 2]);
    assert.deepEqual(
      causes.flatMap((each: { code: string; detail: string }) => (each.code === 'coerced' ? [each.detail] : [])),
      ['/stars, wrong-type: number', '/why, unknown-key: no such member'],
    );
    for (const part of [1, 2]) await run(`${evaluate} --on coerced --shard ${part}/2 --out p${part}.evaluation.json`);
    await run('merge p1.evaluation.json p2.evaluation.json --out merged.evaluation.json');
    assert.deepEqual(evaluation('merged.evaluation.json'), evaluation('on.evaluation.json'));
  });

  test('a run that is complete is another one without it', async () => {
    const args = 'evaluate log.jsonl --parser r.parser.json --out r.evaluation.json --resume';
    assert.equal((await run(`${args} --on coerced`)).code, 0);
    assert.match((await run(`${args} --on coerced`)).err, /complete already/);
    assert.match((await run(args)).err, /is there already, and of another run/);
  });

  test('judge and parse', async () => {
    const rows = readFileSync(join(folder, 'log.jsonl'), 'utf8');
    const verdicts = async (args: string) =>
      (await run(`judge r.parser.json ${args}`, rows)).out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).verdict);
    assert.deepEqual(await verdicts(''), ['ok', 'ok', 'ok', 'error']);
    assert.deepEqual(await verdicts('--on coerced'), ['ok', 'suspicious', 'suspicious', 'error']);
    const parsed = async (args: string, input: string) => (await run(`parse r.parser.json - ${args}`, input)).out;
    const text = fenced('{"stars": "5"}');
    assert.deepEqual(JSON.parse(await parsed('--json', text)).suspicions, []);
    const [suspicion] = JSON.parse(await parsed('--json --on coerced', text)).suspicions;
    assert.deepEqual([suspicion.code, suspicion.violations[0].path], ['coerced', '/stars']);
    assert.match(await parsed('--jsonl --on coerced', `${JSON.stringify(text)}\n`), /"code":\s*"coerced"/);
  });

  test('other codes, and a parse that shows none, are told', async () => {
    assert.match((await run('judge r.parser.json --on odd-type', '')).err, /--on odd-type.*There are: coerced/s);
    assert.match((await run('evaluate log.jsonl --parser r.parser.json --on x')).err, /--on x/);
    assert.match((await run('parse r.parser.json - --on coerced', '{}')).err, /--json or --jsonl/);
  });
});
