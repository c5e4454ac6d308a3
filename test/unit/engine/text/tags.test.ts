import assert from 'node:assert/strict';
import { findTagged, firstLine } from '../../../../src/engine/text/tags.ts';

suite('findTagged', () => {
  const found: [text: string, begin: string, end: string, inner: string][] = [
    ['x <a>1</a> <a>2</a>', '<a>', '</a>', '1'],
    ['</a> <a> x </a>', '<a>', '</a>', ' x '],
    ['<a>x <a>y</a>', '<a>', '</a>', 'x <a>y'],
    ['all END', '', 'END', 'all '],
    ['x A: y', 'A:', '', ''],
    ['#one#', '#', '#', 'one'],
    ['<a><A></a>', '<A>', '</a>', ''],
  ];
  for (const [text, begin, end, inner] of found)
    test(`${begin}…${end} in ${text}`, () => {
      const tagged = findTagged(text, begin, end);
      assert(tagged.found);
      assert.equal(text.slice(tagged.inner.start, tagged.inner.end), inner);
      assert.equal(text.slice(tagged.span.start, tagged.span.end), begin + inner + end);
    });

  test('tells which tag is missing', () => {
    assert.deepEqual(findTagged('a </a> <a>', '<a>', '</a>'), {
      found: false,
      begin: { start: 7, end: 10 },
      end: undefined,
    });
    assert.deepEqual(findTagged('a </a>', '<a>', '</a>'), {
      found: false,
      begin: undefined,
      end: { start: 2, end: 6 },
    });
    assert.deepEqual(findTagged('', '<a>', '</a>'), { found: false, begin: undefined, end: undefined });
  });
});

suite('firstLine', () => {
  for (const [text, start, end] of [
    ['', 0, 0],
    ['\n\n', 0, 2],
    ['a b\nc', 0, 3],
    ['\n  a b\nc', 3, 6],
  ] as const)
    test(JSON.stringify(text), () => assert.deepEqual(firstLine(text), { start, end }));
});
