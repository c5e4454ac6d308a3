import assert from 'node:assert/strict';
import { firstCodePoints } from '../../../../src/engine/python/codePoints.ts';
import { dedent } from '../../../../src/engine/python/dedent.ts';
import { shlexQuote } from '../../../../src/engine/python/shlexQuote.ts';
import {
  firstWord,
  isWhite,
  pyStrip,
  pyStripOf,
  stripSpan,
  whiteClass,
} from '../../../../src/engine/python/whitespace.ts';

suite('Python’s functions of text', () => {
  test('white space is what str.isspace says', () => {
    const inClass = new RegExp(`^[${whiteClass}]$`);
    const white: number[] = [];
    for (let code = 0; code < 0x10000; code++) {
      assert.equal(isWhite(code), inClass.test(String.fromCharCode(code)), code.toString(16));
      if (isWhite(code)) white.push(code);
    }
    assert.equal(white.length, 29);
    assert.equal(pyStrip('\x1c\x85 a\ufeff\u3000\n'), 'a\ufeff');
    assert.equal(pyStrip(' \n'), '');
    assert.equal(pyStripOf(" \"'a b' ", ' "\''), 'a b');
    assert.deepEqual(stripSpan('    ', 1, 2), { start: 2, end: 2 });
    assert.deepEqual(stripSpan('a b c', 1, 4), { start: 2, end: 3 });
    assert.deepEqual([firstWord('\xa0ls\x1c-l'), firstWord(' ')], ['ls', undefined]);
  });

  const quoted: [text: string, expected: string][] = [
    ['', "''"],
    ['a-b_c.py', 'a-b_c.py'],
    ['50%@x+=:,./', '50%@x+=:,./'],
    ['été', "'été'"],
    ["it's", `'it'"'"'s'`],
    ['a\n', "'a\n'"],
  ];
  for (const [text, expected] of quoted)
    test(`shlex.quote ${JSON.stringify(text)}`, () => assert.equal(shlexQuote(text), expected));

  const dedented: [text: string, expected: string][] = [
    ['    x\n    ', 'x\n'],
    ['  a\n \n\t\n   b\r\n   \r\n  c ', 'a\n\n\n b\r\n \r\nc '],
    ['\ta\n  b', '\ta\n  b'],
    ['\n\n', '\n\n'],
    ['a\n  b', 'a\n  b'],
  ];
  for (const [text, expected] of dedented)
    test(`dedent ${JSON.stringify(text)}`, () => assert.equal(dedent(text), expected));

  test('a slice counts characters', () => assert.equal(firstCodePoints('😀a😀b', 3), '😀a😀'));
});
