import assert, { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, composeEdits } from '../../../../src/engine/core/applyEdits.ts';

suite('applyEdits', () => {
  const edits = [
    { start: 1, end: 2, text: 'XY' },
    { span: { start: 4, end: 4 }, text: '-' },
    { span: { start: 4, end: 6 }, text: '' },
  ];

  test('the offsets may stand beside the text or in a span', () =>
    assert.equal(applyEdits('abcdefgh', edits), 'aXYcd-gh'));

  test('of a part of a text only that comes out', () =>
    assert.equal(applyEdits('abcdefgh', edits, { start: 1, end: 7 }), 'XYcd-g'));

  test('without edits the text stays', () => {
    assert.equal(applyEdits('abc', []), 'abc');
    assert.equal(applyEdits('', [{ start: 0, end: 0, text: 'a' }]), 'a');
  });
});

const edit = (start: number, end: number, text: string) => ({ start, end, text });

/** Edits in order within a text of so many characters. */
const editsWithin = (length: number) =>
  fc
    .array(fc.tuple(fc.nat(length), fc.constantFrom('', 'x', 'yz')), { maxLength: 6 })
    .map(drawn => drawn.toSorted(([one], [other]) => one - other))
    .map(drawn =>
      drawn.flatMap(([start, text], i) => {
        const end = drawn[i + 1]?.[0] ?? length;
        return i % 2 ? [] : [edit(start, Math.min(end, start + 2), text)];
      }),
    );

suite('two lots of edits as one', () => {
  test('apart, each keeps its place in the text', () =>
    deepEqual(composeEdits('a\r\nb\r\nc', [edit(1, 2, ''), edit(4, 5, '')], [edit(3, 3, '!'), edit(5, 5, '?')]), [
      edit(1, 2, ''),
      edit(4, 5, ''),
      edit(5, 5, '!'),
      edit(7, 7, '?'),
    ]));

  test('a stretch that both touch is one edit', () =>
    deepEqual(composeEdits('abcdef', [edit(2, 3, 'XY')], [edit(1, 3, '-')]), [edit(1, 3, '-Y')]));

  test('property: they do what the two do one after the other, in order, without an overlap', () => {
    const cases = fc
      .string({ maxLength: 12 })
      .chain(text => fc.tuple(fc.constant(text), editsWithin(text.length)))
      .chain(([text, first]) =>
        fc.tuple(fc.constant(text), fc.constant(first), editsWithin(applyEdits(text, first).length)),
      );
    fc.assert(
      fc.property(cases, ([text, first, second]) => {
        const both = composeEdits(text, first, second);
        equal(applyEdits(text, both), applyEdits(applyEdits(text, first), second));
        ok(both.every(({ start, end }, i) => start <= end && start >= (both[i - 1]?.end ?? 0)));
      }),
      { numRuns: 2000 },
    );
  });
});
