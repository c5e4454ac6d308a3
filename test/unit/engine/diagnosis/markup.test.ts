import { deepEqual, equal, match } from 'node:assert/strict';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import type { ParseResult } from '../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { callEdits, editedCalls, messageCallEdits } from '../../../../src/engine/diagnosis/callEdits.ts';
import { causeSummary } from '../../../../src/engine/diagnosis/causes.ts';
import { expectedMarkup, nothingSaid, unknownMarkup } from '../../../../src/engine/diagnosis/expectedMarkup.ts';
import { fenceEdits } from '../../../../src/engine/diagnosis/fenceEdits.ts';
import { definitionWords, inventsWords } from '../../../../src/engine/diagnosis/inventedWords.ts';
import { withJsonEdits } from '../../../../src/engine/diagnosis/jsonEdits.ts';
import { tagEdits } from '../../../../src/engine/diagnosis/tagEdits.ts';

const define = (keys: object) => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!;

suite('what an example shows of its format', () => {
  const nothing: ParseResult = { ok: true, value: null, fields: [], repairs: [], splits: {} } as never;
  for (const [what, example, json] of [
    ['an object', 'Answer: {"a": [1]} so', '{"a": [1]}'],
    ['a list', ' [1, {}] ', '[1, {}]'],
    ['brackets the wrong way round', '} {', undefined],
    ['a bracket that is not closed', 'see [', undefined],
    ['no bracket', 'x', undefined],
    ['a block of JSON', '```json\n {"a": 1}\n```', '{"a": 1}'],
    ['a block of code with brackets', '```python\nprint([1])\n```', undefined],
  ] as const)
    test(what, () => equal(expectedMarkup(example, nothing).json, json));

  test('the language of the first block; tags are those of fields outside of a block', async () => {
    const tag = (name: string, open: string, close: string) => ({
      name,
      tag_begin: open,
      content_hint: 'x',
      tag_end: close,
    });
    const markup = async (tagged_contents: readonly object[], example: string) => {
      const definition = define({ type: 'MultiTaggedContentParser', tagged_contents });
      return expectedMarkup(example, await createParser(definition).parse(example));
    };
    const two = [tag('a', '[A]', '[/A]'), tag('b', '<b>', '</b>')];
    deepEqual((await markup(two, '[A]1[/A] <b>2</b>')).tags, [
      { open: '[A]', close: '[/A]' },
      { open: '<b>', close: '</b>' },
    ]);
    deepEqual((await markup([tag('a', '<a>\n', '\n</a>')], '<a>\n1\n</a>')).tags, [{ open: '<a>', close: '</a>' }]);
    deepEqual(await markup(two, '```x\n: [A]1[/A] <b>2</b>\n```'), {
      example: '```x\n: [A]1[/A] <b>2</b>\n```',
      tags: [],
      fence: 'x',
      isXml: false,
      json: undefined,
      jsonEnd: '',
      breaks: new Set(),
      said: nothingSaid,
    });
    deepEqual((await markup([tag('a', '"""', '"""'), tag('b', '{"b": ', '}')], '"""1""" {"b": 2}')).tags, []);
  });
});

suite('the edits that make a code block', () => {
  for (const [what, text, isJson, expected] of [
    ['of text between blank lines', '\n\n x = 1 \n', false, '\n\n \n```json\nx = 1\n``` \n'],
    ['of all', 'x', false, '```json\nx\n```'],
    ['of JSON in prose, on lines of its own', 'So: {"a": 1} ok', true, 'So: \n```json\n{"a": 1}\n``` ok'],
    ['of JSON on a line of its own', 'So:\n{"a": 1}', true, 'So:\n```json\n{"a": 1}\n```'],
    ['of words where JSON should be', 'none', true, '```json\nnone\n```'],
    ['of what has two backticks for an end', '```json\n[1]\n``', true, '```json\n[1]\n```'],
    ['of what has one backtick for an end', '```json\n[1]\n`\n', true, '```json\n[1]\n```\n'],
    ['of what has backticks within', '```json\na\n`b`', false, '```json\na\n`b`\n```'],
    ['of one that only begins', '```json', false, '```json\n```'],
  ] as const)
    test(what, () => equal(applyEdits(text, fenceEdits(text, 'json', isJson)[0]!.edits), expected));

  test('nothing is made of nothing', () => deepEqual(fenceEdits(' \n', 'json', true), []));
});

