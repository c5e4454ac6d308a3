import assert from 'node:assert/strict';
import { type Cause, diagnose } from '../../../../src/engine/repair/index.ts';
import { proved } from './proved.ts';

/** A text, what it says, and the causes that the best candidate names. */
type Row = readonly [text: string, value: unknown, ...causes: readonly Cause[]];

const rows: Record<string, readonly Row[]> = {
  commas: [
    ['{"role": "seer" "alive": true}', { role: 'seer', alive: true }, 'missing-comma'],
    ['{"role": "seer"\n "alive": true}', { role: 'seer', alive: true }, 'missing-comma'],
    ['[1 2 3]'.replaceAll(' ', '\n'), [1, 2, 3], 'missing-comma'],
    ['[{"a": 1} {"a": 2}]', [{ a: 1 }, { a: 2 }], 'missing-comma'],
    ['{"role": "seer",}', { role: 'seer' }, 'trailing-comma'],
    ['{"votes": ["Ann", "Bo",], }', { votes: ['Ann', 'Bo'] }, 'trailing-comma'],
    ['[1,, 2]', [1, 2], 'extra-comma'],
    ['{\r\n\t"a": 1\r\n\t"b": 2\r\n}', { a: 1, b: 2 }, 'missing-comma'],
    ['{"a": 1,\r\n}\r\n', { a: 1 }, 'trailing-comma'],
    ['{, "role": "seer"}', { role: 'seer' }, 'extra-comma'],
    ['{"a": 1; "b": 2}', { a: 1, b: 2 }, 'wrong-separator'],
  ],
  colons: [
    ['{"role" "seer"}', { role: 'seer' }, 'missing-colon'],
    ['{"role" = "seer"}', { role: 'seer' }, 'wrong-separator'],
    ['{"role" => "seer"}', { role: 'seer' }, 'wrong-separator'],
    ['{"role:" "seer", "day": 2}', { role: 'seer', day: 2 }, 'missing-colon'],
  ],
  brackets: [
    ['{"vote": {"for": "Ann"}', { vote: { for: 'Ann' } }, 'missing-brace'],
    ['{"votes": ["Ann", "Bo"}', { votes: ['Ann', 'Bo'] }, 'missing-brace'],
    ['[{"n": 1}, {"n": 2, {"n": 3}]', [{ n: 1 }, { n: 2 }, { n: 3 }], 'missing-brace'],
    ['{"votes": ["Ann", "Bo", "day": 2}', { votes: ['Ann', 'Bo'], day: 2 }, 'missing-brace'],
    [
      '{"grid": [1, 2], [3, 4]], "day": 2}',
      {
        grid: [
          [1, 2],
          [3, 4],
        ],
        day: 2,
      },
      'missing-brace',
    ],
    ['{{"role": "seer"}', { role: 'seer' }, 'extra-brace'],
    ['{"role": "seer"}}', { role: 'seer' }, 'extra-brace'],
    ['{"role": "seer"}\n  }\n}', { role: 'seer' }, 'extra-brace'],
    ['{"vote": {"for": "Ann"}}, "day": 2}', { vote: { for: 'Ann' }, day: 2 }, 'extra-brace'],
    ['[{"n": 1}, "n": 2}, {"n": 3}]', [{ n: 1 }, { n: 2 }, { n: 3 }], 'missing-brace'],
    ['[1, 2)', [1, 2], 'wrong-brace'],
    ['{"vote": {"for": "Ann"}, "day": [1, 2]], "n": 3}', { vote: { for: 'Ann' }, day: [1, 2], n: 3 }, 'extra-brace'],
    ['{"at": (3, 4)}', { at: [3, 4] }, 'tuple'],
    ['{"at": (3,)}', { at: [3] }, 'trailing-comma', 'tuple'],
    ['{"at": (3)}', { at: 3 }, 'tuple'],
    ['{"votes": "Ann", "Bo"], "day": 2}', { votes: ['Ann', 'Bo'], day: 2 }, 'missing-brace'],
    ['[1, 2) "Bo"]', [1, 2, 'Bo'], 'missing-comma', 'extra-brace'],
    ['"role": "seer", "day": 2}', { role: 'seer', day: 2 }, 'missing-brace'],
    ['```json\n"role": "seer",\n"day": 2}\n```', { role: 'seer', day: 2 }, 'missing-brace', 'code-fence'],
    [
      '```json\n{"vote": {"for": "Ann", "day": 2}\n```',
      { vote: { for: 'Ann', day: 2 } },
      'missing-brace',
      'code-fence',
    ],
    ['{{"vote": {{"at": {{"day": 2}}}}, "n": 1}}', { vote: { at: { day: 2 } }, n: 1 }, 'extra-brace'],
    ['{"votes": \\["Ann", 2\\]}', { votes: ['Ann', 2] }, 'invalid-escape'],
    ['{"grid": [1], "say": "no}}', { grid: [1], say: 'no}' }, 'unclosed-string'],
  ],
  quotes: [
    ["{'role': 'seer'}", { role: 'seer' }, 'single-quotes'],
    ["{'say': 'it\\'s me'}", { say: "it's me" }, 'single-quotes'],
    ["{'say': 'it's me'}", { say: "it's me" }, 'single-quotes'],
    ["{'say': '\"no\"'}", { say: '"no"' }, 'single-quotes'],
    ['{“role”: “seer”}', { role: 'seer' }, 'smart-quotes'],
    ['{"code": `a "b"`}', { code: 'a "b"' }, 'backtick-quotes'],
    ['{"code": """a "b" c"""}', { code: 'a "b" c' }, 'triple-quotes'],
    ['{\\"role\\": \\"seer\\"}', { role: 'seer' }, 'escaped-quotes'],
    ['{"say": "I am "the seer" here", "day": 2}', { say: 'I am "the seer" here', day: 2 }, 'unescaped-quote'],
    ['{"say": ""No", she said", "day": 2}', { say: '"No", she said', day: 2 }, 'unescaped-quote'],
    ['{"role": "seer, "day": 2}', { role: 'seer', day: 2 }, 'unclosed-string'],
    ['{"role": "seer}', { role: 'seer' }, 'unclosed-string'],
    ['{"votes": ["Ann, "Bo"]}', { votes: ['Ann', 'Bo'] }, 'unclosed-string'],
    ['{"role: "seer"}', { role: 'seer' }, 'unclosed-string'],
    ['{"role": seer", "day": 2}', { role: 'seer', day: 2 }, 'unopened-string'],
    ['{role": "seer"}', { role: 'seer' }, 'unopened-string'],
    ['{role: "seer"}', { role: 'seer' }, 'unquoted-key'],
    ['{"role": seer}', { role: 'seer' }, 'bare-word'],
    ['{"role: "seer", "day, night": 2}', { role: 'seer', 'day, night': 2 }, 'unclosed-string'],
    ['{"votes": ["Ann", Bo"]}', { votes: ['Ann', 'Bo'] }, 'unopened-string'],
    ['seer, I think', 'seer, I think', 'bare-word'],
    ['{“role”: 「seer」}', { role: 'seer' }, 'smart-quotes'],
    [
      '{\\n  \\"say\\": \\"a \\\\\\"b\\\\\\" c\\\\nd \\\\\\\\d\\"\\n}',
      { say: 'a "b" c\nd \\d' },
      'escaped-quotes',
      'odd-space',
    ],
    ['{&quot;say&quot;: &quot;\\&quot;no&#39; &amp; \\&quot;&quot;}', { say: '"no\' & "' }, 'html-entities'],
    ['{""role": "seer"}', { role: 'seer' }, 'extra-quote'],
    ['{"role"": "seer", "day": 2}', { role: 'seer', day: 2 }, 'extra-quote'],
    ['{""role"": ""seer"", ""say"": ""no""}', { role: 'seer', say: 'no' }, 'extra-quote'],
    ['{"title": ""The Wolf"", "day": 2}', { title: '"The Wolf"', day: 2 }, 'unescaped-quote'],
    ['{"height": "5\'10"", "day": 2}', { height: '5\'10"', day: 2 }, 'unescaped-quote'],
    ['{"role": \'seer", "day": 2}', { role: 'seer', day: 2 }, 'single-quotes'],
    ['{"role": "seer\', "day": 2}', { role: 'seer', day: 2 }, 'single-quotes'],
    ['{"role": "seer”, "day": 2}', { role: 'seer', day: 2 }, 'smart-quotes'],
    ['{"say": "the “seer”, "day": 2}', { say: 'the “seer”', day: 2 }, 'unclosed-string'],
    ['{"say": "\'no\', "day": 2}', { say: "'no'", day: 2 }, 'unclosed-string'],
    ["'seer'", 'seer', 'single-quotes'],
  ],
  'what is in strings': [
    ['{"say": "one\ntwo\tthree"}', { say: 'one\ntwo\tthree' }, 'raw-newline'],
    ['{"say": "I am " + "the seer", "day": 2}', { say: 'I am the seer', day: 2 }, 'concatenation'],
    ['{"pattern": "\\d+\\."}', { pattern: '\\d+\\.' }, 'invalid-escape'],
    ['{"pattern": "^\\(\\d+", "to": "1"}', { pattern: '^\\(\\d+', to: '1' }, 'invalid-escape'],
    ['{"name": "get\\_role", "pattern": "\\d"}', { name: 'get_role', pattern: '\\d' }, 'invalid-escape'],
    [
      '{"call": "{"name": "vote", "at": [1]}", "day": 2}',
      { call: '{"name": "vote", "at": [1]}', day: 2 },
      'unescaped-quote',
    ],
    ['{"call": "[{"n": "a]"}]"}', { call: '[{"n": "a]"}]' }, 'unescaped-quote'],
    ['{“call”: “{"n": 1}”}', { call: '{"n": 1}' }, 'smart-quotes', 'unescaped-quote'],
    ['{"name": "O\\\'Hara"}', { name: "O'Hara" }, 'invalid-escape'],
    ['{"bell": "\\x41"}', { bell: 'A' }, 'invalid-escape'],
    ['{"say": "one\\\ntwo"}', { say: 'one\ntwo' }, 'invalid-escape', 'raw-newline'],
    ['{"pattern": "\\\n\\d"}', { pattern: '\n\\d' }, 'invalid-escape', 'raw-newline'],
  ],
  'literals and numbers': [
    ['{"alive": True, "killer": None}', { alive: true, killer: null }, 'python-literal'],
    ['{"score": NaN}', { score: null }, 'python-literal'],
    ['{"score": +5}', { score: 5 }, 'number-format'],
    ['{"score": .5}', { score: 0.5 }, 'number-format'],
    ['{"score": 0x1F}', { score: 31 }, 'number-format'],
    ["{'role': u'seer', 'id': b'7'}", { role: 'seer', id: '7' }, 'single-quotes', 'python-literal'],
    ['{"score": 1,000,000, "day": 2}', { score: 1000000, day: 2 }, 'number-format'],
    ['{"score": 1_000}', { score: 1000 }, 'number-format'],
    ['{"score": １２．５}', { score: 12.5 }, 'number-format'],
    ["{'pattern': r'\\d+\\.', 'day': 2}", { pattern: '\\d+\\.', day: 2 }, 'single-quotes', 'python-literal'],
    ['{"at": ISODate("2024-01-02")}', { at: '2024-01-02' }, 'tuple', 'constructor-call'],
    ['{"id": ObjectId ("5f")}', { id: '5f' }, 'tuple', 'constructor-call'],
  ],
  'what does not belong': [
    ['{"role": "seer" // as I said\n}', { role: 'seer' }, 'comment'],
    ['{"vote": {"for": "Ann" # as I said }, "day": 2}', { vote: { for: 'Ann' }, day: 2 }, 'comment'],
    ['{"role": "seer", # as I said\n "day": 2}', { role: 'seer', day: 2 }, 'comment'],
    ['{/* first */ "role": "seer"}', { role: 'seer' }, 'comment'],
    ['{"role": "seer", # as I said }', { role: 'seer' }, 'trailing-comma', 'comment'],
    ['[1, 2, ...]', [1, 2], 'trailing-comma', 'ellipsis'],
    ['{"role":\u00a0"seer"}', { role: 'seer' }, 'odd-space'],
    ['{"day": 2\u200b}', { day: 2 }, 'odd-space'],
    ['{"role"："se：er"，"day"：2}', { role: 'se：er', day: 2 }, 'full-width'],
    ['｛"votes"：［1、2，］，｝', { votes: [1, 2] }, 'trailing-comma', 'full-width'],
    ['{"day": 2;}', { day: 2 }, 'trailing-comma'],
    ['{"role": , "day": 2}', { role: null, day: 2 }, 'missing-value'],
    ['{"n": 1}\n{"n": 2}', [{ n: 1 }, { n: 2 }], 'several-values'],
  ],
  surroundings: [
    ['Here you are: {"role": "seer"} Good luck!', { role: 'seer' }, 'prose-around'],
    ['```json\n{"role": "seer"}\n```', { role: 'seer' }, 'code-fence'],
    ['I call {it} now:\n```\n{"role": "seer"}\n```\nSee [1].', { role: 'seer' }, 'prose-around', 'code-fence'],
    ['{"role": "se\n{"role": "seer"}', { role: 'seer' }, 'draft-before'],
    ['{"role": "se\nWait, once more:\n{"role": "seer"}', { role: 'seer' }, 'draft-before'],
    ['First:\n```json\n{"n": 1}\n```\nand then:\n```json\n{"n": 2}\n```', { n: 1 }, 'prose-around', 'code-fence'],
    ['So:\n```\n{"role": "seer"}', { role: 'seer' }, 'prose-around', 'code-fence'],
    ['So: [{"n": 1}, {"n": 2}] ok', [{ n: 1 }, { n: 2 }], 'prose-around'],
    ['So: [[1], [2],]', [[1], [2]], 'prose-around', 'trailing-comma'],
    ['So: [-1, 2,]', [-1, 2], 'prose-around', 'trailing-comma'],
    [
      'So: [("Ann", 2), ("Bo", 3)]',
      [
        ['Ann', 2],
        ['Bo', 3],
      ],
      'prose-around',
      'tuple',
    ],
    ['So: [// first\n1, 2]', [1, 2], 'prose-around', 'comment'],
    ['So: [# first\n1, 2]', [1, 2], 'prose-around', 'comment'],
    ['So: {// first\n "n": 1}', { n: 1 }, 'prose-around', 'comment'],
    ['So: [True]', [true], 'prose-around', 'python-literal'],
    ['So: [False]', [false], 'prose-around', 'python-literal'],
    ['So: [None]', [null], 'prose-around', 'python-literal'],
    ['So: [true] ok', [true], 'prose-around'],
    ['So: [false] ok', [false], 'prose-around'],
    ['So: [null] ok', [null], 'prose-around'],
    ['<tool_call>{"vote": {"for": 1}</tool_call>', { vote: { for: 1 } }, 'missing-brace', 'prose-around'],
    ['<tool_call>{"vote": {"for": "Ann"}\n</tool_call>', { vote: { for: 'Ann' } }, 'missing-brace', 'prose-around'],
    ['{"vote": ["Ann"<|im_end|>', { vote: ['Ann'] }, 'missing-brace', 'prose-around'],
    ['<tool_call>{"vote": "Ann}</tool_call>', { vote: 'Ann' }, 'unclosed-string', 'prose-around'],
    ['<think>Perhaps {"vote": "Bo"}?</think>\n{"vote": "Ann"}', { vote: 'Ann' }, 'prose-around'],
    ['Perhaps {"vote": "Bo"}?\n</think>\n\n{"vote": "Ann"}', { vote: 'Ann' }, 'prose-around'],
    ['<think>I vote {"vote": "Bo"}.</think>', { vote: 'Bo' }, 'prose-around'],
  ],
};

