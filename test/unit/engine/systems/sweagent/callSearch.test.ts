import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CallSearch } from '../../../../../src/engine/systems/sweagent/callSearch.ts';

suite('SWE-agent: the call between function tags', () => {
  test('is what the pattern finds, however the text is cut', () => {
    const part = fc.constantFrom(
      '<function=',
      'run',
      '>',
      '\n',
      '\r\n',
      '</function>',
      '</func',
      'tion>',
      '<function=>\n',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), fc.array(part, { maxLength: 6 }), (...pieces) => {
        const cut = pieces.flat();
        const text = cut.join('');
        const search = new CallSearch();
        let at = 0;
        for (const piece of cut) {
          for (let from = 0; from >= 0 && !search.closed; ) from = search.find(piece, from, at);
          at += piece.length;
        }
        const [[start, end] = [], name, body] = /<function=([^>]+)>\n(.*?)<\/function>/ds.exec(text)?.indices ?? [];
        const wanted = name && body && { span: [start, end], nameSpan: name, body };
        const { closed } = search;
        const pair = (span?: { start: number; end: number }) => span && [span.start, span.end];
        const found = closed && { span: pair(closed.span), nameSpan: pair(closed.nameSpan), body: pair(closed.body) };
        assert.deepEqual(found, wanted);
      }),
      { numRuns: 3000 },
    );
  });
});
