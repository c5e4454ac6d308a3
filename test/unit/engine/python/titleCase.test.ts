import { equal } from 'node:assert/strict';
import { titleCase } from '../../../../src/engine/python/titleCase.ts';

/** What CPython 3.11 says of those whose title is not their capital. */
const titles: Readonly<Record<string, string>> = {
  ǆ: 'ǅ',
  Ǉ: 'ǈ',
  ǌ: 'ǋ',
  ǳ: 'ǲ',
  ß: 'Ss',
  ﬁ: 'Fi',
  ﬄ: 'Ffl',
  և: 'Եւ',
  ა: 'ა',
  ᾀ: 'ᾈ',
  ᾳ: 'ᾼ',
  '\u1fb2': '\u1fba\u0345',
  '\u1fb7': '\u0391\u0342\u0345',
  ŉ: 'ʼN',
  a: 'A',
  я: 'Я',
  1: '1',
  '😀': '😀',
};

suite('titleCase', () => {
  for (const [character, title] of Object.entries(titles))
    test(`${character} begins a word as ${title}`, () => equal(titleCase(character), title));
});
