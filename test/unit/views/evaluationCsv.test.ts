import { deepEqual } from 'node:assert/strict';
import type { VerdictTable } from '../../../src/engine/index.ts';
import { evaluationCsv } from '../../../src/views/evaluationCsv.ts';

test('rows of an evaluation as CSV: no cell is a formula, and what a sign could break is in quotes', () => {
  const rows = [
    { id: 'a', place: { log: 0, line: 1 }, verdict: 'ok' },
    { place: { log: 1, line: 20 }, verdict: 'error', cause: { code: 'E', detail: 'so "it", is' } },
  ];
  const values = ['=1', '+1', '-1', '@a', '\tb', '\rc', 'x\ny', "it's", 'plain =1'];
  const table = {
    measures: ['judgeMs'],
    columns: values.map((_, i) => `c${i}`),
    size: rows.length,
    row: (i: number) => rows[i],
    measuresAt: (i: number) => (i === 0 ? { judgeMs: 0.25 } : {}),
    valueAt: (column: string, i: number) => (i === 0 ? values[Number(column.slice(1))] : undefined),
  } as unknown as VerdictTable;
  deepEqual(
    [...evaluationCsv(table, [{ path: 'x.jsonl' }])],
    [
      'id,log,line,verdict,code,detail,judgeMs,c0,c1,c2,c3,c4,c5,c6,c7,c8\r\n',
      `a,x.jsonl,1,ok,,,0.25,"'=1","'+1","'-1","'@a","'\tb","'\rc","x\ny","it's",plain =1\r\n`,
      ',,20,error,E,"so ""it"", is",,,,,,,,,,\r\n',
    ],
  );
});
