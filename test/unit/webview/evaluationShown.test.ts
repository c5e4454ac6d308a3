import assert from 'node:assert/strict';
import type { EvaluationState } from '../../../src/protocol/evaluationProtocol.ts';
import { after, afterCancel, type Shown } from '../../../src/webview/evaluation/shown.ts';

suite('What an evaluation page shows', () => {
  const running: EvaluationState = { revision: 1, phase: 'running', stale: false, listed: 3, share: 0.5 };
  const nothing: Shown = { slice: { from: 0, rows: [] } };
  const shown = after(nothing, { type: 'state', state: running });

  test('A click on Cancel is shown at once', () => {
    const { state } = afterCancel(shown);
    assert.equal(state?.phase, 'cancelled');
    assert.equal(state?.share, undefined);
    assert.equal(state?.listed, 3);
  });

  test('What was on its way when it was cancelled does not make it run again', () => {
    const late = after(afterCancel(shown), { type: 'state', state: { ...running, revision: 2, listed: 4 } });
    assert.equal(late.state?.phase, 'cancelled');
    assert.equal(late.state?.listed, 4);
  });

  test('What runs after the host heard of it is shown as running', () => {
    const heard = after(afterCancel(shown), { type: 'state', state: { ...running, phase: 'cancelled' } });
    assert.equal(after(heard, { type: 'state', state: running }).state?.phase, 'running');
  });

  test('What ended in the meantime is not cancelled', () => {
    const done = after(afterCancel(shown), { type: 'state', state: { ...running, phase: 'done' } });
    assert.equal(done.state?.phase, 'done');
    assert.equal(afterCancel(done), done);
  });

  test('Rows take the place of the old ones', () => {
    const rows = after({ ...shown, isOld: true }, { type: 'rows', revision: 1, from: 20, rows: [] });
    assert.equal(rows.isOld, false);
    assert.equal(rows.slice.from, 20);
  });
});