suite('the edits that give a response its tags', () => {
  const tags = [
    { open: '<a>', close: '</a>' },
    { open: '<b>', close: '</b>' },
  ];
  for (const [what, text, expected, isLossy = false] of [
    ['all are there', '<a>1</a><b>2</b>', '<a>1</a><b>2</b>'],
    ['an end, where the next begins', '<a>1 <b>2</b>', '<a>1</a> <b>2</b>'],
    ['an end, where the text ends with a word', '<a>1</a><b>two', '<a>1</a><b>two</b>', true],
    ['an end, where the text ends with a sentence', '<a>1</a><b>No. Two.\n', '<a>1</a><b>No. Two.</b>\n'],
    ['a sentence before the last words', '<a>1</a><b>No. two', '<a>1</a><b>No. two</b>', true],
    ['a beginning', '1</a><b>2</b>', '<a>1</a><b>2</b>'],
    ['a beginning behind the first part', '<a>1</a>2</b>', '<a>1</a><b>2</b>'],
    ['a part that is not there at all', '<b>2</b>', '<b>2</b>'],
    ['the beginning for the end', '<a>1<a><b>2</b>', '<a>1</a><b>2</b>'],
    ['the beginning again, behind the next', '<a>1<b>2</b><a>', '<a>1</a><b>2</b><a>'],
    ['an end that stands only behind the next part', '<a>1<b>2</b></a>', '<a>1</a><b>2</b></a>'],
  ] as const)
    test(what, () => {
      const { edits, lossy } = tagEdits(text, tags);
      deepEqual([applyEdits(text, edits), lossy], [expected, isLossy]);
    });

  test('where prose stands in front of the first tag, it stays there', () => {
    const [tag] = tags;
    const text = 'I look around now.\nls</a>';
    equal(applyEdits(text, tagEdits(text, [tag!], true).edits), 'I look around now.\n<a>ls</a>');
    equal(applyEdits(text, tagEdits(text, [tag!]).edits), '<a>I look around now.\nls</a>');
  });

  test('a tag without an end, and one of two characters', () => {
    deepEqual(tagEdits('say: x', [{ open: 'Say:', close: '' }]).parts, []);
    equal(applyEdits('say: x', tagEdits('say: x', [{ open: 'Say:', close: '' }]).edits), 'Say: x');
    const pair = [{ open: '<<', close: '>>' }];
    equal(applyEdits('*<<x>>*', tagEdits('*<<x>>*', pair).edits), '*<<x>>*');
    equal(applyEdits('<<*x>>', tagEdits('<<*x>>', pair).edits), '<<*x>>');
    equal(applyEdits('*<<*x>>', tagEdits('*<<*x>>', pair).edits), '<<x>>');
  });
});

suite('the edits of JSON in the parts', () => {
  const markup = (text: string, stretches: readonly string[]) => ({
    edits: [],
    confidence: 1,
    lossy: false,
    parts: stretches.map(each => ({ start: text.indexOf(each), end: text.indexOf(each) + each.length })),
  });
  for (const [what, text, parts, expected] of [
    ['JSON stays', '<a>{"a": 1}</a>', ['{"a": 1}'], []],
    ['words stay', '<a>b</a>', ['b'], []],
    [
      'words around it go, where they are more than blanks',
      '<a> So {"a": 1,} </a>',
      [' So {"a": 1,} '],
      ['<a>{"a": 1} </a>'],
    ],
    ['two parts', 'x[1,]y{"a": 2', ['[1,]', '{"a": 2'], ['x[1]y{"a": 2}']],
  ] as const)
    test(what, () => {
      const given = markup(text, parts);
      const ways = withJsonEdits(text, given, undefined);
      deepEqual(ways[0] === given ? [] : [applyEdits(text, ways[0]!.edits)], expected);
    });

  test('JSON that is cut off before blanks, in a block without an end, was cut off', () => {
    const lossy = (source: string) => {
      const given = markup(source, [source]);
      const edits = [{ start: source.length, end: source.length, text: '\n```', cause: 'unclosed-fence' as const }];
      return withJsonEdits(source, { ...given, edits }, undefined)[0]!.lossy;
    };
    deepEqual(['{"a": 1 \n', '  {"a": 1', '{"a": 1} \n'].map(lossy), [true, true, false]);
  });

  test('of parts that are read in several ways the first is read in the likeliest', () => {
    const broken = ['{"a": "x" y", "b": 1}', '{"c": "x" y", "d": 2}'];
    const [text, one] = [broken.join('\n'), broken[0]!];
    const ways = (given: string, parts: readonly string[]) =>
      withJsonEdits(given, markup(given, parts), undefined).map(({ edits }) => applyEdits(given, edits));
    const alone = ways(one, [one]);
    deepEqual(alone.length > 1, true);
    const both = ways(text, broken);
    equal(both.length, alone.length);
    for (const each of both) equal(each.split('\n')[0], alone[0]);
  });

  test('the expected shape decides between readings', () => {
    const text = '{"a": "x", "b": "y" "c": "z"}'.replace('" "c"', ' "c"');
    const [best] = withJsonEdits(text, markup(text, [text]), '{"a": "", "b": "", "c": ""}');
    deepEqual(Object.keys(JSON.parse(applyEdits(text, best!.edits))), ['a', 'b', 'c']);
  });
});

