import { deepEqual, ok } from 'node:assert/strict';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { type ExpectedMarkup, nothingSaid, unknownMarkup } from '../../../../src/engine/diagnosis/expectedMarkup.ts';
import { jsonReadings } from '../../../../src/engine/diagnosis/jsonEdits.ts';
import { severalAnswers } from '../../../../src/engine/diagnosis/severalAnswers.ts';
import { waysOf } from '../../../../src/engine/diagnosis/waysOf.ts';
import { wholeAnswer } from '../../../../src/engine/diagnosis/wholeAnswer.ts';
import { made } from './made.ts';

suite('several answers', () => {
  const format = (keys: Partial<ExpectedMarkup>): ExpectedMarkup => ({ ...unknownMarkup(nothingSaid), ...keys });
  const all = (text: string, keys: Partial<ExpectedMarkup>) =>
    severalAnswers(text, format(keys)).map(way => made(text, way)?.[0]);
  const block = (language: string, body: string) => `\`\`\`${language}\n${body}\n\`\`\``;
  test('blocks of the language: each', () =>
    deepEqual(all(`${block('sh', 'a')}\n${block('sh', 'b')}`, { fence: 'sh' }), [
      `${block('sh', 'a')}\n`,
      `\n${block('sh', 'b')}`,
    ]));
  test('the same twice: once, and surer', () => {
    const text = `${block('sh', 'a')}\n${block('sh', 'a')}`;
    deepEqual(all(text, { fence: 'sh' }), [`${block('sh', 'a')}\n`]);
    ok(severalAnswers(text, format({ fence: 'sh' }))[0]!.confidence > 0.9);
  });
  test('the first is likelier than each of the others', () => {
    const ways = severalAnswers(['a', 'b', 'c'].map(each => block('sh', each)).join('\n'), format({ fence: 'sh' }));
    ok(ways[0]!.confidence > ways[1]!.confidence && ways[1]!.confidence === ways[2]!.confidence);
  });
  test('one of the language among others', () =>
    deepEqual(all(`${block('text', 'a')}\n${block('sh', 'b')}`, { fence: 'sh' }), [`\n${block('sh', 'b')}`]));
  test('several of the language among others', () =>
    deepEqual(all([block('text', 'a'), block('sh', 'b'), block('sh', 'c')].join('\n'), { fence: 'sh' }), [
      `${block('text', 'a')}\n${block('sh', 'b')}\n`,
      `${block('text', 'a')}\n\n${block('sh', 'c')}`,
    ]));
  test('nothing of them is read as JSON', () => {
    const text = `${block('sh', 'a')}\n${block('text', '{')}`;
    deepEqual(
      severalAnswers(text, format({ fence: 'sh' })).map(({ parts }) => parts),
      [[]],
    );
  });
  test('one that holds JSON among others', () =>
    deepEqual(all(`${block('', '{"a": 1}')}\n${block('json', 'b')}`, { fence: 'json', json: '{}' }), [
      `${block('', '{"a": 1}')}\n`,
    ]));
  test('tags', () => {
    const tags = [{ open: '<a>', close: '</a>' }];
    deepEqual(all('<a>1</a><a>2</a>', { tags }), ['<a>1</a>', '<a>2</a>']);
    deepEqual(all('<a>1</a><a>2</a>', { example: 'x <a>y</a>' }), ['<a>1</a>', '<a>2</a>']);
    deepEqual(all('<a>1</a><a>2', { tags }), []);
    deepEqual(all('<a>1</a><a>2</a>', { tags: [...tags, { open: '<b>', close: '</b>' }] }), []);
    deepEqual(all('<a>1</a><a>2</a>', {}), []);
  });
  test('one, or too many', () => {
    deepEqual(all(block('sh', 'a'), { fence: 'sh' }), []);
    deepEqual(all(Array(5).fill(block('sh', 'a')).join('\n'), { fence: 'sh' }), []);
  });
});

suite('an answer that is all there is', () => {
  const all = (text: string, example = 'x') => wholeAnswer(text, example).map(way => made(text, way));
  for (const [what, text, wanted] of [
    ['nothing around', 'ls', []],
    [
      'a block',
      'So:\n```sh\nls\n```',
      [
        ['ls\n', 'code-fence'],
        ['```sh\nls\n```', 'prose-around'],
      ],
    ],
    ['a block without an end', '```\nls', [['ls', 'code-fence']]],
    ['two blocks', '```\na\n```\n```\nb\n```', []],
    ['quotes', ' "ls"', [['ls', 'quoted-answer']]],
    ['bold, and a full stop', '**ls**.', [['ls', 'quoted-answer']]],
    ['quotes around nothing', '""', []],
    ['an announcement', 'Here it is:\n\nls', [['ls', 'prose-around']]],
    ['a sentence behind', 'ls\n\nTell me more!', [['ls', 'prose-around']]],
    ['a sentence and a blank line', 'ls\n\nTell me more!\n ', [['ls', 'prose-around']]],
    ['two lines', 'ls\ncd', []],
  ] as const)
    test(what, () =>
      deepEqual(
        all(text),
        wanted.map(each => [...each]),
      ),
    );
  test('a date, where one is wanted and one stands', () => {
    const date = '2011-10-05T14:48:00Z';
    deepEqual(all('It is 2024-05-01T12:00:00Z now', date), [['2024-05-01T12:00:00Z', 'prose-around']]);
    deepEqual(all('2024-05-01 or 2024-05-02', date), []);
    deepEqual(all('It is 2024-05-01', 'x'), []);
    deepEqual(all(date, date), []);
  });
});

