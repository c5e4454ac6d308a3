import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { countTokens, type Encoding, textPieces, tokenSpans } from '../../../../src/engine/tokens/encoding.ts';
import { cl100kBase, o200kBase, p50kBase, r50kBase } from '../../../../src/engine/tokens/openaiEncodings.ts';
import { type RankTable, readRankTable } from '../../../../src/engine/tokens/rankTable.ts';
import { testHost } from './testHost.ts';

/** Text, tokens in o200k_base, tokens in cl100k_base: recorded from Python's tiktoken 0.14.0 with `disallowed_special=()`. */
const recorded: readonly (readonly [string, number, number])[] = [
  ['', 0, 0],
  ['a', 1, 1],
  [' ', 1, 1],
  ['\n', 1, 1],
  ['\0', 1, 1],
  ['\ufeff', 1, 1],
  ['\u0085', 2, 2],
  ['\u2028', 1, 2],
  ['\ud800', 1, 1],
  ['\udc00\ud800', 1, 1],
  ['hello world', 2, 2],
  ['Hello, World! It’s 2024.', 10, 10],
  ["I'm sure they'll say it's what we've DON'T'VE", 10, 15],
  ["'ſ xyz'ſ it'ſt", 9, 12],
  ["'Hello' 's 'LL'd", 8, 8],
  ['iPhone HTTPServer XMLHttpRequest camelCaseABCd', 10, 8],
  ['ǅungla ʰaspirated', 10, 10],
  ['12345678901 ٣٤٥ Ⅷ½', 12, 15],
  ['a b  c   d    ', 7, 7],
  ['tail \n  ', 3, 3],
  ['\n  ', 2, 2],
  ['x\n\n\n', 2, 2],
  ['x \r\n\r\n y', 3, 3],
  [' \t\n \t', 2, 2],
  ['\t\tindented\n    code\n', 8, 8],
  ['\u00a0\u00a0wide\u3000\u3000', 4, 4],
  ['a\u0085\u0085b \u0085 c', 9, 9],
  ['\ufeff\ufeffhello\ufeff \ufeff', 4, 5],
  ['a\u2028b\u2029c', 6, 7],
  ['a\u000b\u000cb\u001c\u001d', 6, 6],
  ['e\u0301 cafe\u0301 A\u0301B\u0301CD', 9, 9],
  ['\u0301\u0301AB \u0301AB \u0301\u0301a', 10, 10],
  ['-\u0301x =\u0301', 5, 5],
  ['नमस्ते दुनिया', 5, 13],
  ['مرحبا بالعالم', 4, 10],
  ['שלום עולם', 2, 10],
  ['Привет, мир', 4, 6],
  ['你好，世界。', 4, 7],
  ['日本語のテキスト、カタカナ。', 12, 14],
  ['안녕하세요 세계', 3, 9],
  ['สวัสดีชาวโลก', 7, 13],
  ['😀', 1, 2],
  ['😀😀👍🏽 🇩🇪🇫🇷', 13, 22],
  ['👨\u200d👩\u200d👧\u200d👦!', 12, 19],
  ['a😀b\ud83dc', 5, 6],
  ['\ud83d\ud83d\ude00\ude00', 3, 4],
  ['\u{10400}\u{10428} \u{1d7ce}\u{1d7cf}\u{1d7d0}\u{1d7d1}', 21, 21],
  ['\u{e0001}\ue000\u0378\u{10ffff}', 11, 12],
  ['<|endoftext|>', 7, 7],
  ['a <|endofprompt|><|fim_prefix|> b', 14, 14],
  ['<|im_start|>user\nhi<|im_end|>\n', 15, 15],
  ['{"thought": "what", "n": [1, 2.5e-3, null]}', 22, 22],
  ['```json\n{"a": 1}\n```\n', 11, 11],
  ['[[thought]]x[[/thought]]//\n/\n', 10, 10],
  ['https://example.com/a/b?c=d&e=%20#f', 14, 14],
  ['a//\r\n/b !/\n/\n', 7, 6],
  ['$$$ ... ---- ==== ____', 6, 5],
  ['const f = (x) => { return x ** 2; };\n\treturn;\r\n', 17, 17],
  ['İstanbul ıſK', 6, 7],
  ['\u200b\u200c\u200d\u2060', 4, 6],
  ['a'.repeat(47), 7, 7],
  ['a'.repeat(48), 6, 6],
  ['a'.repeat(49), 7, 7],
  ['xyz'.repeat(100), 100, 100],
  ['a'.repeat(1000), 125, 125],
  [`${'A'.repeat(1001)}b`, 126, 126],
  [' '.repeat(1000), 9, 9],
  [`${' '.repeat(1000)}x`, 10, 10],
  ['\n'.repeat(1000), 63, 32],
  [`${'\t'.repeat(999)}\n  `, 64, 64],
  [`${' \n'.repeat(500)}  x`, 252, 252],
  ['\r\n'.repeat(333), 83, 84],
  ['='.repeat(1000), 16, 17],
  ['1'.repeat(1000), 334, 334],
  ['你'.repeat(400), 400, 400],
  ['\u0301'.repeat(400), 400, 400],
  ['😀'.repeat(300), 300, 600],
  ['ab\u0301AB'.repeat(200), 600, 600],
  ["'s".repeat(300), 300, 300],
  ['<|endoftext|>'.repeat(50), 301, 301],
];

