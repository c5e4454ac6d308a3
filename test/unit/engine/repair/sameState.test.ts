import { equal, ok } from 'node:assert/strict';
import { EditLog } from '../../../../src/engine/repair/edits.ts';
import { singleQuotes } from '../../../../src/engine/repair/quotes.ts';
import { type Mode, Reading } from '../../../../src/engine/repair/reading.ts';
import { isSameState } from '../../../../src/engine/repair/sameState.ts';

const log = new EditLog();
const at = (mode: Mode, change: Partial<Reading> = {}) => Object.assign(new Reading(3, mode, log), change);

suite('the same state of two readings', () => {
  test('is another where what follows may be read otherwise', () => {
    const changes: Partial<Reading>[] = [
      { start: 1 },
      { lastEnd: 1 },
      { commaAt: 1 },
      { string: { kind: singleQuotes, start: -1, isKey: false } },
    ];
    for (const change of [...changes, { doublesBraces: true }])
      ok(!isSameState(at('after'), at('after', change)), JSON.stringify(change));
    ok(!isSameState(at('after'), at('key')));
  });

  test('depends on the string only within one, and on the key only before its value', () => {
    for (const [change, mode] of [
      [{ string: { kind: undefined, start: 1, isKey: false } }, 'string'],
      [{ string: { kind: undefined, start: -1, isKey: true } }, 'string'],
      [{ key: 'a' }, 'value'],
    ] as const) {
      ok(!isSameState(at(mode), at(mode, change)), mode);
      ok(isSameState(at('after'), at('after', change)), mode);
    }
  });

  test('does not depend on what was paid or found', () => {
    const dear = at('after', { doubts: 1, kinds: 1 });
    dear.charge('missing-comma');
    dear.chargeQuote();
    dear.guide(1);
    ok(isSameState(at('after'), dear));
  });

  test('compares the open frames by where and how deep they are', () => {
    const open = (start: number, isObject = true) => {
      const reading = at('value');
      reading.open(start, 4, isObject);
      return reading;
    };
    ok(isSameState(open(1), open(1)));
    equal(isSameState(open(1), open(2)), false);
    equal(isSameState(open(1), open(1, false)), false);
    equal(isSameState(open(1), Object.assign(open(1), { frame: undefined })), false);
  });
});