suite('JSON that is read otherwise', () => {
  const all = (source: string, wantsObject = true) =>
    jsonReadings(source, { wantsObject, limit: 2 }).map(way => applyEdits(source, way.edits));
  test('in a string', () => {
    deepEqual(all(JSON.stringify('{"a": "x\\n\\u0041"}\n')), ['{"a": "x\\n\\u0041"}\n']);
    deepEqual(all('"[1]"', false), ['[1]']);
    deepEqual(all('"{\\u0022a\\u0022: 1}"'), ['{"a": 1}']);
    deepEqual(all('"words"'), []);
    deepEqual(all(JSON.stringify('{a}')), []);
    deepEqual(all(JSON.stringify(' {"a": 1}')), [' {"a": 1}']);
    for (const text of ['"x [1]"', '"x[1]"']) deepEqual(all(JSON.stringify(text)), [], text);
  });
  test('in a string, with edits of what is escaped and nothing else', () => {
    const [way] = jsonReadings('"{\\"a\\": 1}"', { wantsObject: true, limit: 2 });
    deepEqual(
      way!.edits.map(({ start, end, text }) => [start, end, text]),
      [0, 2, 5, 11].map(start => [start, start + 1, '']),
    );
  });
  test('in a list', () => {
    deepEqual(all('[{"a": 1}]'), ['{"a": 1}']);
    for (const source of ['[[1]]', '[1]', '[null]', '[{}, {}]', '[]', '{}', '1']) deepEqual(all(source), [], source);
    deepEqual(all('[{"a": 1}]', false), []);
  });
});

test('tags that are missing: before prose where the format has none in front, and each way once', () => {
  const tags = [{ open: '<a>', close: '</a>' }];
  const all = (example: string) =>
    waysOf('I look around now.\nls</a>', { ...unknownMarkup(nothingSaid), tags, example }).map(
      way => made('I look around now.\nls</a>', way)?.[0],
    );
  deepEqual(all('<a>x</a>'), ['<a>I look around now.\nls</a>']);
  deepEqual(all('So.\n<a>x</a>'), ['I look around now.\n<a>ls</a>']);
});

test('each stage goes on from what the one before left', () => {
  const format: ExpectedMarkup = {
    ...unknownMarkup(nothingSaid),
    fence: 'json',
    json: '{"a": 1}',
    example: '```json\n{"a": 1}\n```',
  };
  const text = '```json \r\n{"a": 1,}\r\n```';
  const found = waysOf(text, format).map(way => made(text, way));
  deepEqual(found[0], ['```json \n{"a": 1,}\n```', 'line-ends']);
  ok(found.some(way => way?.[0] === '```json\n{"a": 1}\n```'));
});

test('what is hostile is read in linear time', () => {
  const format: ExpectedMarkup = {
    ...unknownMarkup({ ...nothingSaid, marks: ['Action:', 'Action Input:', 'Final Answer:'], anyTag: true }),
    example: '<a>\n<b=c>1</b></a>',
    isXml: true,
  };
  const pieces = [
    '<',
    '</',
    '<a>',
    '</a>',
    '<b=',
    '<![CDATA[',
    '**<',
    '&lt;a&gt;',
    '```\n',
    '  ```sh\nx\n  ```\n',
    '``` x```\n',
    '~~~\n',
    '`',
    ' ',
    ' \n',
    '\r\n',
    '**Action',
    'Action: ',
    'Action Input: x\n',
    'Final Answer:\n',
    '1) ',
    '1) x\n',
    '- ',
    '"',
    'A: \n\n',
    'I see it now.\n',
    '2024-05-01 ',
    '. ',
  ];
  for (const piece of pieces)
    for (const [fence, example] of [
      [undefined, format.example],
      ['sh', '```sh\nx\n```'],
      [undefined, '1. a\n2. b'],
    ] as const) {
      const text = piece.repeat(Math.floor(100_000 / piece.length));
      waysOf(text, { ...format, fence, example });
      wholeAnswer(text, '2011-10-05');
    }
}).timeout(60_000);
