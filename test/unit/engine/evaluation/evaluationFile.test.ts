import assert from 'node:assert/strict';
import { type EvaluationFile, readEvaluation, writeEvaluation } from '../../../../src/engine/evaluation/index.ts';

const totals = { rows: 3, skipped: 0, untried: 0, ok: 1, suspicious: 1, error: 1 };
const place = { log: 'a.jsonl', line: 2 };
const file = {
  parser: { file: 'x.parser.json', name: 'x', type: 'identity' },
  logs: [{ path: 'a.jsonl', sha256: '0', size: 0, reader: 'json', field: 'response' }],
  totals,
  rate: 1 / 3,
  interval: [0, 1],
  causes: [
    { kind: 'error', code: 'E', count: 1, example: place },
    { kind: 'suspicious', code: 'S', count: 1, example: place },
  ],
  groups: { model: [{ ...totals, value: 'm' }] },
};

suite('the file of an evaluation', () => {
  const problem = (change: object) => {
    const answer = readEvaluation(JSON.stringify({ ...file, ...change }));
    return 'problem' in answer ? /`(\w+)`/.exec(answer.problem)?.[1] : undefined;
  };

  test('is read as it was written', () => {
    const text = writeEvaluation(file as unknown as EvaluationFile);
    assert.ok(text.endsWith('}\n'));
    assert.deepEqual(readEvaluation(text), { evaluation: file });
  });

  test('of a version that knew no untried rows has none', () => {
    const { untried: _, ...old } = totals;
    const before = { totals: old };
    const text = JSON.stringify({
      ...file,
      totals: old,
      groups: { model: [{ ...old, value: 'm' }] },
      compare: before,
      baseline: before,
    });
    const read = readEvaluation(text);
    assert.deepEqual(read, { evaluation: { ...file, compare: { totals }, baseline: { totals } } });
  });

  const right: readonly object[] = [
    { rate: null },
    { logs: [] },
    { causes: [] },
    { groups: {} },
    { compare: { totals } },
    { baseline: { totals, flips: [{ ...place, before: {}, now: {} }] } },
  ];
  for (const change of right) test(JSON.stringify(change), () => assert.equal(problem(change), undefined));

  const wrong: readonly (readonly [key: string, value: unknown])[] = [
    ['parser', { file: 'x', name: 'x' }],
    ['parser', []],
    ['logs', {}],
    ['logs', [{ ...file.logs[0], size: '0' }]],
    ['logs', [{ ...file.logs[0], field: undefined }]],
    ['totals', { ...totals, ok: -1 }],
    ['totals', { ...totals, ok: '1' }],
    ['totals', null],
    ['totals', { ...totals, untried: '0' }],
    ['rate', 'all'],
    ['rate', -1],
    ['interval', [0]],
    ['interval', [0, null]],
    ['causes', [{ ...file.causes[0], kind: 'other' }]],
    ['causes', [{ ...file.causes[0], code: 1 }]],
    ['causes', [{ ...file.causes[0], example: { log: 'a', line: 'b' } }]],
    ['causes', [null]],
    ['groups', { model: {} }],
    ['groups', { model: [{ value: 'm' }] }],
    ['compare', {}],
    ['baseline', { totals, flips: [{ ...place, before: {} }] }],
    ['baseline', { totals, flips: [{ before: {}, now: {} }] }],
  ];
  for (const [key, value] of wrong)
    test(`not ${key}: ${JSON.stringify(value)}`, () => assert.equal(problem({ [key]: value }), key));

  test('other texts', () => {
    for (const text of ['', '{', '[]', 'null', '3']) assert.ok('problem' in readEvaluation(text), text);
  });
});
