import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LiteralsSearch } from '../../../../../src/engine/text/growing/literalsSearch.ts';

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
