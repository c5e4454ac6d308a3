import assert from 'node:assert/strict';
import { commentEnds, isCommentAt, isNameCode, skipBlanksBack } from '../../../../src/engine/repair/characters.ts';
import { diagnose } from '../../../../src/engine/repair/index.ts';

const hex = (code: number) => `U+${code.toString(16).padStart(4, '0')}`;

suite('spaces that JSON does not count as such', () => {
  const spaces = [
    ...[0x0b, 0x0c, 0xa0, 0x1680, 0x180e, 0x2000, 0x2009, 0x200b, 0x200c, 0x200d],
    ...[0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff],
  ];
  for (const code of spaces)
    test(`${hex(code)} is taken away`, () => {
      const [best] = diagnose(`{"a":${String.fromCharCode(code)}1}`).candidates;
      assert.deepEqual(best?.value, { a: 1 });
      assert.deepEqual(best?.causes, ['odd-space']);
    });
  for (const code of [0x1fff, 0x200e, 0x2010, 0x2027, 0x3001])
    test(`${hex(code)} is not`, () => {
      const [best] = diagnose(`{"a":${String.fromCharCode(code)}1}`).candidates;
      assert.equal(best?.causes.includes('odd-space') ?? false, false);
    });
});

suite('characters of a broken text', () => {
  const names: readonly (readonly [character: string, isName: boolean])[] = [
    ...['a', 'z', 'A', 'Z', '0', '9', '_', '$', 'é', 'я', '名', '語'].map(one => [one, true] as const),
    ...['@', '[', '`', '{', '/', ':', ' ', '-', '.', '\u00a0', '“', '…', '、', '´'].map(one => [one, false] as const),
  ];
  for (const [character, isName] of names)
    test(`${hex(character.charCodeAt(0))} ${isName ? 'may' : 'may not'} stand in a name`, () =>
      assert.equal(isNameCode(character.charCodeAt(0)), isName));

  const backs: readonly (readonly [text: string, from: number, limit: number, end: number])[] = [
    ['a \t\n', 4, 0, 1],
    ['   ', 3, 0, 0],
    ['    ', 4, 2, 2],
    ['ab', 2, 0, 2],
  ];
  for (const [text, from, limit, end] of backs)
    test(`blanks in ${JSON.stringify(text)} are skipped back from ${from} to ${end}`, () =>
      assert.equal(skipBlanksBack(text, from, limit), end));

  const comments: readonly (readonly [text: string, end: number | undefined])[] = [
    ['// one\ntwo', 6],
    ['// one', 6],
    ['/* one\n */ two', 10],
    ['/* one', 6],
    ['# one\ntwo', 5],
    ['#\ntwo', 1],
    ['#', 1],
    ['#one', undefined],
    ['/ one', undefined],
    ['one // two', undefined],
  ];
  for (const [text, end] of comments)
    test(`${JSON.stringify(text)} ${end === undefined ? 'is not a comment' : 'begins with a comment'}`, () => {
      assert.equal(isCommentAt(text, 0), end !== undefined);
      if (end !== undefined) assert.equal(commentEnds(text)(0), end);
    });
});
