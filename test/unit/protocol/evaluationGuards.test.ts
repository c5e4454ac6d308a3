import assert from 'node:assert/strict';
import {
  isEvaluationMemory,
  isEvaluationToHost,
  isHostToEvaluation,
  isRowQuery,
} from '../../../src/protocol/evaluationGuards.ts';
import { everyRow } from '../../../src/protocol/rowQuery.ts';

suite('evaluation protocol', () => {
  test('what the page may say', () => {
    for (const message of [
      { type: 'ready' },
      { type: 'ready', query: everyRow },
      {
        type: 'query',
        query: { ...everyRow, cause: 'error\0x', group: { column: 'model', value: null }, change: 'worse' },
      },
      { type: 'column', column: 'model' },
      { type: 'rows', from: 0, to: 40 },
      { type: 'open', row: 3, focus: false },
      { type: 'read', row: 3 },
      { type: 'showInLog', row: 3 },
      { type: 'saveSample', row: 3 },
      { type: 'action', action: 'export' },
    ])
      assert.ok(isEvaluationToHost(message), JSON.stringify(message));
    for (const message of [
      undefined,
      'ready',
      { type: 'ready', query: {} },
      { type: 'query' },
      { type: 'rows', from: -1, to: 2 },
      { type: 'rows', from: 0.5, to: 2 },
      { type: 'open', row: 3 },
      { type: 'read', row: -1 },
      { type: 'saveSample', row: '3' },
      { type: 'action', action: 'delete' },
      { type: 'column', column: 4 },
    ])
      assert.ok(!isEvaluationToHost(message), JSON.stringify(message));
  });

  test('what the extension may say', () => {
    assert.ok(isHostToEvaluation({ type: 'state', state: {} }));
    assert.ok(isHostToEvaluation({ type: 'rows', revision: 1, from: 0, rows: [] }));
    assert.ok(isHostToEvaluation({ type: 'response', row: 2 }));
    assert.ok(isHostToEvaluation({ type: 'response', row: 2, response: {} }));
    assert.ok(!isHostToEvaluation({ type: 'response', row: 2, response: 'x' }));
    for (const message of [null, {}, { type: 'state' }, { type: 'rows', rows: [] }])
      assert.ok(!isHostToEvaluation(message));
  });

  test('a query has an order and verdicts that there are', () => {
    assert.ok(isRowQuery(everyRow));
    for (const wrong of [
      { order: 'size' },
      { verdicts: ['fine'] },
      { text: 3 },
      { change: 'same' },
      { group: { column: 'x', value: 3 } },
    ])
      assert.ok(!isRowQuery({ ...everyRow, ...wrong }), JSON.stringify(wrong));
  });

  test('what a page kept', () => {
    const memory = {
      definition: { uri: 'file:///a.parser.json', name: 'a' },
      logs: [{ uri: 'file:///a.jsonl', from: 12 }],
    };
    assert.ok(isEvaluationMemory(memory));
    assert.ok(isEvaluationMemory({ ...memory, column: 'model', compare: { kind: 'definition', uri: 'x', name: 'y' } }));
    for (const wrong of [
      { definition: undefined },
      { logs: [{}] },
      { logs: [{ uri: 'x', from: -1 }] },
      { compare: { kind: 'definition' } },
      { compare: { kind: 'other' } },
      { column: 1 },
    ])
      assert.ok(!isEvaluationMemory({ ...memory, ...wrong }), JSON.stringify(wrong));
  });
});
