import assert from 'node:assert/strict';
import type { EvaluationFile, EvaluationPart } from '../../../src/engine/index.ts';
import { causeSentence } from '../../../src/views/evaluationMarkdown.ts';
import { evaluationModel } from '../../../src/views/evaluationModel.ts';

const file: EvaluationFile = {
  parser: { file: 'a.parser.json', name: 'a', type: 'MarkdownJsonDictParser' },
  logs: [],
  totals: { rows: 3, untried: 0, skipped: 0, ok: 3, suspicious: 0, error: 0 },
  rate: 1,
  interval: [0.4, 1],
  causes: [],
  groups: {},
};
const part = (of: number, ...shards: number[]): EvaluationPart => ({
  of,
  shards,
  run: {},
  rows: '',
  facts: { notUtf8: 2, tokens: 0, answers: 0, fields: [], folders: [] },
});

test('evaluationModel says what a cause is, of rows without an answer too', () => {
  const example = { log: 'a.jsonl', line: 1 };
  const { causes } = evaluationModel({
    ...file,
    causes: [{ kind: 'error', code: 'no-answer', detail: 'x', count: 1, example }],
    skips: [{ code: 'no-response', count: 2, example }],
  });
  assert.deepEqual(
    causes.map(({ kind, count, example: at, sentence }) => [kind, count, at, sentence]),
    [
      ['error', 1, 'a.jsonl:1', causeSentence('no-answer')],
      ['skipped', 2, 'a.jsonl:1', 'The row has no response where the others have theirs.'],
    ],
  );
  assert.ok(causes[0]!.sentence);
});

suite('evaluationModel, of a part', () => {
  test('says which parts it has and which are missing', () => {
    assert.equal(evaluationModel(file).parts, undefined);
    const cases: readonly (readonly [EvaluationPart, string, string])[] = [
      [part(8, 3), '3', '1–2, 4–8'],
      [part(8, 5, 1, 2, 3), '1–3, 5', '4, 6–8'],
      [part(2, 2, 1), '1–2', '–'],
      [
        part(100, ...Array.from({ length: 50 }, (_, i) => 2 * i + 1)),
        '1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, …',
        '2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, …',
      ],
    ];
    for (const [own, has, missing] of cases) {
      const view = evaluationModel({ ...file, part: own });
      assert.deepEqual(view.parts, { has, of: own.of, missing, ...(missing === '–' && { isWhole: true }) });
      assert.equal(view.notUtf8, 2);
    }
  });
});
