import { deepEqual, equal } from 'node:assert/strict';
import { fenceShapes } from '../../../../src/engine/diagnosis/fenceShapes.ts';
import { labelEdits, listEdits } from '../../../../src/engine/diagnosis/lineMarks.ts';
import { smallestEdits, tagEdit } from '../../../../src/engine/diagnosis/smallestEdits.ts';
import { surfaceEdits } from '../../../../src/engine/diagnosis/surfaceEdits.ts';
import { formatOf, made, rows } from './made.ts';

suite('what lies over a whole response', () => {
  const instruction = 'Answer with one word, please.\n';
  rows(
    [
      ['nothing', 'a\n  b', undefined],
      ['a byte order mark', '\ufeffa', ['a', 'odd-space']],
      ['carriage returns, but for those without a line feed', 'a\r\nb\r\r\nc\rd', ['a\nb\r\nc\rd', 'line-ends']],
      ['as many blanks as all lines have', '   a\n\n  b\n   c', [' a\n\nb\n c', 'indented']],
      ['tabs', '\ta\n\t\tb', ['a\n\tb', 'indented']],
      ['one line', '  a', ['a', 'indented']],
      ['blanks alone', '  \n ', undefined],
      ['an echo, and the blanks behind it', `So: ${instruction}\n b`, ['So: b', 'instruction-echo']],
      ['an echo and nothing else', ` ${instruction}`, ['Answer with one word, please.\n', 'indented']],
      ['all of it', `\ufeff${instruction}\r\n  b\r\n  c`, ['b\n  c', 'odd-space instruction-echo line-ends']],
    ],
    text => surfaceEdits(text, instruction),
  );

  test('one of twenty characters is not', () =>
    deepEqual(made('Say yes or no, okay. no', surfaceEdits('Say yes or no, okay. no', 'Say yes or no, okay.')), [
      'no',
      'instruction-echo',
    ]));

  test('a short instruction may be part of the answer', () =>
    equal(surfaceEdits('Say yes. yes', 'Say yes.'), undefined));
});

suite('labels', () => {
  rows(
    [
      ['as they are', 'Action: a\nAction Input: b', undefined],
      ['other letters', 'action: a\nACTION INPUT: b', ['Action: a\nAction Input: b', 'label-spelling']],
      [
        'emphasis in all its places',
        '**Action:** a\n__Action__: b\n*Action*: c',
        ['Action: a\nAction: b\nAction: c', 'label-spelling'],
      ],
      ['a heading, and an item in bold', '### Action: a\n- **Action**: b', ['Action: a\nAction: b', 'label-spelling']],
      [
        'blanks, underscores, a wide colon',
        ' Action : a\nAction_Input: b\nAction：c',
        [' Action: a\nAction Input: b\nAction:c', 'label-spelling'],
      ],
      ['within a line', 'my action: a', undefined],
      ['another word', 'Reaction: a\n**Thought:** b', undefined],
    ],
    text => labelEdits(text, ['Action:', 'Action Input:', '<end>']),
  );
  test('none are known', () => equal(labelEdits('action: a', []), undefined));
  test('no more goes than must', () =>
    deepEqual(
      labelEdits('**Action:** a', ['Action:'])?.edits.map(({ start, end, text }) => [start, end, text]),
      [
        [0, 2, ''],
        [9, 11, ''],
      ],
    ));
});

suite('marks of lists', () => {
  suite('numbers', () =>
    rows(
      [
        ['as they are', '1. a\n2. b', undefined],
        ['brackets, colons, bold', '1) a\n(2) b\n3: c\n**4.** d', ['1. a\n2. b\n3. c\n4. d', 'list-marker']],
        ['bullets are counted', '- a\n• b\n* **c**', ['1. a\n2. b\n3. **c**', 'list-marker']],
        ['no blank behind', '1.a\n2.b', ['1. a\n2. b', 'list-marker']],
        ['a number with a point, a rule, emphasis', '1.5 litres\n---\n*so* it is', undefined],
      ],
      text => listEdits(text, formatOf('1. a\n\n2. b')),
    ));
  suite('dashes', () =>
    rows(
      [
        ['as they are', '- a\n* b', undefined],
        ['numbers and bullets', '1. a\n• b\n+ c', ['- a\n- b\n- c', 'list-marker']],
        ['no blank behind', '-a', ['- a', 'list-marker']],
      ],
      text => listEdits(text, formatOf('- a\n- b')),
    ));
  test('the example is no list', () => {
    for (const example of ['1. a', '- a', '1. a\nb', '- a\nb', 'a\nb', ''])
      equal(listEdits('1) a\n2) b', formatOf(example)), undefined, example);
  });
});

suite('the shapes of fences', () => {
  rows(
    [
      ['as they are', '```sh\nls\n```', undefined],
      ['tildes', '~~~sh\nls\n~~~', ['```sh\nls\n```', 'fence-shape']],
      ['tildes beside backticks', '```sh\nls\n```\n~~~', undefined],
      ['one line', 'a\n  ```sh ls -F```', ['a\n  ```sh\nls -F\n```', 'fence-shape']],
      ['one line of another language', '```bash ls```', ['```\nbash ls\n```', 'fence-shape']],
      ['one line of nothing', '```sh ```', undefined],
      [
        'blanks in front, as far as the first fence stands',
        'a\n  ```sh\n    ls\n cd\n  ```',
        ['a\n```sh\n  ls\ncd\n```', 'indented'],
      ],
      ['backticks behind the last line', '```sh\nls```', ['```sh\nls\n```', 'fence-shape']],
      ['blanks behind', '```sh \nls\n```\t\nso', ['```sh\nls\n```\nso', 'fence-shape']],
    ],
    text => fenceShapes(text, 'sh'),
  );
  test('where no language is wanted, the name of a shell is one all the same', () => {
    equal(made('```bash ls```', fenceShapes('```bash ls```', ''))?.[0], '```bash\nls\n```');
    equal(made('```ls -F```', fenceShapes('```ls -F```', ''))?.[0], '```\nls -F\n```');
  });
});

suite('the smallest edits', () => {
  for (const [written, wanted, edits] of [
    ['abc', 'abc', []],
    [
      'a-b-c',
      'abc',
      [
        [1, 2, ''],
        [3, 4, ''],
      ],
    ],
    ['abcd', 'ab', [[2, 4, '']]],
    [
      '&lt;a&gt;',
      '<a>',
      [
        [0, 4, '<'],
        [5, 9, '>'],
      ],
    ],
    ['aXc', 'aYc', [[1, 2, 'Y']]],
    ['aa', 'aaa', [[0, 0, 'a']]],
    ['a:', 'a: a:', [[2, 2, ' a:']]],
  ] as const)
    test(`${written} to ${wanted}`, () =>
      deepEqual(
        smallestEdits(`__${written}`, { start: 2, end: 2 + written.length }, wanted, 'tag-case').map(
          ({ start, end, text }) => [start - 2, end - 2, text],
        ),
        edits.map(each => [...each]),
      ));
});

test('a tag of other letters is written anew as a whole', () => {
  const edits = (cause: 'tag-case' | 'wrong-tag' | 'escaped-tag') =>
    tagEdit('_<VOTe>', { start: 1, end: 7 }, '<VOTE>', cause).map(({ start, end, text }) => [start, end, text]);
  deepEqual(edits('tag-case'), [[1, 7, '<VOTE>']]);
  deepEqual(edits('wrong-tag'), [[1, 7, '<VOTE>']]);
  deepEqual(edits('escaped-tag'), [[5, 6, 'E']]);
});
