import assert from 'node:assert/strict';
import { parser } from '@lezer/python';
import { importsOf } from '../../../../../../src/engine/code/python/read/imports.ts';
import { readPython } from '../../../../../../src/engine/interchange/python/read/pythonImport.ts';
import { toJsonText } from '../../../../../../src/engine/python/jsonDumps.ts';

/** The definitions of a text with their names, without their type, and what is said of which part. */
function read(text: string): { readonly found: readonly string[]; readonly problems: readonly string[] } {
  const { definitions, problems } = readPython(text, 'agents/wolf.py');
  return {
    found: definitions.map(({ name, config }) => {
      const keys = new Map([...config].filter(([key]) => key !== 'type'));
      return `${name}: ${toJsonText(keys, 0)}`;
    }),
    problems: problems.map(({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`),
  };
}

const tool = (name: string) => `class ${name}(ToolMessage):\n    request: str = "${name.toLowerCase()}"\n`;
const ofTool = (name: string) =>
  `{"request": "${name.toLowerCase()}", "schema": {"properties": {}, "title": "${name}", "type": "object"}}`;
const ofClass = (properties: string, required = '') =>
  `A: {"content_schema": {"properties": ${properties}, ${required}"title": "A", "type": "object"}}`;
const call = 'This is a call; nothing of the text is run, so its value is not known.';

suite('what of a Python text is read', () => {
  const cases: readonly (readonly [
    what: string,
    text: string,
    found: readonly string[],
    problems?: readonly string[],
  ])[] = [
    [
      'json.dumps of what is given by its name is a call like any other',
      'x = MarkdownJsonObjectParser(json.dumps(obj={"a": 1}))',
      ['x: {}'],
      [`json.dumps(obj={"a": 1}): ${call}`],
    ],
    [
      'json.dumps of what is spread is a call like any other',
      'A = [1]\nx = MarkdownJsonObjectParser(json.dumps(*A))',
      ['x: {}'],
      [`json.dumps(*A): ${call}`],
    ],
    [
      'what json.dumps is given is said to be unknown once',
      'x = MarkdownJsonObjectParser(json.dumps(load()))',
      ['x: {}'],
      [`load(): ${call}`],
    ],
    [
      'a sign before a name is computed',
      'A = 1\nx = MarkdownJsonObjectParser(+A)',
      ['x: {}'],
      ['+A: This is computed; only literals are read.'],
    ],
    [
      'what a loop goes through does not change',
      'B = ["a"]\nfor A in B: pass\nx = MarkdownJsonObjectParser(B)',
      ['x: {"content_hint": ["a"]}'],
    ],
    [
      'the names of a loop change, also where they had a value',
      'A = "a"\nfor A in b: pass\nx = MarkdownJsonObjectParser(A)',
      ['x: {}'],
      ['A: This is a name that changes; its value is known only when the program runs.'],
    ],
    [
      'equal names are told apart by a number',
      'x = MarkdownJsonObjectParser(1)\nx = MarkdownJsonObjectParser(2)',
      ['x: {"content_hint": 1}', 'x_2: {"content_hint": 2}'],
    ],
    [
      'the default of a field takes the place of its type’s, also where it is not known',
      'class A(BaseModel):\n    a: Annotated[int, Field(default=3)] = load()',
      [ofClass('{"a": {"title": "A", "type": "integer"}}')],
      [`load(): ${call}`],
    ],
    [
      'a private attribute is not a field, whatever it is called',
      'class A(BaseModel):\n    a: int\n    p: int = PrivateAttr(1)',
      [ofClass('{"a": {"title": "A", "type": "integer"}}', '"required": ["a"], ')],
    ],
    [
      'a class without a schema is said to be no value',
      'class Joke: pass\nx = model.with_structured_output(Joke, method="json_mode")',
      [],
      ['Joke: `Joke` is a class, not a value.'],
    ],
    [
      'the names of parameters are names like any other where the class takes its base’s',
      'class P(MarkdownJsonDictParser): pass\nrequired_keys = {"a": 1}\ncontent_hint = ["a"]\nx = P(required_keys, content_hint)',
      ['x: {"content_hint": {"a": 1}, "required_keys": ["a"]}'],
    ],
    [
      'several tools of no agent are called as the file is',
      tool('A') + tool('B'),
      [`wolf: {"tools": [${ofTool('A')}, ${ofTool('B')}]}`],
    ],
    [
      'the arguments of enable_message have an order',
      `${tool('A')}agent.enable_message(A, True, False, False, True, True)`,
      [`agent: {"tools": [${ofTool('A').slice(0, -1)}, "handle": false, "require_recipient": true}]}`],
    ],
  ];
  for (const [what, text, found, problems = []] of cases)
    test(what, () => assert.deepEqual(read(`${text}\n`), { found, problems }));

  test('a text that nests so deeply that the parser cannot read it', () => {
    const { parse } = parser;
    parser.parse = () => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    try {
      const message = 'This is nested too deeply to be read.';
      assert.deepEqual(readPython('x = MarkdownJsonObjectParser()', 'x.py'), {
        definitions: [],
        problems: [{ message, span: { start: 0, end: 1 }, severity: 'error' }],
      });
    } finally {
      parser.parse = parse;
    }
  });
});

suite('the names that an import binds', () => {
  const cases: readonly (readonly [statement: string, bound: readonly string[]])[] = [
    ['import a.b', ['a = a']],
    ['import a.b as c, d', ['c = a.b', 'd = d']],
    ['from a.b import (c as d, e,)', ['d = a.b.c', 'e = a.b.e']],
    ['from a import *', []],
    ['from a', []],
  ];
  for (const [statement, bound] of cases)
    test(statement, () => {
      const node = parser.parse(`${statement}\n`).topNode.firstChild!;
      assert.equal(node.name, 'ImportStatement');
      const found = importsOf(node, ({ from, to }) => statement.slice(from, to));
      assert.deepEqual(
        found.map(({ local, path }) => `${local} = ${path}`),
        bound,
      );
    });
});
