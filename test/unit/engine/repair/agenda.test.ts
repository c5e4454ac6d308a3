import assert from 'node:assert/strict';
import { Agenda } from '../../../../src/engine/repair/agenda.ts';
import { crowdedAfter, longAfter, width } from '../../../../src/engine/repair/costs.ts';
import { EditLog } from '../../../../src/engine/repair/edits.ts';
import { plainQuotes, singleQuotes } from '../../../../src/engine/repair/quotes.ts';
import { type Frame, Reading } from '../../../../src/engine/repair/reading.ts';

const log = new EditLog();
const forever = Number.POSITIVE_INFINITY;

/** A reading that has cost `base`; `commaAt` tells apart those at one position. */
function reading(position: number, base: number, fields: Partial<Reading> = {}): Reading {
  const made = Object.assign(new Reading(position, 'after', log), fields);
  made.pay(base);
  return made;
}

function stringOf(string: Partial<Reading['string']>): Partial<Reading> {
  return { string: { kind: undefined, start: -1, isKey: false, ...string } };
}

function agendaOf(...readings: readonly Reading[]): Agenda {
  const agenda = new Agenda();
  for (const one of readings) agenda.add(one);
  return agenda;
}

/** What is left on an agenda, in the order in which it is taken. */
function rest(agenda: Agenda): readonly Reading[] {
  const taken: Reading[] = [];
  for (let next = agenda.next(forever); next; next = agenda.next(forever)) taken.push(next);
  return taken;
}

function frame(start: number, fields: Partial<Frame> = {}): Frame {
  const closed = { isTuple: false, isImplied: false, schema: undefined, outerKeys: undefined, outerKinds: 0 };
  return { parent: undefined, isObject: true, start, depth: 1, ...closed, ...fields };
}

suite('the agenda: which reading is next', () => {
  const behind = reading(5, 3);
  const ahead = reading(9, 0);
  const cheap = reading(5, 1, { commaAt: 2 });
  const search = reading(1, 50, { mode: 'search' });
  const rows: readonly (readonly [what: string, added: readonly Reading[], taken: readonly Reading[]])[] = [
    ['the one furthest behind', [ahead, behind], [behind, ahead]],
    ['of two at one position the cheaper one', [behind, cheap], [cheap, behind]],
    ['of two at one position the cheaper one, whichever came first', [cheap, behind], [cheap, behind]],
    ['none that has cost 6 more than the best', [cheap, reading(2, 7.1)], [cheap]],
    ['one that has cost less than 6 more than the best', [cheap, behind], [cheap, behind]],
    ['the search for a beginning, whatever it costs', [ahead, search], [search, ahead]],
  ];
  for (const [what, added, taken] of rows) test(what, () => assert.deepEqual(rest(agendaOf(...added)), taken));

  test('what is dearer than what was finished by more than 6 is given up', () => {
    assert.equal(agendaOf(reading(5, 7)).next(0.5), undefined);
    assert.equal(agendaOf(reading(5, 6)).next(0.5)?.base, 6);
  });

  test('what costs 6 more than the best when it is added is forgotten, if others are under way', () => {
    const others = [reading(2, 1), reading(3, 1)];
    const agenda = agendaOf(reading(1, 0), ...others);
    assert.equal(agenda.next(forever)?.base, 0);
    agenda.add(reading(4, 6.5));
    assert.deepEqual(rest(agenda), others);
  });

  test('so many are carried along at most, and the dearest are forgotten', () => {
    const many = Array.from({ length: width + 2 }, (_, i) => reading(5, i / 10, { commaAt: i }));
    assert.deepEqual(rest(agendaOf(...many.toReversed())), many.slice(0, width));
  });
});