/** The same for p50k_base and r50k_base. */
const recordedOld: readonly (readonly [string, number, number])[] = [
  ['', 0, 0],
  ["I'm sure THEY'LL say it's", 9, 9],
  ['def f(x):\n        return x\n\n\n', 11, 17],
  ['            x', 2, 12],
  [' '.repeat(100), 6, 100],
  ['a\n \n  ', 5, 6],
  ['12345678901 ٣٤٥', 11, 11],
  [' \u0085\ufeff\u2028x', 9, 9],
  ['日本語 😀 cafe\u0301', 11, 11],
  ['<|endoftext|>', 7, 7],
  ['a'.repeat(1000), 250, 250],
];

/** tiktoken's patterns with Rust's `\s` and `(?i:…)` spelled out, possessive quantifiers made greedy. */
const s = '\\p{White_Space}';
const contraction = "'(?:[sSſ]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])";
const patterns = new Map<Encoding, RegExp>([
  [
    o200kBase,
    new RegExp(
      String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:${contraction})?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:${contraction})?|\p{N}{1,3}| ?[^${s}\p{L}\p{N}]+[\r\n\/]*|${s}*[\r\n]+|${s}+(?![^${s}])|${s}+`,
      'gu',
    ),
  ],
  [
    cl100kBase,
    new RegExp(
      String.raw`${contraction}|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^${s}\p{L}\p{N}]+[\r\n]*|${s}+$|${s}*[\r\n]|${s}+(?![^${s}])|${s}`,
      'gu',
    ),
  ],
  [
    r50kBase,
    new RegExp(
      String.raw`'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^${s}\p{L}\p{N}]+|${s}+$|${s}+(?![^${s}])|${s}`,
      'gu',
    ),
  ],
]);

const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."aBéÉǅßſʰ'123٣½ \t\n\r/-=.你の한"),
      fc.constantFrom(
        ' ',
        '  ',
        '\r\n',
        "'s",
        "'Re",
        "'ll",
        'ab',
        'AB',
        '\u0301',
        '\u093f',
        '\u0085',
        '\u00a0',
        '\u2028',
      ),
      fc.constantFrom('\ufeff', '\0', '\u200d', '😀', '\u{10400}', '\u{1d7ce}', '\ud800', '\udc00', '<|endoftext|>'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''));

function pieces(encoding: Encoding, text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = encoding.pieceEnd(text, start);
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}

suite('OpenAI encodings', () => {
  const tables = new Map<Encoding, RankTable>();

  suiteSetup(async () => {
    for (const encoding of [o200kBase, cl100kBase, p50kBase, r50kBase]) {
      const table = readRankTable(await testHost().loadTable!(encoding.name));
      assert.ok(table);
      tables.set(encoding, table);
    }
  });

  test('count as tiktoken does', () => {
    const same = (encoding: Encoding, text: string, expected: number) =>
      assert.equal(
        countTokens(encoding, tables.get(encoding)!, text),
        expected,
        `${encoding.name} ${JSON.stringify(text)}`,
      );
    for (const [text, o200k, cl100k] of recorded) {
      same(o200kBase, text, o200k);
      same(cl100kBase, text, cl100k);
    }
    for (const [text, p50k, r50k] of recordedOld) {
      same(p50kBase, text, p50k);
      same(r50kBase, text, r50k);
    }
  });

  test('split as tiktoken’s patterns do', () => {
    for (const [encoding, pattern] of patterns) {
      const same = (text: string) => assert.deepEqual(pieces(encoding, text), text.match(pattern) ?? []);
      for (const [text] of recorded) same(text);
      fc.assert(fc.property(awkward, same), { numRuns: 500 });
    }
  });

  test('token spans cover the text, cut no character, and hold as many ids as are counted', () => {
    for (const [encoding, table] of tables) {
      fc.assert(
        fc.property(awkward, text => {
          const spans = tokenSpans(encoding, table, text);
          let end = 0;
          for (const span of spans) {
            assert.equal(span.start, end);
            assert.ok(span.end > span.start);
            assert.ok(
              !/[\ud800-\udbff]$/.test(text.slice(0, span.end)) || !/^[\udc00-\udfff]/.test(text.slice(span.end)),
            );
            end = span.end;
          }
          assert.equal(end, text.length);
          assert.equal(spans.flatMap(span => span.ids).length, countTokens(encoding, table, text));
        }),
        { numRuns: 200 },
      );
    }
  });

  test('token spans carry tiktoken’s ids', () => {
    assert.deepEqual(tokenSpans(o200kBase, tables.get(o200kBase)!, 'Hi, 你好👍🏽!'), [
      { start: 0, end: 2, ids: [12194] },
      { start: 2, end: 3, ids: [11] },
      { start: 3, end: 4, ids: [220] },
      { start: 4, end: 6, ids: [177519] },
      { start: 6, end: 8, ids: [82514] },
      { start: 8, end: 10, ids: [52622, 121] },
      { start: 10, end: 11, ids: [0] },
    ]);
  });

  test('pieces are counted one by one', () => {
    const { pieceEnd, countPiece } = textPieces(o200kBase, tables.get(o200kBase)!);
    for (const [text, end, count] of [
      ['hello world', 5, 1],
      ['xyzxyz!', 6, 2],
      ['   x', 2, 1],
      ['\u0301\u0301', 2, 2],
    ] as const)
      assert.deepEqual([pieceEnd(text, 0), countPiece(text, 0, end)], [end, count], text);
  });

  test('a very long run is one piece and is counted', () => {
    assert.equal(countTokens(o200kBase, tables.get(o200kBase)!, 'a'.repeat(100_000)), 12_500);
    assert.equal(countTokens(cl100kBase, tables.get(cl100kBase)!, ' '.repeat(200_000)), 1563);
  });
});
