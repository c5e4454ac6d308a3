import { deepEqual, equal, ok } from 'node:assert/strict';
import { agentEdits } from '../../../../src/engine/diagnosis/agentEdits.ts';
import { elementEdits } from '../../../../src/engine/diagnosis/elementEdits.ts';
import { fenceEdits } from '../../../../src/engine/diagnosis/fenceEdits.ts';
import { withJsonEdits } from '../../../../src/engine/diagnosis/jsonEdits.ts';
import { withoutProse } from '../../../../src/engine/diagnosis/proseEdits.ts';
import { xmlWays } from '../../../../src/engine/diagnosis/xmlWays.ts';
import { formatOf, made, rows } from './made.ts';

suite('code blocks', () => {
  const first = (text: string) => fenceEdits(text, 'sh', false)[0];
  rows(
    [
      ['prose in front', 'I look around.\n\nls\ncd a', ['I look around.\n\n```sh\nls\ncd a\n```', 'no-fence']],
      ['a line in backticks', 'Run this:\n`ls -F`\nplease', ['Run this:\n```sh\nls -F\n```\nplease', 'no-fence']],
      ['so behind blanks', 'Run this:\n  `ls -F`\nplease', ['Run this:\n  \n```sh\nls -F\n```\nplease', 'no-fence']],
      ['backticks elsewhere', 'Use `a` now\n`ls -F`', ['```sh\nUse `a` now\n`ls -F`\n```', 'no-fence']],
      ['and behind', '`ls -F`\nnot `a`', ['```sh\n`ls -F`\nnot `a`\n```', 'no-fence']],
      ['words and signs', 'Let us look at the a=1\nls', ['```sh\nLet us look at the a=1\nls\n```', 'no-fence']],
      [
        'prose, and what only its last sign shows to be code',
        'Run this now.\nLet us look at the dir/',
        ['Run this now.\n```sh\nLet us look at the dir/\n```', 'no-fence'],
      ],
      ['prose alone', 'I cannot do that.\nLet us stop here now', undefined],
      ['backticks that are left', 'a ``` b', undefined],
      ['words and no end', '```sh\nls', ['```sh\nls\n```', 'unclosed-fence, lossy']],
      ['a line and no end', '```sh\nls\n', ['```sh\nls\n```\n', 'unclosed-fence']],
      [
        'another block, and one without end',
        '```js\na\n```\n```sh\nls\n',
        ['```js\na\n```\n```sh\nls\n```\n', 'unclosed-fence'],
      ],
    ],
    first,
  );
  test('behind prose there is code, or nothing', () => {
    const code = (text: string) => withoutProse(text, { start: 0, end: text.length });
    deepEqual(['Do this now.\nls', 'Do this now.\n', 'Do this now.', 'ls'].map(code), [
      { start: 13, end: 15 },
      undefined,
      undefined,
      undefined,
    ]);
  });
  test('before one without end, the others are unlikely', () => {
    const [, other, ...more] = fenceEdits('```js\na\n```\n```sh\nls', 'sh', false);
    deepEqual(more, []);
    ok(other!.confidence < 0.5);
  });
  test('the end of JSON and that of its block are missing: it was cut off', () => {
    const isLossy = (text: string) =>
      withJsonEdits(text, fenceEdits(text, 'json', true)[0]!, '{"a": [1]}').map(({ lossy }) => lossy)[0];
    for (const end of ['{"a": 1', '{"a": [1], "b": 2']) equal(isLossy(`\`\`\`json\n${end}`), true, end);
    for (const end of ['{"a": [1]', '{"a": 1\n```']) equal(isLossy(`\`\`\`json\n${end}`), false, end);
  });
  test('of several in other languages none is likely', () => {
    const ways = fenceEdits('```js\na\n```\n```ts\nb\n```', 'sh', false);
    equal(ways.length, 2);
    ok(ways.every(({ confidence }) => confidence < 0.5));
    ok(fenceEdits('```js\na\n```', 'sh', false)[0]!.confidence > 0.9);
  });
  test('JSON between single backticks loses them', () =>
    equal(made('So `{"a": 1}`.', fenceEdits('So `{"a": 1}`.', 'json', true)[0])?.[0], 'So \n```json\n{"a": 1}\n```.'));
});

