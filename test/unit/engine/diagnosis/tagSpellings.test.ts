import { deepEqual, equal, ok } from 'node:assert/strict';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { tagSpellings } from '../../../../src/engine/diagnosis/tagSpellings.ts';
import { formatOf } from './made.ts';

const format = formatOf('So.\n<function=bash>\n<parameter=command>ls</parameter>\n</function><Vote x="1">Eve</Vote>');

/** What a text becomes, and why. */
function written(text: string) {
  const found = tagSpellings(text, format);
  return found && [applyEdits(text, found.edits), [...new Set(found.edits.map(({ cause }) => cause))].join(' ')];
}

const rows: readonly [what: string, text: string, wanted: readonly [string, string] | undefined][] = [
  ['as in the example', '<function=x><Vote>a</Vote>', undefined],
  ['no tags', 'a < b > c', undefined],
  ['tags that the example does not have', '<B>a</B> < i >', undefined],
  ['a name with a value is another tag', '<FUNCTION>', undefined],
  ['other letters', '<vote>a</VOTE>', ['<Vote>a</Vote>', 'tag-case']],
  ['the value keeps its letters', '<Function=Bash>', ['<function=Bash>', 'tag-case']],
  ['blanks', '< Vote >a</ Vote\t>', ['<Vote>a</Vote>', 'tag-spaces']],
  ['a blank behind the value', '<function=bash >', ['<function=bash>', 'tag-spaces']],
  ['HTML', '&lt;Vote&gt;a&lt;/Vote&gt;', ['<Vote>a</Vote>', 'escaped-tag']],
  ['backslashes', '\\<Vote\\>a', ['<Vote>a', 'escaped-tag']],
  ['emphasis', '**<Vote>**a`</Vote>`', ['<Vote>a</Vote>', 'emphasised-tag']],
  ['emphasis within', '<**vote**>a</**vote**>', ['<Vote>a</Vote>', 'emphasised-tag']],
  ['a mark on one side is not emphasis', '*<vote>a</vote>_', ['*<Vote>a</Vote>_', 'tag-case']],
  ['other marks on the sides are not', '*<vote>_', ['*<Vote>_', 'tag-case']],
];

suite('the edits that write tags as an example has them', () => {
  for (const [what, text, wanted] of rows) test(what, () => deepEqual(written(text), wanted));

  test('without tags in the example there are none', () => equal(tagSpellings('<vote>', formatOf('Eve')), undefined));

  test('each cause counts once for the confidence', () => {
    const [one, two, both] = ['<vote>', '<vote></vote>', '<vote></ Vote>'].map(
      text => tagSpellings(text, format)!.confidence,
    );
    equal(one, two);
    ok(both! < two! && one! < 1);
  });

  test('what is hostile is read in linear time', () => {
    for (const piece of ['<', '< ', '&lt;', '<vote=', '**', '<vote', '\\<', '<a>']) {
      const text = piece.repeat(Math.floor(1e6 / piece.length));
      tagSpellings(text, format);
      tagSpellings('<vote>', formatOf(text));
    }
  }).timeout(60_000);
});
