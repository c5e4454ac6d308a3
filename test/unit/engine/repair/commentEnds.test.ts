import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commentEnds } from '../../../../src/engine/repair/characters.ts';

suite('ends of comments', () => {
  test('whatever was asked before, an end is that of the comment itself', () => {
    const texts = fc.array(fc.constantFrom('/*', '*/', '//', '/*/', '#', '\n', 'a'), { maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(40), { maxLength: 20 }), (parts, places) => {
        const text = parts.join('');
        const endOf = commentEnds(text);
        for (const place of places) {
          const isBlock = text.startsWith('/*', place);
          const rest = text.slice(place);
          const comment = isBlock ? /^\/\*[\s\S]*?\*\/|^\/\*[\s\S]*/.exec(rest)![0] : /^.*/.exec(rest)![0];
          assert.equal(endOf(Math.min(place, text.length)), Math.min(place, text.length) + comment.length);
        }
      }),
    );
  });
});