suite('elements', () => {
  const calls = '<function=f>\n<parameter=a>1</parameter>\n</function>';
  suite('within one another', () =>
    rows(
      [
        ['all there', '<function=g>\n<parameter=b>1</parameter>\n</function>', undefined],
        [
          'an end before its parent’s',
          '<function=g>\n<parameter=b>1\n</function>',
          ['<function=g>\n<parameter=b>1</parameter>\n</function>', 'missing-tag'],
        ],
        [
          'an end before a sibling',
          '<function=g>\n<parameter=b>1\n<parameter=c>2</parameter></function>',
          ['<function=g>\n<parameter=b>1</parameter>\n<parameter=c>2</parameter></function>', 'missing-tag'],
        ],
        [
          'the last end, behind a tag',
          '<function=g>\n<parameter=b>1</parameter>\n',
          ['<function=g>\n<parameter=b>1</parameter></function>\n', 'missing-tag'],
        ],
        [
          'all ends, behind a word',
          '<function=g>\n<parameter=b>one',
          ['<function=g>\n<parameter=b>one</parameter></function>', 'missing-tag, lossy'],
        ],
        [
          'all ends, behind a sentence',
          '<function=g>\n<parameter=b>One.',
          ['<function=g>\n<parameter=b>One.</parameter></function>', 'missing-tag'],
        ],
        [
          'all ends, before blanks',
          '<function=g>\n<parameter=b>one \n',
          ['<function=g>\n<parameter=b>one</parameter></function> \n', 'missing-tag, lossy'],
        ],
        ['a part without a whole', '<parameter=b>1</parameter>', undefined],
        ['an end without a beginning', '</function>', undefined],
        ['other tags', '<b>1', undefined],
        [
          'a tag that is kept as it is',
          '<function=g>\n<parameter=b><![CDATA[<function=h>]]></parameter>',
          ['<function=g>\n<parameter=b><![CDATA[<function=h>]]></parameter></function>', 'missing-tag'],
        ],
        [
          'what is kept has no end',
          '<function=g>\n<![CDATA[<parameter=b>1</function>',
          ['<function=g>\n<![CDATA[<parameter=b>1</parameter></function>', 'missing-tag'],
        ],
      ],
      text => elementEdits(text, formatOf(calls)),
    ));
  suite('beside one another', () =>
    rows(
      [
        ['the beginning for the end', '<a>1<a>\n<b>2</b>', ['<a>1</a>\n<b>2</b>', 'wrong-tag']],
        ['a beginning again, with its end', '<a>1<a>2</a>', ['<a>1</a><a>2</a>', 'missing-tag']],
        ['one that the example does not show', '<a>1</a>\n<c>3<b>2</b>', ['<a>1</a>\n<c>3</c><b>2</b>', 'missing-tag']],
        ['so behind blanks', '<a>1</a>\n  <c>3\n<b>2</b>', ['<a>1</a>\n  <c>3</c>\n<b>2</b>', 'missing-tag']],
        ['one that does not begin a line', '<a>1</a> <c>3', undefined],
      ],
      text => elementEdits(text, formatOf('<a>1</a><b>2</b>', true)),
    ));
  test('no other ones where only those of the example are read', () =>
    equal(elementEdits('<a>1</a>\n<c>3', formatOf('<a>1</a><b>2</b>')), undefined));
  test('the example has none', () => equal(elementEdits('<a>1', formatOf('a', true)), undefined));
  test('nothing of them is read as JSON', () => deepEqual(elementEdits('<a>{', formatOf('<a>1</a>'))?.parts, []));
  test('what has no end in the example needs none', () =>
    equal(elementEdits('<a><br>1</a>', formatOf('<a>x<br>y</a>')), undefined));
});

suite('XML in two ways', () => {
  const all = (text: string) => xmlWays(text).map(way => made(text, way)?.[0]);
  test('words and then elements in one without an end', () =>
    deepEqual(all('<a><b>x<c>1</c></a>'), ['<a><b>x</b><c>1</c></a>', '<a><b>x<c>1</c></b></a>']));
  test('elements alone', () => deepEqual(all('<a><b><c>1</c></a>'), ['<a><b><c>1</c></b></a>']));
  test('the beginning of all is missing', () =>
    deepEqual(all('So:\n<b>1</b><c>2</c></a>').slice(0, 1), ['<a><b>1</b><c>2</c></a>']));
  test('no XML', () => deepEqual(all('a'), []));
});

suite('the steps of an agent', () => {
  const labels = ['Action:', 'Action Input:', 'Final Answer:'];
  const all = (text: string) => agentEdits(text, labels).map(way => made(text, way)?.[0]);
  test('one step is enough', () => {
    deepEqual(all('Action: a\nAction Input: b'), []);
    deepEqual(all('Final Answer: b'), []);
    deepEqual(all('Action: a\nFinal Answer: b'), []);
    deepEqual(agentEdits('Action: a', ['Final Answer:']), []);
  });
  test('an input that is missing is empty, and told as missing', () => {
    deepEqual(all('Thought: x\nAction: a \nso'), ['Thought: x\nAction: a\nAction Input:  \nso']);
    equal(agentEdits('Action: a', labels)[0]?.lossy, true);
  });
  test('the call first, and then the answer', () =>
    deepEqual(all('Action: a\nAction Input: b\nObservation: c\nFinal Answer: d'), [
      'Action: a\nAction Input: b',
      'Final Answer: d',
    ]));
  test('the answer before the call: either', () =>
    deepEqual(all('Final Answer: d\nAction: a\nAction Input: b'), ['Final Answer: d\n', 'Action: a\nAction Input: b']));
});
