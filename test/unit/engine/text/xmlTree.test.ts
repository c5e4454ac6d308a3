import assert from 'node:assert/strict';
import { readXml } from '../../../../src/engine/text/xmlTree.ts';

suite('XML', () => {
  test('elements, text and namespaces', () => {
    const read = readXml('<t xmlns:n="urn:x">a<!-- c --><n:b> 1 &amp; 2 </n:b><c><![CDATA[<d>]]>\r\n</c>tail</t>');
    assert(read.ok);
    assert.deepEqual(read.root, {
      tag: 't',
      text: 'a',
      children: [
        undefined,
        { tag: '{urn:x}b', text: ' 1 & 2 ', children: [] },
        { tag: 'c', text: '<d>\n', children: [] },
      ],
    });
  });

  test('an entity that is not resolved is a child without a tag', () => {
    const read = readXml('<!DOCTYPE t [<!ENTITY e "boom">]><t>a&e;b</t>');
    assert(read.ok);
    assert.deepEqual(read.root, { tag: 't', text: 'a', children: [undefined] });
  });

  for (const text of [
    '',
    'text',
    '<a>',
    '<a></b>',
    '<a>&x;</a>',
    '<a>1 < 2</a>',
    '<a>\x0b</a>',
    '<a/><b/>',
    '<a b=1/>',
    '<n:a/>',
  ])
    test(`not well-formed: ${JSON.stringify(text)}`, () => {
      const read = readXml(text);
      assert(!read.ok);
      assert.match(read.message, /line \d+, column \d+/);
    });

  test('nesting is limited', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    assert(readXml(nested(256)).ok);
    assert(!readXml(nested(257)).ok);
    assert(!readXml(nested(100_000)).ok);
  });
});
