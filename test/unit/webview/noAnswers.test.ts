import assert from 'node:assert/strict';
import { hasNoAnswers } from '../../../src/webview/evaluation/noAnswers.ts';

suite('An evaluation without a response', () => {
  const cases: [what: string, codes: string[], moreCauses: number, isSo: boolean][] = [
    ['no model answered', ['connection-failed', 'refused-key'], 0, true],
    ['the field is another one', ['no-response'], 0, false],
    ['some did not answer, and the others have another field', ['connection-failed', 'no-response'], 0, false],
    ['there are causes that are not listed', ['connection-failed'], 1, false],
    ['nothing was read yet', [], 0, false],
  ];
  for (const [what, codes, moreCauses, isSo] of cases)
    test(what, () => {
      const causes = codes.map(code => ({ id: code, kind: 'skipped' as const, code, count: 1 }));
      assert.equal(hasNoAnswers({ causes, moreCauses }), isSo);
    });

  test('what no row has any more says nothing', () => {
    const gone = { id: 'x', kind: 'error' as const, code: 'x', count: 0 };
    const failed = { id: 'y', kind: 'skipped' as const, code: 'connection-failed', count: 2 };
    assert.equal(hasNoAnswers({ causes: [failed, gone], moreCauses: 0 }), true);
  });
});
