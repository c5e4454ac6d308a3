import assert from 'node:assert/strict';
import { codeParts } from '../../../src/webview/shared/codeParts.ts';

suite('codeParts', () => {
  for (const [text, ...parts] of [
    ['Close `[[/a]]` or list `a`.', 'Close ', '<[[/a]]>', ' or list ', '<a>', '.'],
    ['nothing', 'nothing'],
    ['one ` alone', 'one ` alone'],
    ['a fence ``` stays', 'a fence ``` stays'],
    ['`all`', '<all>'],
    ['', ...[]],
  ] as const)
    test(JSON.stringify(text), () =>
      assert.deepEqual(
        codeParts(text).map(({ text, isCode }) => (isCode ? `<${text}>` : text)),
        parts,
      ),
    );
});
