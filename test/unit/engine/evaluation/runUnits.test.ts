import assert from 'node:assert/strict';
import {
  createRowReader,
  evaluationOf,
  type LogRow,
  readEvaluation,
  runUnits,
  summarize,
  type Verdict,
  VerdictTable,
  writeEvaluation,
} from '../../../../src/engine/evaluation/index.ts';

type Answer = readonly [id: string, retry: number, verdict: Verdict];

function tableOf(answers: readonly Answer[]): VerdictTable {
  const table = new VerdictTable();
  for (const [i, [id, retry, verdict]] of answers.entries())
    table.add({
      place: { log: 0, line: i + 1 },
      ...(id !== '' && { run: { id, retry } }),
      verdict,
      ...(verdict === 'error' && { code: `code ${retry}` }),
      suspicions: [],
      columns: { model: 'm', retry: String(retry) },
    });
  return table;
}

suite('questions that were asked again', () => {
  const three: readonly Answer[] = [
    ['a', 0, 'error'],
    ['b', 0, 'error'],
    ['a', 1, 'ok'],
    ['c', 0, 'error'],
    ['b', 1, 'error'],
    ['c', 1, 'ok'],
    ['b', 2, 'ok'],
  ];

  test('are one unit each: none of three reads at first, all do after feedback', () => {
    const { totals, rate, withRetries, causes, groups } = summarize(tableOf(three), ['model', 'retry']);
    assert.deepEqual([totals.rows, totals.ok, totals.error, rate], [3, 0, 3, 0]);
    assert.deepEqual([withRetries?.rows, withRetries?.ok, withRetries?.rate, withRetries?.answers], [3, 3, 1, 7]);
    assert.deepEqual(
      causes.map(({ code, count }) => [code, count]),
      [['code 0', 3]],
    );
    assert.equal(groups.model?.[0]?.rows, 3);
    // The column of the retries tells all of them apart.
    assert.deepEqual(
      groups.retry?.map(({ value, rows, ok }) => [value, rows, ok]),
      [
        ['0', 3, 0],
        ['1', 3, 2],
        ['2', 1, 1],
      ],
    );
  });

  test('a failed connection leaves the answer before it; a row of no run is a unit', () => {
    const { totals, withRetries } = summarize(
      tableOf([
        ['a', 0, 'suspicious'],
        ['a', 1, 'skipped'],
        ['', 0, 'ok'],
      ]),
    );
    assert.deepEqual([totals.rows, totals.suspicious, totals.ok], [2, 1, 1]);
    assert.deepEqual([withRetries?.rows, withRetries?.suspicious, withRetries?.skipped], [2, 1, 0]);
  });

  test('where nothing was asked again there are no such numbers, and no units', () => {
    const once = tableOf([
      ['a', 0, 'ok'],
      ['b', 0, 'error'],
    ]);
    assert.equal(runUnits(once), undefined);
    assert.equal(summarize(once).withRetries, undefined);
    assert.equal(summarize(new VerdictTable()).withRetries, undefined);
  });

  test('retries that come before their first answer, from another thread or not, count the same', () => {
    const [first, second] = [tableOf(three.slice(0, 3)), tableOf(three.slice(3))];
    first.append(second.pack());
    assert.deepEqual(summarize(first).withRetries, summarize(tableOf(three)).withRetries);
    const turned = summarize(tableOf([...three].reverse()));
    assert.deepEqual([turned.totals.error, turned.withRetries?.ok], [3, 3]);
  });

  test('stand in the file', () => {
    const parser = { file: 'f', name: 'n', type: 't' };
    const file = evaluationOf({ parser, logs: [], table: tableOf(three), groupBy: [], leftOut: 2 });
    const read = readEvaluation(writeEvaluation(file));
    assert.ok('evaluation' in read);
    assert.deepEqual([read.evaluation.withRetries?.rate, read.evaluation.rate, read.evaluation.leftOut], [1, 0, 2]);
    const wrong = readEvaluation(JSON.stringify({ ...file, withRetries: { rows: 1 } }));
    assert.ok('problem' in wrong && wrong.problem.includes('withRetries'));
  });
});

suite('a log of runs of several definitions', () => {
  const line = (parser?: string) => ({
    id: 'x',
    parser,
    model: 'm',
    retry: 0,
    attempts: 1,
    request: {},
    response: 'r',
  });
  const read = createRowReader({ reader: 'responses', others: ['night'] });
  const rowOf = (parser?: string): LogRow => read(line(parser), { log: 0, line: 1 });

  test('has rows that are another’s; what is asked for nobody or for what is not there any more is not', () => {
    assert.equal(rowOf('night').isOther, true);
    for (const parser of ['vote', 'renamed', undefined]) assert.equal(rowOf(parser).isOther, undefined);
    assert.deepEqual(rowOf('vote').run, { id: 'x', retry: 0 });
  });
});
