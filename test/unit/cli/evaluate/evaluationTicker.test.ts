import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { ticker } from '../../../../src/cli/evaluate/evaluationTicker.ts';
import type { Io } from '../../../../src/cli/io.ts';
import { VerdictTable } from '../../../../src/engine/index.ts';

/** What is written while one row comes after the other, `count` times. */
function shown(isTTY: boolean, env: Io['env'], total: number | undefined, count = 2): string {
  let text = '';
  const stderr = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    }),
    { isTTY },
  );
  const { progress, end } = ticker({ stderr, env } as unknown as Io);
  const table = new VerdictTable();
  for (let i = 0; i < count; i++) {
    table.add({ place: { log: 0, line: i }, columns: {}, verdict: 'ok', suspicions: [] });
    progress({ tables: [table], bytes: i + 1, total });
  }
  end();
  return text;
}

suite('progress of an evaluation', () => {
  test('on a terminal: the first rows at once, the next not before a moment is over; nothing of it stays', () =>
    assert.equal(shown(true, {}, 4), '\r\x1b[K1 row · 25 %\r\x1b[K'));

  test('without a share where nobody knows how much there is', () =>
    assert.equal(shown(true, {}, undefined), '\r\x1b[K1 row\r\x1b[K'));

  test('nowhere else, and nothing for nothing', () => {
    assert.equal(shown(false, {}, 4), '');
    assert.equal(shown(true, { CI: 'true' }, 4), '');
    assert.equal(shown(true, {}, 4, 0), '');
  });
});