suite('the agenda: readings that meet', () => {
  const inner = { parent: frame(0), depth: 2 };
  type Row = readonly [what: string, both: Partial<Reading>, other: Partial<Reading>, areOne: boolean];
  const rows: readonly Row[] = [
    ['the same state', {}, {}, true],
    ['another position', {}, { position: 9 }, false],
    ['another mode', {}, { mode: 'value' }, false],
    ['another beginning of the value', {}, { start: 1 }, false],
    ['another comma', {}, { commaAt: 3 }, false],
    ['another end of the last item', {}, { lastEnd: 4 }, false],
    ['other quotes', stringOf({ kind: plainQuotes }), stringOf({ kind: singleQuotes }), false],
    ['a string that began elsewhere', { mode: 'string', ...stringOf({ start: 3 }) }, stringOf({ start: 2 }), false],
    [
      'a string that was a value and not a key',
      { mode: 'string', ...stringOf({ isKey: true }) },
      stringOf({ isKey: false }),
      false,
    ],
    ['an earlier string that began elsewhere', stringOf({ start: 3 }), stringOf({ start: 2 }), true],
    ['another key of the value that comes next', { mode: 'value', key: 'a' }, { key: 'b' }, false],
    ['another key of a value that is over', { key: 'a' }, { key: 'b' }, true],
    ['the same brackets', { frame: frame(3, inner) }, { frame: frame(3, inner) }, true],
    ['brackets that are equal', { frame: frame(3) }, { frame: frame(3) }, true],
    ['a bracket that opened elsewhere', { frame: frame(3) }, { frame: frame(2) }, false],
    ['a bracket of the other kind', { frame: frame(3) }, { frame: frame(3, { isObject: false }) }, false],
    ['a bracket that stands deeper', { frame: frame(3) }, { frame: frame(3, { depth: 2 }) }, false],
    ['no bracket', { frame: frame(3) }, { frame: undefined }, false],
    ['another bracket around', { frame: frame(3, inner) }, { frame: frame(3, { ...inner, parent: frame(1) }) }, false],
    ['no bracket around', { frame: frame(3, inner) }, { frame: frame(3, { depth: 2 }) }, false],
  ];
  for (const [what, both, other, areOne] of rows)
    test(`${what}: ${areOne ? 'one remains' : 'both go on'}`, () => {
      const agenda = agendaOf(reading(5, 1, both), reading(5, 2, { ...both, ...other }));
      assert.equal(rest(agenda).length, areOne ? 1 : 2);
    });

  test('the cheaper one remains and remembers the other, whichever came first', () => {
    for (const isFirst of [true, false]) {
      const winner = reading(5, 1);
      const loser = reading(5, 2.5);
      loser.note(1, 2, '', 'comment');
      const agenda = isFirst ? agendaOf(winner, loser) : agendaOf(loser, winner);
      assert.deepEqual(rest(agenda), [winner]);
      assert.deepEqual(winner.rivals, { edits: loser.edits, met: winner.edits, gap: 1.5, before: undefined });
    }
  });

  test('one that cost much more, or came by the same edits, is not remembered', () => {
    const winner = reading(5, 1);
    const dear = reading(5, 5.5);
    dear.note(1, 2, '', 'comment');
    agendaOf(winner, dear, reading(5, 2));
    assert.equal(winner.rivals, undefined);
  });
});

suite('the agenda: long texts', () => {
  /** Takes so many steps with these readings, each of which is added again. */
  function stepped(count: number, ...readings: readonly Reading[]): Agenda {
    const agenda = agendaOf(...readings);
    for (let i = 0; i < count; i++) agenda.add(agenda.next(forever)!);
    return agenda;
  }

  test('a reading may go on at once where it is the only one, or when the text has been long', () => {
    assert.equal(new Agenda().mayGoOn, true);
    assert.equal(agendaOf(reading(5, 1)).mayGoOn, false);
    assert.equal(stepped(longAfter, reading(5, 1)).mayGoOn, true);
  });

  test('a single reading may part however long the text is', () => {
    assert.equal(stepped(crowdedAfter, reading(5, 0)).mayAdd(5), true);
  });

  test('where several were under way for long, none is added that costs 1 more than the best', () => {
    const two = [reading(5, 0), reading(5, 0, { commaAt: 2 })];
    assert.equal(stepped(crowdedAfter - 1, ...two).mayAdd(1.5), true);
    const agenda = stepped(crowdedAfter, ...two);
    assert.equal(agenda.mayAdd(0.9), true);
    assert.equal(agenda.mayAdd(1.5), false);
  });

  test('steps that a reading takes alone are counted', () => {
    const agenda = new Agenda();
    assert.equal(agenda.stepAlone(longAfter), true);
    agenda.add(reading(5, 1));
    assert.equal(agenda.mayGoOn, true);
    assert.equal(agenda.stepAlone(1), false);
  });
});
