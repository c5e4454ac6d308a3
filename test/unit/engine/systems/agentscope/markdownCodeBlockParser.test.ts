import assert from 'node:assert/strict';
import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import { exampleResponse, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { attempt, checkPrefixes, faultOf, fieldsOf, parserOf, warningsOf } from './parse.ts';

const type = typeNamed('MarkdownCodeBlockParser');

const python = parserOf(type, { language_name: 'python' });

suite('MarkdownCodeBlockParser', () => {
  test('one field: the code, with and without fences', async () =>
    assert.deepEqual(await fieldsOf(python, 'Here:\n```python\nx = 1\n```\n'), [
      'code: ```python\nx = 1\n``` | \nx = 1\n',
    ]));

  for (const [text, underlined] of [
    ['Sorry.\nI cannot.', 'Sorry.'],
    ['```python\nx = 1', '```python'],
    ['x = 1\n``` end', '```'],
    ['', ''],
  ] as const)
    test(`missing tags in ${JSON.stringify(text)}`, async () =>
      assert.deepEqual(await faultOf(python, text), ['TagNotFoundError', underlined]));

  test('the model is told str(e), and nothing of built-in errors', async () => {
    const error = await attempt(python, 'x');
    assert(error instanceof ResponseError);
    assert.equal(error.details.feedback, 'TagNotFoundError: Missing tags ```python and ``` in response: x');
    const none = await attempt(python, null);
    assert(none instanceof ResponseError);
    assert.deepEqual([none.class, none.details.feedback], ['AttributeError', undefined]);
  });

  test('the pieces of the instruction know where they were written', () => {
    const written = parserOf(type, { language_name: 'c', content_hint: 'code' })
      .instruction()
      .filter(piece => piece.origin)
      .map(piece => piece.text);
    assert.deepEqual(written, ['c', 'c', 'c', 'code']);
  });

  test('odd values behave as in the class, with a warning', () => {
    const odd = parserOf(type, { language_name: 5, content_hint: ['a'] });
    assert.match(
      odd
        .instruction()
        .map(({ text }) => text)
        .join(''),
      /```5\n\['a'\]\n```$/,
    );
    assert.deepEqual(warningsOf(type, { language_name: 5, content_hint: ['a'] }), [
      ['odd-value', '5'],
      ['odd-value', '[\n    "a"\n  ]'],
    ]);
    assert.deepEqual(warningsOf(type, { language_name: '', content_hint: null }), [
      ['odd-value', '""'],
      ['odd-value', 'null'],
    ]);
    assert.deepEqual(warningsOf(type, { language_name: 'c++' }), []);
  });

  test('a missing argument raises as the constructor does', () =>
    assert.throws(() => parserOf(type, {}), {
      class: 'TypeError',
      message: "MarkdownCodeBlockParser.__init__() missing 1 required positional argument: 'language_name'",
    }));

  test('every prefix is safe', () => checkPrefixes(python, 'Sure:\n```python\nprint("😀")\n```\nDone.'));

  test('the example of another language is the hint', () => {
    const example = (config: object) => {
      const { definitions } = readDefinitions(JSON.stringify({ type: type.type, ...config }), 'x.parser.json');
      return exampleResponse(definitions[0]!);
    };
    assert.match(example({ language_name: 'sql', content_hint: 'SELECT 1' }) ?? '', /SELECT 1/);
    assert.match(example({ language_name: 'python', content_hint: 'your code' }) ?? '', /print\("Hello, world!"\)/);
  });
});
