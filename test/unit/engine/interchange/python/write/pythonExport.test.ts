import assert from 'node:assert/strict';
import { callCode, keyword, layOut } from '../../../../../../src/engine/code/python/code.ts';
import { textCode } from '../../../../../../src/engine/code/python/literals.ts';
import { PythonFile } from '../../../../../../src/engine/code/python/write/pythonFile.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { exportDefinitions } from '../../../../../../src/engine/interchange/index.ts';

/** What is written of a definition, and what is said to be lost. */
function written(config: object, format: string) {
  const answer = exportDefinitions(readDefinitions(JSON.stringify(config), 'thing.parser.json').definitions, format);
  assert.ok(answer.ok);
  return { text: answer.text, losses: answer.losses.map(({ key, message }) => `${key}: ${message}`) };
}

const joke = { title: 'Joke', type: 'object', properties: { a: { type: 'string', title: 'A' } }, required: ['a'] };
const fenced = (schema: object) => ({ type: 'MarkdownJsonDictParser', content_schema: { ...joke, ...schema } });
const listOf = (limits: object) => ({ properties: { a: { type: 'array', title: 'A', ...limits } } });
const printed = 'content_schema: Pydantic prints `items` as well.';
const tools = (tool: object) => ({ type: 'ToolMessage', tools: [{ request: 'go', ...tool }] });

suite('what is written in Python', () => {
  const cases: readonly (readonly [
    what: string,
    config: object,
    format: string,
    line: string,
    losses?: readonly string[],
  ])[] = [
    [
      'nothing that has a description is more than None in a union',
      fenced({
        properties: { a: { anyOf: [{ type: 'string' }, { type: 'null', description: 'none' }], title: 'A' } },
      }),
      'agentscope',
      '    a: Union[str, Annotated[None, Field(description="none")]]',
    ],
    ['no item is allowed', fenced(listOf({ minItems: 0, maxItems: 0 })), 'agentscope', '    a: tuple[()]'],
    [
      'any number of items',
      fenced(listOf({ minItems: 0 })),
      'agentscope',
      '    a: list = Field(min_length=0)',
      [printed],
    ],
    ['few items', fenced(listOf({ maxItems: 0 })), 'agentscope', '    a: list = Field(max_length=0)', [printed]],
    [
      'nothing alone makes a union optional',
      fenced({ properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'A' } } }),
      'agentscope',
      '    a: Optional[str]',
    ],
    [
      'a description that no docstring would give back stands in the settings',
      fenced({ description: 'A joke. ' }),
      'agentscope',
      '    model_config = ConfigDict(json_schema_extra={"description": "A joke. "})',
    ],
    ['any other description is the docstring', fenced({ description: 'A joke.' }), 'agentscope', '    """A joke."""'],
    [
      'a key of LangChain’s constructor that no definition has is left out',
      { type: 'PydanticOutputParser', content_schema: joke, pydantic_object: { a: 1 } },
      'langchain',
      'thing = PydanticOutputParser(pydantic_object=Joke)',
      ['pydantic_object: LangChain has no place for `pydantic_object`.'],
    ],
    [
      'several schemas are a dict of classes',
      { type: 'PydanticOutputFunctionsParser', pydantic_schema: { joke: { content_schema: joke } } },
      'langchain',
      'thing = PydanticOutputFunctionsParser(pydantic_schema={"joke": Joke})',
    ],
    [
      'how an agent has a tool',
      tools({ purpose: 'To go', use: false, handle: false, require_recipient: true }),
      'langroid',
      'thing.enable_message(Go, use=False, handle=False, require_recipient=True)',
    ],
    [
      'an empty purpose is none, which is said once',
      tools({ purpose: '' }),
      'langroid',
      '    request: str = "go"',
      ['tools.0.purpose: `tools.0.purpose` has no place in this form.'],
    ],
  ];
  for (const [what, config, format, line, losses = []] of cases)
    test(what, () => {
      const made = written(config, format);
      assert.ok(made.text.split('\n').includes(line), made.text);
      assert.deepEqual(made.losses, losses);
    });

  test('an argument stands on one line up to the width, with its name and its comma', () => {
    const call = (size: number) =>
      callCode('make_parser', [keyword('name', { open: '[', items: [{ code: 'x'.repeat(size) }], close: ']' })]);
    // 4 blanks, `name=[`, `],`
    const [fits, wide] = [88 - 12, 88 - 11].map(size => layOut(call(size)));
    assert.equal(fits, `make_parser(\n    name=[${'x'.repeat(76)}],\n)`);
    assert.equal(wide, `make_parser(\n    name=[\n        ${'x'.repeat(77)},\n    ],\n)`);
  });

  test('backslashes of several lines are escaped', () => {
    assert.equal(textCode('a\\d\nb'), '"""a\\\\d\nb"""');
  });

  test('names are imported on one line up to the width', () => {
    const importing = (size: number) => {
      const file = new PythonFile(new Set());
      file.use('m', 'x'.repeat(size));
      return file.text();
    };
    const size = 88 - 'from m import '.length;
    assert.equal(importing(size), `from m import ${'x'.repeat(size)}\n`);
    assert.equal(importing(size + 1), `from m import (\n    ${'x'.repeat(size + 1)},\n)\n`);
  });
});
