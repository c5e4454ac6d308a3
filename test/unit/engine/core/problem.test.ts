import assert from 'node:assert/strict';
import { problem, problemCatalogue } from '../../../../src/engine/core/problem.ts';

suite('problems', () => {
  for (const [code, { severity, summary }] of Object.entries(problemCatalogue))
    test(`${code} has a severity, and a sentence for its documentation`, () => {
      assert.match(code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(['error', 'warning', 'info'].includes(severity));
      assert.match(summary, /^[A-Z].*\.$/);
    });

  test('one has the severity of its code, and fixes only where there are any', () => {
    const span = { start: 1, end: 2 };
    const fix = { title: 'Add it', edits: [] };
    assert.deepEqual(problem('missing-key', 'So.', span, []), {
      code: 'missing-key',
      message: 'So.',
      severity: 'error',
      span,
    });
    assert.deepEqual(problem('listed-twice', 'So.', span, [fix]), {
      code: 'listed-twice',
      message: 'So.',
      severity: 'info',
      span,
      fixes: [fix],
    });
  });
});