suite('diagnose: causes', () => {
  for (const [group, list] of Object.entries(rows))
    suite(group, () => {
      for (const [text, value, ...causes] of list)
        test(text, () => {
          const { candidates } = diagnose(text);
          const [best] = candidates;
          assert.deepEqual(best?.value, value);
          assert.deepEqual([...best!.causes].sort(), [...causes].sort());
          assert.equal(best!.lossy, false);
          for (const candidate of candidates) proved(text, candidate);
        });
    });
});

suite('diagnose: cut texts', () => {
  const cuts: readonly (readonly [text: string, value: unknown])[] = [
    ['{"role": "se', { role: 'se' }],
    ['{"role": "', {}],
    ['{"role": "seer", "da', { role: 'seer' }],
    ['{"role": "seer", "day"', { role: 'seer' }],
    ['{"role": "seer", "day":', { role: 'seer' }],
    ['{"role": "seer",', { role: 'seer' }],
    ['{"votes": ["Ann", "B', { votes: ['Ann', 'B'] }],
    ['{"votes": ["Ann",', { votes: ['Ann'] }],
    ['{"say": "one\\', { say: 'one' }],
    ['{"say": "one\\u00', { say: 'one' }],
    ['{"role": "seer", "alive": tru', { role: 'seer' }],
    ['{"role": "seer", "score": -', { role: 'seer' }],
    ['{"files": [.env, .git', { files: ['.env', '.git'] }],
    ["{'role': 'se", { role: 'se' }],
    ['{"votes": {"day": [2, 3', { votes: { day: [2, 3] } }],
    ['```json\n{"role": "seer"', { role: 'seer' }],
  ];
  for (const [text, value] of cuts)
    test(text, () => {
      const [best] = diagnose(text).candidates;
      assert.equal(best?.lossy, true);
      assert.deepEqual(best!.value, value);
      assert.ok(best!.causes.includes('cut-off'));
      proved(text, best!);
    });
});

