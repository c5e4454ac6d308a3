import assert from 'node:assert/strict';
import { fenceInHint, fenceProblems } from '../../../../../src/engine/parsers/problems/fenceProblems.ts';
import { plainSource } from '../../../../plainSource.ts';

/** The tag of a fence, the longer tags that it begins, and what then stands in the first line of the code. */
const fences: readonly (readonly [language: string, taken?: string, rest?: string])[] = [
  ['r', '`rst`, `ruby` or `rust`', 'st'],
  ['t', '`terraform`, `text`, `toml` or `tsx`', 'erraform'],
  ['C', '`cpp`, `csharp`, `css` or `clojure`', 'pp'],
  ['py', '`python`', 'thon'],
  ['sh', '`shell`', 'ell'],
  ['jso', '`json` or `jsonl`', 'n'],
  ['make', '`makefile`', 'file'],
  ['python'],
  ['rust'],
  ['terraform'],
  // Models rarely write `jsonl`.
  ['json'],
  ['c++'],
  [''],
];

suite('The tag of a fence', () => {
  for (const [language, taken, rest] of fences)
    test(`\`${language}\` ${taken ? `takes fences of ${taken} as well` : 'takes no other fence'}`, () => {
      const found = fenceProblems(plainSource(new Map([['language_name', language]])), language);
      assert.deepEqual(
        found.map(({ code, message }) => [
          code,
          ...(/ a fence of (.*) as well and reads `(.*)` /.exec(message) ?? []).slice(1),
        ]),
        taken ? [['ambiguous-fence', taken, rest]] : [],
      );
    });
});

suite('A fence in a hint', () => {
  for (const [hint, has] of [
    ['{"code": "the code"}', false],
    ['the code, and then ```', true],
    ['```sh\nls\n```', true],
  ] as const)
    test(`${JSON.stringify(hint)} ${has ? 'closes the fence where it stands first' : 'has none'}`, () => {
      const source = plainSource(new Map([['content_hint', hint]]));
      const start = source.text.indexOf('```');
      assert.deepEqual(
        fenceInHint(source, hint).map(({ code, span }) => [code, span]),
        has ? [['tag-in-hint', { start, end: start + 3 }]] : [],
      );
    });
});
