import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { pythonPattern } from '../../../../src/engine/python/pythonPattern.ts';

suite('pythonPattern', () => {
  test('finds the same where a text lets it do without Unicode', () => {
    const patterns = ['\\bmust be\\b', '\\s+\\w', '[^\\w\\s]\\b', '(?:i|k|s)\\d', '\\S\\W', 'kiss|\\bas (?:i|you)\\b'];
    const made = patterns.flatMap(pattern => [pythonPattern(pattern), pythonPattern(pattern, { ignoreCase: true })]);
    const piece = fc.constantFrom(
      'must be',
      'KISS',
      'as I',
      ' ',
      '\t',
      '\x1c',
      '\x85',
      'é',
      'ſ',
      '\u212a',
      'ı',
      '7',
      '٣',
      '_',
      '-',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const text = pieces.join('');
        for (const pattern of made) deepEqual(pattern(text).exec(text), pattern().exec(text));
      }),
    );
  });

  test('Unicode is looked at where a text has any', () => {
    const kelvin = pythonPattern('\\bok\\b', { ignoreCase: true });
    equal(kelvin('o\u212a').test('o\u212a'), true);
    equal(kelvin('oké').test('oké'), false);
    equal(pythonPattern('a\\s')('a\x1c').test('a\x1c'), true);
  });
});
