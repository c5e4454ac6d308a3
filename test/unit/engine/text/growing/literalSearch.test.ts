import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LiteralSearch, LiteralsSearch } from '../../../../../src/engine/text/growing/literalSearch.ts';

/** The ends of a literal in a text that comes unit by unit. */
function ends(literal: string, text: string): number[] {
  const search = new LiteralSearch(literal);
  return [...Array(text.length).keys()].filter(i => search.push(text.charCodeAt(i))).map(i => i + 1);
}

suite('LiteralSearch', () => {
  const cases: readonly (readonly [what: string, literal: string, text: string, found: readonly number[]])[] = [
    ['one unit', '`', 'a``', [2, 3]],
    ['behind the start of another', 'aab', 'aaab', [4]],
    ['behind a long start of another', 'abababc', 'ababababc', [9]],
    ['a start inside of a start', 'aabaaac', 'aabaabaaac', [10]],
    ['matches do not overlap', 'aa', 'aaaaa', [2, 4]],
    ['none', 'ab', 'aacb', []],
  ];
  for (const [what, literal, text, found] of cases)
    test(`${what}: ${literal} in ${text}`, () => assert.deepEqual(ends(literal, text), found));

  test('finds what indexOf finds', () => {
    const units = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(units, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 }), (literal, text) => {
        const found: number[] = [];
        for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
          found.push(at + literal.length);
        assert.deepEqual(ends(literal, text), found);
      }),
    );
  });

  test('finds the same however the text is cut', () => {
    const units = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 });
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 9 }), { maxLength: 8 });
    fc.assert(
      fc.property(units, pieces, (literal, cut) => {
        const search = new LiteralSearch(literal);
        const found: number[] = [];
        let at = 0;
        for (const piece of cut) {
          for (let i = search.find(piece); i >= 0; i = search.find(piece, i)) found.push(at + i);
          at += piece.length;
        }
        assert.deepEqual(found, ends(literal, cut.join('')));
      }),
    );
  });

  test('an empty literal is there at once', () => assert.equal(new LiteralSearch('').find('abc', 2), 2));

  test('begins anew', () => {
    const search = new LiteralSearch('ab');
    search.push(0x61);
    search.reset();
    assert.equal(search.push(0x62), false);
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });

suite('LiteralsSearch', () => {
  test('tells the ends of several literals in their order, however the text is cut', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 9 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), pieces, (literals, cut) => {
        const text = cut.join('');
        const wanted = literals.flatMap((literal, which) => {
          const ends: (readonly [number, number])[] = [];
          for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
            ends.push([at + literal.length, which]);
          return ends;
        });
        wanted.sort(([a, i], [b, k]) => a - b || i - k);
        const search = new LiteralsSearch(literals);
        const found: [number, number][] = [];
        let at = 0;
        for (const piece of cut) {
          for (let end = search.find(piece, 0); end >= 0; end = search.find(piece, end))
            found.push([at + end, search.found]);
          at += piece.length;
        }
        assert.deepEqual(found, wanted);
      }),
    );
  });
});
