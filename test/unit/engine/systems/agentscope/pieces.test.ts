import assert from 'node:assert/strict';
import { fromPlain, isPyDict } from '../../../../../src/engine/core/pyValue.ts';
import { jsonHint } from '../../../../../src/engine/parsers/shared/pieces.ts';
import { jsonDumps } from '../../../../../src/engine/python/jsonDumps.ts';
import { plainSource } from '../../../../plainSource.ts';

/** The pieces of a hint as `text ← source`, or the text alone where it is the type's own. */
function piecesOf(content_hint: unknown): string[] {
  const config = fromPlain({ content_hint });
  assert(isPyDict(config));
  const source = plainSource(config);
  const pieces = jsonHint(source, 'fallback');
  const hint = config.get('content_hint') ?? null;
  if (hint !== null && typeof hint !== 'string')
    assert.equal(pieces.map(({ text }) => text).join(''), jsonDumps(hint, { ensureAscii: false }));
  return pieces.map(({ text, origin }) =>
    origin ? `${text} ← ${source.text.slice(origin.start, origin.end).replace(/\s+/g, '')}` : text,
  );
}

suite('the hint of the JSON parsers', () => {
  const cases: [name: string, hint: unknown, pieces: string[]][] = [
    ['none', null, ['fallback']],
    ['text as it is', 'say "é"', ['say "é" ← "say\\"é\\""']],
    ['a number', 1.5, ['1.5 ← 1.5']],
    ['an empty object', {}, ['{} ← {}']],
    [
      'each key and each value leads to its own place',
      { a: 'é', b: 2 },
      [
        '{ ← {"a":"é","b":2}',
        '"a" ← "a"',
        ':  ← {"a":"é","b":2}',
        '"é" ← "é"',
        ',  ← {"a":"é","b":2}',
        '"b" ← "b"',
        ':  ← {"a":"é","b":2}',
        '2 ← 2',
        '} ← {"a":"é","b":2}',
      ],
    ],
    [
      'at every level',
      [{ x: [] }, null],
      [
        '[ ← [{"x":[]},null]',
        '{ ← {"x":[]}',
        '"x" ← "x"',
        ':  ← {"x":[]}',
        '[] ← []',
        '} ← {"x":[]}',
        ',  ← [{"x":[]},null]',
        'null ← null',
        '] ← [{"x":[]},null]',
      ],
    ],
  ];
  for (const [name, hint, pieces] of cases) test(name, () => assert.deepEqual(piecesOf(hint), pieces));

  test('a very long hint is one piece', () => {
    assert.equal(piecesOf(Array.from({ length: 200_000 }, (_, i) => i)).length, 1);
  });
});