suite('diagnose: what is not certain', () => {
  const expressions = [
    '{"n": 2 * count}',
    '{"n": len(players)}',
    '{"n": names[0]}',
    '{"say": "names"[0]}',
    '{"say": "to " * 3}',
    '{"n": day > 3}',
    '{"n": 1 if day else 2}',
    '{"say": f"day {n}"}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in the text
    '{"say": `day ${n}`}',
    'I see [the rules] here',
    '{"n": <the number>}',
    '{"say": "Hello " + name}',
    '{"n": 4 * 3.5}',
    '',
    '   \n',
  ];
  for (const text of expressions)
    test(`${JSON.stringify(text)} is refused`, () => assert.deepEqual(diagnose(text).candidates, []));

  test('a name in a value’s place is never sure', () => {
    const [best] = diagnose('{"list": players}').candidates;
    assert.deepEqual(best?.value, { list: 'players' });
    assert.ok(best!.confidence < 0.9);
  });

  for (const text of [
    '{"vote": "Ann"}\n\nWait, once more:\n\n{"vote": "Bo"}',
    '```json\n{"vote": "Ann"}\n```\nRather:\n```json\n{"vote": "Bo"}\n```',
    '{"a"": "x", **"vote"**: {"for": "Ann", "list": ["Bo"]}}',
    '> {\n>   "vote": {\n>     "for": "Ann"\n>   }\n> }',
  ])
    test(`no reading is sure of ${JSON.stringify(text)}`, () =>
      assert.ok(!diagnose(text).candidates.some(({ confidence }) => confidence >= 0.9)));

  test('a bracket that can close in two ways gives both', () => {
    const values = diagnose('{"vote": {"for": "Ann", "day": 2}', { limit: 6 }).candidates.map(({ value }) => value);
    assert.deepEqual(values[0], { vote: { for: 'Ann', day: 2 } });
    assert.ok(values.some(value => JSON.stringify(value) === '{"vote":{"for":"Ann"},"day":2}'));
  });

  test('the schema decides which of two', () => {
    const properties = { vote: { type: 'object', properties: { for: {} } }, day: { type: 'integer' } };
    const schema = { type: 'object', properties, required: ['vote', 'day'] };
    const [best] = diagnose('{"vote": {"for": "Ann", "day": 2}', { schema }).candidates;
    assert.deepEqual(best?.value, { vote: { for: 'Ann' }, day: 2 });
  });

  test('a hint decides as well, as data and as text', () => {
    const hint = { vote: { for: 'whom' }, day: 'which' };
    for (const given of [hint, JSON.stringify(hint)])
      assert.deepEqual(diagnose('{"vote": {"for": "Ann", "day": 2}', { hint: given }).candidates[0]?.value, {
        vote: { for: 'Ann' },
        day: 2,
      });
  });

  const one = { type: 'integer' };
  const words = { anyOf: [{ const: 'seer' }, { enum: ['wolf', 'witch'] }] };
  for (const [text, schema, value] of [
    ['3 players are left', one, 3],
    ['There are 3.', one, 3],
    ['wolf, I think', words, 'wolf'],
    ['the seer or a wolf', words, 'seer'],
  ] as const)
    test(`the schema asks for one of a few: ${text}`, () => {
      const [best] = diagnose(text, { schema }).candidates;
      assert.equal(best?.value, value);
      assert.ok(best!.confidence < 0.9);
      proved(text, best!);
    });

  test('what is not of the schema’s type is not certain', () =>
    assert.ok(diagnose('{"n": 3,}', { schema: { type: 'array' } }).candidates[0]!.confidence < 0.9));

  test('limit', () => assert.equal(diagnose('{"vote": {"for": "Ann", "day": 2}', { limit: 1 }).candidates.length, 1));
});

suite('diagnose: values', () => {
  test('big integers are exact', () =>
    assert.deepEqual(diagnose("{'id': 12345678901234567890}").candidates[0]?.value, { id: 12345678901234567890n }));

  test('__proto__ is a key like any other', () => {
    const value = diagnose('{"__proto__": 1,}').candidates[0]?.value as object;
    assert.deepEqual(Object.keys(value), ['__proto__']);
  });

  test('the span is the part that holds the value', () => {
    const text = 'So: {"a": 1,} ok';
    const { span, edits } = diagnose(text).candidates[0]!;
    assert.equal(text.slice(span!.start, span!.end), '{"a": 1,}');
    assert.deepEqual(edits, [{ start: 11, end: 12, text: '', cause: 'trailing-comma' }]);
  });

  test('an edit changes no more than it must', () =>
    assert.deepEqual(diagnose('{"a": True}').candidates[0]?.edits, [
      { start: 6, end: 7, text: 't', cause: 'python-literal' },
    ]));

  test('an edit keeps what is the same at both of its ends', () =>
    assert.deepEqual(diagnose('{"n": 1_000}').candidates[0]?.edits, [
      { start: 7, end: 8, text: '', cause: 'number-format' },
    ]));
});
