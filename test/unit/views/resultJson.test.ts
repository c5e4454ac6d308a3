import { deepEqual } from 'node:assert/strict';
import { toPlain, type Violation } from '../../../src/engine/index.ts';
import { diagnosisJson } from '../../../src/views/resultJson.ts';

suite('violations as JSON', () => {
  const told = (violations: readonly Violation[] | undefined, text: string) =>
    toPlain(diagnosisJson({ candidates: [], causes: [], ...(violations && { violations }) }, text));

  const violation: Violation = {
    ...{ path: '/a', cause: 'wrong-type', span: { start: 5, end: 8 } },
    ...{ wanted: 'integer', got: 'string', message: 'no', wants: { types: ['integer'] } },
  };
  const said = { path: '/a', cause: 'wrong-type', span: { start: 5, end: 8 } };
  const words = { wanted: 'integer', got: 'string', message: 'no' };

  test('have a line and a column in a text, and the number of their call in a message', () => {
    deepEqual(told([violation, { ...violation, call: 0 }], '{\n"a": "x"}'), {
      ok: false,
      candidates: [],
      violations: [
        { ...said, line: 2, column: 4, ...words },
        { ...said, call: 0, ...words },
      ],
    });
  });

  test('are none where there are none', () => deepEqual(told(undefined, ''), { ok: false, candidates: [] }));
});
