import { deepEqual } from 'node:assert/strict';
import { type Cause, diagnose } from '../../../../src/engine/repair/index.ts';
import { proved } from './proved.ts';

const smart = [
  '“”',
  '““',
  '”“',
  '‟‟',
  '„“',
  '„”',
  '«»',
  '‘’',
  '‘‘',
  '’’',
  '「」',
  '『』',
  '＂＂',
  '〝〞',
  '〝〟',
  '＇＇',
  '´´',
];

suite('strings in quotes that JSON does not know', () => {
  const kinds: readonly (readonly [open: string, close: string, cause: Cause])[] = [
    ...smart.map(([open, close]) => [open!, close!, 'smart-quotes'] as const),
    ['“', '"', 'smart-quotes'],
    ['„', '"', 'smart-quotes'],
    ['`', '`', 'backtick-quotes'],
    ['`', '´', 'backtick-quotes'],
    ["'", "'", 'single-quotes'],
    ['"""', '"""', 'triple-quotes'],
    ["'''", "'''", 'triple-quotes'],
    ['\\"', '\\"', 'escaped-quotes'],
    ['&quot;', '&quot;', 'html-entities'],
  ];
  for (const [open, close, cause] of kinds)
    test(`${open} ${close}`, () => {
      const text = `{${open}a${close}: ${open}b c${close}}`;
      const [best] = diagnose(text).candidates;
      proved(text, best!);
      deepEqual([best?.value, best?.causes], [{ a: 'b c' }, [cause]]);
    });

  test('what opens no string is a sign of the text', () => {
    for (const sign of ['»', '”', '’'])
      deepEqual(diagnose(`{"a": "x ${sign} y",}`).candidates[0]?.value, { a: `x ${sign} y` });
  });
});