suite('the edits of the arguments of calls', () => {
  const callOf = (text: unknown) => ({ id: 'a', function: { name: 'f', arguments: text } });

  test('a text that is not JSON has none', () => deepEqual(callEdits('So: {"arguments": "{\'a\': 1}"}'), []));

  test('each call with arguments that are broken, in one way when there are several', () => {
    const text = JSON.stringify([callOf("So {'a': 1} ok"), callOf('{}'), callOf('{"b": 2,}')]);
    const [best] = callEdits(text);
    deepEqual(JSON.parse(applyEdits(text, best!.edits)), [callOf('{"a": 1}'), callOf('{}'), callOf('{"b": 2}')]);
    equal(best!.lossy, false);
    deepEqual(callEdits(JSON.stringify([callOf('{}')])), []);
    deepEqual(callEdits('{ "arguments" :  "{\'a\': 1}" }').length > 0, true);
    deepEqual(callEdits('{"arguments": "{\'a\': 1}'), []);
  });

  test('of a message that is an object, whatever its calls are', () => {
    const calls = [null, callOf(3), {}, callOf('{"b": 2,}'), callOf('{}')];
    const [best] = messageCallEdits(calls);
    deepEqual(editedCalls(calls, best!.edits), [null, callOf(3), {}, callOf('{"b": 2}'), callOf('{}')]);
    equal(editedCalls(calls, best!.edits)[4], calls[4]);
  });
});

test('every cause has words', () => {
  match(causeSummary('missing-comma'), /comma/);
  match(causeSummary('unclosed-fence'), /block|fence/);
});

suite('words that nobody said', () => {
  test('a word that edits put in, and nobody said', () => {
    const put = (text: string) => [{ start: 0, end: 0, text, cause: 'missing-tag' as const }];
    const expected = unknownMarkup(nothingSaid);
    const invents = (text: string, value: unknown, response = 'tea', definition = '{"type":"x"}') =>
      inventsWords(put(text), value, response, { expected, says: word => definitionWords(definition).has(word) });
    equal(invents('<call>a', { name: 'a' }), true);
    equal(invents('<call>a', { name: 'tea' }), false);
    equal(invents('fetch', { fetch: 1 }), true);
    equal(invents('fetch', { name: 'fetch' }, 'I fetch tea'), false);
    equal(invents('\\u0060', { text: 'u0060' }), false);
  });

  test('a word stands in the answer as a whole, in any script, as it is written or as it is meant', () => {
    const expected = unknownMarkup(nothingSaid);
    const invents = (word: string, response: string) => {
      const edits = [{ start: 0, end: 0, text: word, cause: 'missing-tag' as const }];
      return inventsWords(edits, [word], response, { expected, says: () => false });
    };
    for (const [word, response, isInvented] of [
      ['tea', 'steal tea', false],
      ['tea', 'steal, teas, tea_', true],
      ['tea', '茶tea', true],
      ['tea', '😀tea😀', false],
      ['𝒜b', 'x𝒜b 𝒜b', false],
      ['𝒜b', '𝒜bc x𝒜b', true],
      ['Bo', 'the\\nBo', false],
      ['nBo', 'the\\nBo', false],
      ['b', 'a&amp;b', false],
    ] as const)
      equal(invents(word, response), isInvented, `${word} in ${response}`);
  });

  test('of many words as of few', () => {
    const expected = unknownMarkup(nothingSaid);
    const words = Array.from({ length: 20 }, (_, i) => `w${i}`);
    const edits = [{ start: 0, end: 0, text: words.join(' '), cause: 'missing-tag' as const }];
    const invents = (response: string) => inventsWords(edits, words, response, { expected, says: () => false });
    equal(invents(words.join(', ')), false);
    equal(invents(words.slice(1).join(', ')), true);
  });
});
