import assert from 'node:assert/strict';
import { readWithExpat } from '../../../../../src/engine/text/expat/expat.ts';
import { ExpatError, expatMessage } from '../../../../../src/engine/text/expat/expatTokens.ts';

/** The elements and the text of a document as `{name}text…`, or what `str(ParseError)` says. */
function told(document: string): string {
  let heard = '';
  try {
    readWithExpat(document, {
      start: name => {
        heard += `<${name}>`;
      },
      text: text => {
        heard += text;
      },
      end: () => {
        heard += '</>';
      },
    });
    return heard;
  } catch (error) {
    if (error instanceof ExpatError) return expatMessage(document, error);
    throw error;
  }
}

const badNumber = 'reference to invalid character number';
const badDeclaration = 'XML declaration not well-formed';

/** As Python 3.11 reads them, with expat 2.5. */
const documents: readonly (readonly [document: string, told: string])[] = [
  ['<a b="&#65;"/>', '<a></>'],
  ['<!DOCTYPE a [ab;]><a/>', 'not well-formed (invalid token): line 1, column 15'],
  ['<a b="&lt;"/>', '<a></>'],
  ['<a b="&#0;"/>', `${badNumber}: line 1, column 6`],
  ['<a b="&#xd800;"/>', `${badNumber}: line 1, column 6`],
  ['<a b="&no;"/>', 'undefined entity: line 1, column 0'],
  ['<a xmlns="&#x75;rn"/>', '<{urn}a></>'],
  ['<a>&#xd7ff;&#xe000;&#x1F600;</a>', '<a>\ud7ff\ue000😀</>'],
  ['<a>&#xd800;</a>', `${badNumber}: line 1, column 3`],
  ['<a>&#xdfff;</a>', `${badNumber}: line 1, column 3`],
  ['<a>&#xfffe;</a>', `${badNumber}: line 1, column 3`],
  ['<a>&#x110000;</a>', `${badNumber}: line 1, column 3`],
  ['<a>&#9;&#31;</a>', `${badNumber}: line 1, column 7`],
  ['<?xml version="1.0"?><a/>', '<a></>'],
  ['<?xml version\x7f="1.0"?><a/>', `${badDeclaration}: line 1, column 6`],
  ['<?xml versioné="1.0"?><a/>', `${badDeclaration}: line 1, column 13`],
  ['<?xml version="1.0" \x7f="x"?><a/>', `${badDeclaration}: line 1, column 20`],
  ['<?a!b?><r/>', 'not well-formed (invalid token): line 1, column 3'],
  ['<?a b?><r/>', '<r></>'],
  ['<a b="&#;"/>', 'not well-formed (invalid token): line 1, column 8'],
  ['<a b="&#x;"/>', 'not well-formed (invalid token): line 1, column 9'],
  ['<a b="&;"/>', 'not well-formed (invalid token): line 1, column 7'],
  ['<a>&#;</a>', 'not well-formed (invalid token): line 1, column 5'],
  ['<a>&;</a>', 'not well-formed (invalid token): line 1, column 4'],
  ['<a ', 'unclosed token: line 1, column 0'],
  ['<a b="1"', 'unclosed token: line 1, column 0'],
  ['<a', 'unclosed token: line 1, column 0'],
  ['<!DOCTYPEa><a/>', 'not well-formed (invalid token): line 1, column 10'],
  ['<!DOCTYPE a><a/>', '<a></>'],
  ['<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', '<a>x</>'],
  ['<!DOCTYPE a [<!ENTITYe "x">]><a/>', 'syntax error: line 1, column 13'],
];

suite('where a declaration is wrong', () => {
  for (const [document, column] of [
    ['<!DOCTYPE a [ "b"c ]><a/>', 17],
    ['<!DOCTYPE a [<!ENTITY x "b"c>]><a/>', 27],
    ['<!DOCTYPE a [<!ATTLIST a b CDATA "c"d>]><a/>', 36],
  ] as const)
    test(document, () => assert.equal(told(document), `not well-formed (invalid token): line 1, column ${column}`));

  test('behind a name in quotes', () =>
    assert.equal(told('<!DOCTYPE a SYSTEM "b"c><a/>'), 'not well-formed (invalid token): line 1, column 22'));
});

suite('XML as expat reads it', () => {
  for (const [document, expected] of documents)
    test(JSON.stringify(document), () => assert.equal(told(document), expected));
});
