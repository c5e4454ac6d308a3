import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { expectedMarkup } from '../../../../src/engine/diagnosis/expectedMarkup.ts';
import { xmlEdits } from '../../../../src/engine/diagnosis/xmlEdits.ts';
import { propertyRuns } from '../../../propertyRuns.ts';

/** What a text becomes, its causes, and whether something is missing. */
function repaired(text: string) {
  const found = xmlEdits(text);
  if (!found) return undefined;
  const causes = [...new Set(found.edits.map(({ cause }) => cause))].join(' ');
  return [applyEdits(text, found.edits), causes, found.lossy];
}

const rows: readonly [what: string, text: string, repaired: unknown][] = [
  ['nothing is wrong', '<a>1<b x="2"/><!-- <c> & --><![CDATA[<d> & ]]></a>', [undefined, '', false]],
  ['a declaration stays', '<?xml version="1.0"?>\n<a>1</a>', [undefined, '', false]],
  ['so do blanks around it', ' \n<a>1</a>\n ', [undefined, '', false]],
  ['so with blanks before it', '\n <?xml version="1.0"?>\n<a>1</a>', [undefined, '', false]],
  ['a digit in brackets', '<a>1 <5> 2</a>', ['<a>1 &lt;5> 2</a>', 'bare-markup', false]],
  ['a tag with a blank is not text', '<a>< b1>x</a>', undefined],
  ['nor one with a blank behind its name', '<a>< b >x</a>', undefined],
  ['as deep as it goes', '<a>'.repeat(1000), [`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`, 'missing-tag', false]],
  ['known entities stay', '<a>&lt; &#60; &#x3c; &amp; &quot; &apos; &gt;</a>', [undefined, '', false]],
  ['an ampersand', '<a>b & c &copy; d&</a>', ['<a>b &amp; c &amp;copy; d&amp;</a>', 'bare-markup', false]],
  ['a bracket that opens no tag', '<a>1 < 2 <3</a>', ['<a>1 &lt; 2 &lt;3</a>', 'bare-markup', false]],
  ['an end within', '<a><b>1<c>2</a>', ['<a><b>1<c>2</c></b></a>', 'missing-tag', false]],
  ['the end of another element of that name', '<a><a>1</a>', ['<a><a>1</a></a>', 'missing-tag', false]],
  ['a sentence, and then nothing', '<a><b>Well.', ['<a><b>Well.</b></a>', 'missing-tag', false]],
  ['a word, and then nothing', '<a><b>1</b> wel \n', ['<a><b>1</b> wel</a> \n', 'missing-tag', true]],
  ['a tag that is cut off', '<a><b>1</b><c', ['<a><b>1</b></a>', 'missing-tag', true]],
  ['an end that is cut off', '<a><b>1</', ['<a><b>1</b></a>', 'missing-tag', true]],
  ['letter case', '<Aa>1</aA>', ['<Aa>1</Aa>', 'tag-case', false]],
  ['the same letters first', '<A><a>1</A></a>', ['<A><a>1</a></A>', 'missing-tag prose-around', false]],
  ['prose around', 'So: <a>1</a> done.', ['<a>1</a>', 'prose-around', false]],
  [
    'a code block',
    'So:\n```xml\n<a>1 & 2</a>\n``` ok',
    ['So:\n```xml\n<a>1 &amp; 2</a>\n``` ok', 'bare-markup', false],
  ],
  ['a block without an end', '```xml\n<a>1</a>', ['```xml\n<a>1</a>\n```', 'unclosed-fence', false]],
  ['an end before that of the block', '```\n<a>1.\n```', ['```\n<a>1.</a>\n```', 'missing-tag', false]],
  ['no element', 'x < 1 & y', undefined],
  ['an end without a beginning', '<a></b></a>', undefined],
  ['a comment without an end', '<a><!-- x</a>', undefined],
  ['too deep', '<a>'.repeat(1001), undefined],
];

suite('the edits that make XML well-formed', () => {
  for (const [what, text, wanted] of rows)
    test(what, () =>
      deepEqual(repaired(text), Array.isArray(wanted) ? [wanted[0] ?? text, ...wanted.slice(1)] : wanted),
    );

  test('one cause counts once for the confidence', () => {
    equal(xmlEdits('<a>& & &</a>')?.confidence, xmlEdits('<a>&</a>')?.confidence);
    ok(xmlEdits('<a>&nbsp;</a>')!.confidence < xmlEdits('<a>&</a>')!.confidence);
    ok(xmlEdits('<a><b>& </a>')!.confidence < xmlEdits('<a>&</a>')!.confidence);
  });

  test('an example that is one element shows that XML is wanted', () => {
    const nothing = { ok: false, error: {} } as never;
    for (const [example, isXml] of [
      ['<a>\n<b>1</b>\n</a>\n', true],
      ['```xml\n<a x="1">1</a>\n```', true],
      ['<a>1</a><b>2</b>', false],
      ['see <a>1</a>', false],
      ['<1>x</1>', false],
    ] as const)
      equal(expectedMarkup(example, nothing).isXml, isXml, example);
  });

  test('property: the edits are in order and within the text, whatever it is; what was repaired needs nothing more', () => {
    const pieces = [
      '<a>',
      '</a>',
      '<b x="1">',
      '</B>',
      '<c/>',
      '&',
      '&amp;',
      '<',
      '>',
      '</',
      '<!--',
      '-->',
      'x',
      ' ',
      '\n',
      '```',
      '.',
      '<d',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), words => {
        const text = words.join('');
        const found = xmlEdits(text);
        if (!found) return;
        let last = 0;
        for (const { start, end } of found.edits) {
          ok(last <= start && start <= end && end <= text.length, text);
          last = end;
        }
        deepEqual(xmlEdits(applyEdits(text, found.edits))?.edits, [], text);
      }),
      { numRuns: propertyRuns(750, 3000) },
    );
  });

  test('a megabyte of what is hostile is read in linear time', () => {
    for (const piece of ['<', '&', '<a>', '</a>', '<a x="', '<!--', '<a><b></B></a>', '<![CDATA[', '&#x', '<a ']) {
      const text = `<r>${piece.repeat(Math.floor(1e6 / piece.length))}`;
      xmlEdits(text);
    }
  }).timeout(60_000);
});
