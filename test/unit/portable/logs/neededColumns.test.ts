import { deepEqual } from 'node:assert/strict';
import type { LogReading } from '../../../../src/engine/index.ts';
import { neededColumns } from '../../../../src/portable/logs/neededColumns.ts';

suite('columns that rows are read by', () => {
  const json: LogReading = { reader: 'json' };
  const long = 'x'.repeat(101);
  const rows: readonly (readonly [what: string, column: string, values: readonly unknown[], isNeeded: boolean])[] = [
    ['short texts', 'a', ['x'.repeat(100)], true],
    ['long texts', 'a', [long], false],
    ['a short text among long ones', 'a', [long, 'x'], true],
    ['numbers', 'a', [1], true],
    ['nothing', 'a', [null, null], true],
    ['a long text and nothing', 'a', [null, long], false],
    ['lists', 'a', [['x']], false],
    ['an object with a short member', 'a', [{ b: long, c: 'x' }], true],
    ['an object with long members', 'a', [{ b: long, c: ['x'], d: { e: 'x' } }], false],
    ...['id', '_id', 'uuid', 'key', 'row_id', 'response', 'message', 'messages', 'content', 'role', 'expected', 'error']
      .concat(['request', 'choices', 'candidates', 'finish_reason', 'stop_reason', 'done_reason', 'x_finish_y_reason'])
      .concat(['aFinishReason', 'aStopReason'])
      .map(name => ['a long text that says more', name, [long], true] as const),
    ...['ids', 'keys', 'responses', 'reason', 'my response'].map(
      name => ['any long text', name, [long], false] as const,
    ),
  ];
  for (const [what, column, values, isNeeded] of rows)
    test(`${what} in \`${column}\`: ${isNeeded}`, () =>
      deepEqual(
        neededColumns(
          values.map(value => ({ [column]: value })),
          json,
        ),
        isNeeded ? [column] : [],
      ));

  test('what is named is needed, whatever it holds', () => {
    const record = { a: long, b: long, c: long };
    deepEqual(neededColumns([record, null, 5], { ...json, field: 'a.x[0]', expected: 'c' }), ['a', 'c']);
  });

  test('all, where more than a field is read', () => {
    deepEqual(neededColumns([{ a: 1 }], { reader: 'openai-chat' }), undefined);
    deepEqual(neededColumns([{ a: 1 }], { ...json, body: 'a' } as LogReading), undefined);
  });
});
