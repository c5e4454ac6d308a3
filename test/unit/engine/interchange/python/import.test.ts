import assert from 'node:assert/strict';
import { readPython } from '../../../../../src/engine/interchange/python/read/pythonImport.ts';
import { toJsonText } from '../../../../../src/engine/python/jsonDumps.ts';

/** The definitions of a text as JSON, with their names, and what is said of which part. */
function read(text: string, selected?: string) {
  const start = selected === undefined ? 0 : text.indexOf(selected);
  const span = selected === undefined ? undefined : { start, end: start + selected.length };
  const { definitions, problems } = readPython(text, 'agents/wolf.py', span);
  return {
    found: definitions.map(({ name, config }) => `${name}: ${toJsonText(config, 0)}`),
    problems: problems.map(
      ({ severity, message, span: at }) => `${severity} ${text.slice(at.start, at.end)}: ${message}`,
    ),
  };
}

const hint = (value: string) => `x: {"type": "MarkdownJsonObjectParser", "content_hint": ${value}}`;

suite('import from Python', () => {
  test('the schema of with_structured_output may stand behind other arguments', () => {
    const model = 'class Joke(BaseModel):\n    setup: StrictStr\n';
    const { found } = read(`${model}x = model.with_structured_output(method="json_mode", schema=Joke)\n`);
    assert.equal(found.length, 1);
    assert.match(found[0]!, /"type": "PydanticOutputParser".*"setup": \{.*"type": "string"/);
  });

  test('a class of LangChain’s whose name is its import’s', () => {
    const text =
      'from langchain_core.output_parsers import JsonOutputKeyToolsParser\nx = JsonOutputKeyToolsParser(key_name="a")\n';
    assert.deepEqual(read(text).found, ['x: {"type": "JsonOutputKeyToolsParser", "key_name": "a"}']);
  });

  test('enable_message without a class enables nothing', () => {
    const tool = 'class AddTool(ToolMessage):\n    request: str = "add"\n    purpose: str = "To add"\n';
    const { found } = read(
      `${tool}agent = ChatAgent()\nagent.enable_message(AddTool)\nagent.enable_message(use=False)\n`,
    );
    assert.equal(found.length, 1);
    assert.match(found[0]!, /"request": "add"/);
  });

  const values: readonly (readonly [python: string, json: string, before?: string])[] = [
    ['{"a": [1, -2, 1.0, 1e400, None, True], "b": (1,)}', '{"a": [1, -2, 1.0, Infinity, null, true], "b": [1]}'],
    ['"a" "b" \'c\'', '"abc"'],
    ['"a\\n" + """b""" + r"\\d"', '"a\\nb\\\\d"'],
    ['("a"\n  # why\n  "b")', '"ab"'],
    ['f"{{a}}"', '"{a}"'],
    ['HINT', '"h"', 'HINT: str = "h"'],
    ['f"{{{A}}} {N}\\n"', '"{a} 3\\n"', 'A = "a"\nN = 3'],
    ['f"""a{A}b""" "c"', '"aabc"', 'A = "a"'],
    ['rf"\\d{A}"', '"\\\\da"', 'A = "a"'],
    ['json.dumps({"é": [1.0, None]})', '"{\\"\\\\u00e9\\": [1.0, null]}"', 'import json'],
    ['json.dumps(A, indent=1, ensure_ascii=False)', '"{\\n \\"é\\": 1\\n}"', 'import json\nA = {"é": 1}'],
    ['" ".join(["a", A])', '"a b"', 'A = "b"'],
    ['"a {} {{}} {}".format("b", 1)', '"a b {} 1"'],
    ['list(A.keys()) + list(A)', '["a", "a"]', 'A = {"a": 1}'],
    ['A | {"b": 2}', '{"a": 1, "b": 2}', 'A = {"a": 1}'],
    ['"\\ufeff a \\x1c".strip()', '"\ufeff a"'],
    [
      'f"{AddTool.name()} {AddTool.default_value(\'request\')}"',
      '"add add"',
      'class AddTool(Tool):\n    request: str = "add"',
    ],
    ['Wolf.HINT', '{"a": 1}', 'class Wolf:\n    HINT = {"a": 1}'],
    ['[*A, *B]', '["a", "b"]', 'A = ["a"]\nB = ["b"]'],
    ['A + ["c"]', '["a", "c"]', 'A = ["a"]'],
    ['{**A, "b": 2}', '{"a": 1, "b": 2}', 'A = dict(a=1)'],
    ['dedent("""\n    a\n      b\n""")', '"\\na\\n  b\\n"', 'from textwrap import dedent'],
    ['textwrap.dedent("  a").strip()', '"a"', 'import textwrap'],
    ['float("nan")', 'NaN'],
    ['-float("inf")', '-Infinity'],
    ['math.inf', 'Infinity', 'import math'],
    ['12345678901234567890', '12345678901234567890'],
    ['{"__proto__": "p"}', '{"__proto__": "p"}'],
    ['Color.RED', '"red"', 'import enum\nclass Color(str, enum.Enum):\n    RED = "red"'],
    ['B', '"a"', 'A = "a"\nB = A'],
  ];
  for (const [python, json, before = ''] of values)
    test(`value ${python.slice(0, 40)}`, () => {
      const { found, problems } = read(`${before}\nx = MarkdownJsonObjectParser(${python})\n`);
      assert.deepEqual(found, [hint(json)]);
      assert.deepEqual(problems, []);
    });

  const refused: readonly (readonly [python: string, part: string, before?: string])[] = [
    ['load()', 'load()'],
    ['a if b else c', 'a if b else c'],
    ['f"{a}"', 'a'],
    ['f"{A!r}"', 'f"{A!r}"', 'A = "a"'],
    ['f"{A:>3}"', 'f"{A:>3}"', 'A = "a"'],
    ['A', 'A', 'A = {"a": 1}\nA["b"] = 2'],
    ['A', 'A', 'A = [1]\ndef f():\n    A.append(2)'],
    ['json.dumps(A, sort_keys=True)', 'json.dumps(A, sort_keys=True)', 'import json\nA = 1'],
    ['"{:>3}".format(1)', '"{:>3}".format(1)'],
    ['"{}{}".format(1)', '"{}{}".format(1)'],
    ['E.x', 'E.x', 'class E(E.E): pass'],
    ['OTHER', 'OTHER', 'from elsewhere import OTHER'],
    ['X', 'X', 'if a:\n    X = 1\nelse:\n    X = 2'],
    ['X', 'X', 'for X in y: pass'],
    ['X', 'X', 'X = 1\nX += 1'],
    ['"%s" % 1', '"%s" % 1'],
    ['[y for y in z]', '[y for y in z]'],
    ['b"a"', 'b"a"'],
    ['lambda: 1', 'lambda: 1'],
    ['1j', '1j'],
  ];
  for (const [python, part, before = ''] of refused)
    test(`no value ${python}`, () => {
      const { found, problems } = read(`${before}\nx = MarkdownJsonObjectParser(${python})\n`);
      assert.deepEqual(found, ['x: {"type": "MarkdownJsonObjectParser"}']);
      assert.equal(problems.length, 1);
      assert.ok(problems[0]!.startsWith(`warning ${part}: `), problems[0]);
    });

  test('what cannot be read is left out, and the rest stays', () => {
    const { found, problems } = read('x = MarkdownJsonObjectParser({"a": f(), "b": [1, g, 2]})');
    assert.deepEqual(found, [hint('{"b": [1, 2]}')]);
    assert.equal(problems.length, 2);
  });

  test('arguments in the order of the class, and by name', () => {
    const { found, problems } = read(`
from agentscope.parsers import *
a = MarkdownJsonDictParser({"t": "h"}, ["t"], False, "t", keys_to_metadata=["t"])
b = MarkdownCodeBlockParser("python")
c = RegexTaggedContentParser(r"(?P<name>\\w+): (?P<content>.*)", "Say it.", False)
d = MultiTaggedContentParser(
    TaggedContent("a", "[A]", "hint", "[/A]"),
    TaggedContent(name="b", tag_begin="[B]", content_hint="x", tag_end="[/B]", parse_json=True),
    keys_allow_missing=["b"],
)
`);
    assert.deepEqual(problems, []);
    assert.deepEqual(found, [
      'a: {"type": "MarkdownJsonDictParser", "content_hint": {"t": "h"}, "required_keys": ["t"], "keys_to_memory": false, "keys_to_content": "t", "keys_to_metadata": ["t"]}',
      'b: {"type": "MarkdownCodeBlockParser", "language_name": "python"}',
      'c: {"type": "RegexTaggedContentParser", "tagged_content_pattern": "(?P<name>\\\\w+): (?P<content>.*)", "format_instruction": "Say it.", "try_parse_json": false}',
      'd: {"type": "MultiTaggedContentParser", "tagged_contents": [{"name": "a", "tag_begin": "[A]", "content_hint": "hint", "tag_end": "[/A]"}, {"name": "b", "tag_begin": "[B]", "content_hint": "x", "tag_end": "[/B]", "parse_json": true}], "keys_allow_missing": ["b"]}',
    ]);
  });

  test('classes that no definition needs are not spoken of', () => {
    const { found, problems } = read(`
class Other(BaseModel):
    x: elsewhere.Type
    @field_validator("x")
    def check(cls, v): return v
x = MarkdownJsonObjectParser(1)
`);
    assert.equal(found.length, 1);
    assert.deepEqual(problems, []);
  });

  test('names of every object in JavaScript are names like any other', () => {
    const { found, problems } = read(
      'x = MarkdownJsonObjectParser([toString, constructor, 1])\nclass A(BaseModel): x: Annotated[constructor, valueOf(1)]',
    );
    assert.deepEqual(found, [hint('[1]')]);
    assert.equal(problems.length, 2);
    assert.equal(
      read('class A(BaseModel):\n    x: Annotated[constructor, valueOf(1)]\n    __proto__: int').problems.length,
      2,
    );
  });

  test('names of functions', () => {
    const { found, problems } = read(`
HINT = "h"
def make(a, b=HINT, c: str = "c"):
    local = "l"
    x = MarkdownJsonObjectParser([HINT, local])
    y = MarkdownJsonObjectParser(a)
`);
    assert.deepEqual(found, [hint('["h", "l"]'), 'y: {"type": "MarkdownJsonObjectParser"}']);
    assert.equal(problems.length, 1);
  });

  test('an agent that enables tools for itself is called as its class is', () => {
    const { found } = read(`
class AddTool(ToolMessage):
    request: str = "add"
    purpose: str = "To add"
class CountingAgent(ChatAgent):
    def __init__(self, config):
        self.enable_message(AddTool)
`);
    assert.deepEqual(
      found.map(each => each.split(':')[0]),
      ['counting_agent'],
    );
  });

  test('attributes of the class that a call stands in', () => {
    const { found, problems } = read(`
class Wolf:
    HINT = {"class": 1}
    def __init__(self, given):
        self.hint = {"own": 1}
        self.given = given
        self.changed = {"a": 1}
        self.changed["b"] = 2
        self.tags = [TaggedContent("a", "[A]", "h", "[/A]")]
        a, b = MarkdownJsonObjectParser(self.hint), MarkdownJsonObjectParser(self.HINT)
    def make(self):
        c = MarkdownJsonObjectParser(self.given)
        d = MarkdownJsonObjectParser(self.changed)
        e = MultiTaggedContentParser(*self.tags)
`);
    assert.deepEqual(found, [
      'a: {"type": "MarkdownJsonObjectParser", "content_hint": {"own": 1}}',
      'b: {"type": "MarkdownJsonObjectParser", "content_hint": {"class": 1}}',
      'c: {"type": "MarkdownJsonObjectParser"}',
      'd: {"type": "MarkdownJsonObjectParser"}',
      'e: {"type": "MultiTaggedContentParser", "tagged_contents": [{"name": "a", "tag_begin": "[A]", "content_hint": "h", "tag_end": "[/A]"}]}',
    ]);
    assert.deepEqual(problems, [
      'warning self.given: This is a parameter; its value is known only when the program runs.',
      'warning self.changed: This is an attribute that changes; its value is known only when the program runs.',
    ]);
  });

  test('classes by other names, and names from where calls stand', () => {
    const { found } = read(`
import agentscope.parsers as p
from agentscope import parsers
from agentscope.parsers import MarkdownCodeBlockParser as Code
class Wolf:
    def __init__(self):
        self.vote_parser = p.MarkdownJsonObjectParser()
    def make(self):
        return parsers.MarkdownJsonObjectParser()
table = {"day talk": Code("c")}
table["night"] = (Code("d"))
use(parser=Code("e"))
use(Code("f"))
`);
    assert.deepEqual(
      found.map(each => each.split(':')[0]),
      ['vote_parser', 'make', 'day talk', 'night', 'parser', 'markdown_code_block_parser'],
    );
  });

  test('a class of the text by the name of a parser is another one', () => {
    assert.deepEqual(read('class MarkdownJsonObjectParser: pass\nx = MarkdownJsonObjectParser()').found, []);
  });

  test('the comment above is the description', () => {
    const text = '# What a wolf\n# says.\nx = MarkdownJsonObjectParser()\n\n# noqa\ny = MarkdownJsonObjectParser()\n';
    assert.deepEqual(read(text).found, [
      'x: {"type": "MarkdownJsonObjectParser", "description": "What a wolf says."}',
      'y: {"type": "MarkdownJsonObjectParser"}',
    ]);
  });

  test('only what is selected, with the names of the whole file', () => {
    const text = 'A = "a"\nx = MarkdownJsonObjectParser(A)\ny = MarkdownJsonObjectParser(A)\n';
    assert.deepEqual(read(text, 'y = MarkdownJson').found, [hint('"a"').replace('x', 'y')]);
    assert.deepEqual(read(text, 'A = "a"').found, []);
  });

  test('an argument that is needed and cannot be read is an error', () => {
    const { found, problems } = read('x = MarkdownCodeBlockParser(language())');
    assert.deepEqual(found, []);
    assert.ok(problems.some(each => each.startsWith('error MarkdownCodeBlockParser(language()): ')));
  });

  test('where the text is not Python, it is said', () => {
    const { found, problems } = read('x = MarkdownJsonDictParser({"b": 1}, required_keys=)\ny = (\n');
    assert.deepEqual(found, ['x: {"type": "MarkdownJsonDictParser", "content_hint": {"b": 1}}']);
    assert.deepEqual(problems, ['warning ): Not valid Python; something may be missing here.']);
  });

  test('what a class does not know is said', () => {
    const { problems } = read('x = MarkdownJsonObjectParser(1, 2, hint=3)');
    assert.equal(problems.length, 2);
  });

  test('a Pydantic class alone, as it would be printed', () => {
    const { found, problems } = read(`
from __future__ import annotations
from pydantic import BaseModel, Field, field_validator
class Base(BaseModel):
    id: int
# How a player votes
class Vote(Base, extra="forbid"):
    """A vote."""
    player: str | None = Field(default=None, max_length=9, alias="playerName")
    reasons: list["Reason"]
    _cache: int = 3
    @field_validator("id")
    def check(cls, v): return v
class Reason(BaseModel):
    text: Annotated[str, Field(min_length=1)]
    when: other.Type
`);
    assert.deepEqual(found, [
      'Vote: {"type": "MarkdownJsonDictParser", "description": "How a player votes", "content_schema": {"$defs": {"Reason": {"properties": {"text": {"minLength": 1, "title": "Text", "type": "string"}, "when": {"title": "When"}}, "required": ["text", "when"], "title": "Reason", "type": "object"}}, "additionalProperties": false, "description": "A vote.", "properties": {"id": {"title": "Id", "type": "integer"}, "playerName": {"anyOf": [{"maxLength": 9, "type": "string"}, {"type": "null"}], "default": null, "title": "Playername"}, "reasons": {"items": {"$ref": "#/$defs/Reason"}, "title": "Reasons", "type": "array"}}, "required": ["id", "reasons"], "title": "Vote", "type": "object"}}',
    ]);
    assert.deepEqual(
      problems.map(each => each.split(':')[0]),
      ['warning check', 'warning other.Type'],
    );
  });

  const facts: readonly (readonly [annotation: string, schema: string])[] = [
    ['constr(min_length=1)', '"minLength": 1, "title": "A", "type": "string"'],
    ['conint(ge=1)', '"minimum": 1, "title": "A", "type": "integer"'],
    ['confloat(gt=0)', '"exclusiveMinimum": 0, "title": "A", "type": "number"'],
    ['conbytes(max_length=3)', '"format": "binary", "maxLength": 3, "title": "A", "type": "string"'],
    ['condate()', '"format": "date", "title": "A", "type": "string"'],
    ['Annotated[int, Ge(0), Lt(9)]', '"exclusiveMaximum": 9, "minimum": 0, "title": "A", "type": "integer"'],
    [
      'Annotated[int, Gt(0), Le(9), MultipleOf(3)]',
      '"exclusiveMinimum": 0, "maximum": 9, "multipleOf": 3, "title": "A", "type": "integer"',
    ],
    ['Annotated[str, MinLen(1), MaxLen(2)]', '"maxLength": 2, "minLength": 1, "title": "A", "type": "string"'],
    ['Annotated[str, Len(1, 2)]', '"maxLength": 2, "minLength": 1, "title": "A", "type": "string"'],
  ];
  for (const [annotation, schema] of facts)
    test(`a field of type ${annotation}`, () => {
      const { found, problems } = read(`class A(BaseModel):\n    a: ${annotation}\n    _p: int = PrivateAttr(1)\n`);
      assert.deepEqual(found, [
        `A: {"type": "MarkdownJsonDictParser", "content_schema": {"properties": {"a": {${schema}}}, "required": ["a"], "title": "A", "type": "object"}}`,
      ]);
      assert.deepEqual(problems, []);
    });

  test('a union that a key decides, and an enum with more than its members', () => {
    const { found, problems } = read(`
class Cat(BaseModel):
    kind: Literal["cat"]
class Dog(BaseModel):
    kind: Literal["dog"]
class Color(Enum):
    RED = "r"
    _hidden = 1
    def shout(self): pass
class A(BaseModel):
    pet: Annotated[Union[Cat, Dog], Discriminator("kind")]
    color: Color
`);
    assert.deepEqual(problems, []);
    assert.ok(found[0]!.includes('"mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"}, "propertyName": "kind"'));
    assert.ok(found[0]!.includes('"Color": {"enum": ["r"], "title": "Color", "type": "string"}'), found[0]);
  });

  const methods = 'append extend insert update setdefault pop popitem remove clear add discard sort reverse';
  for (const method of methods.split(' '))
    test(`what .${method}() changes is not known`, () => {
      const { problems } = read(`A = [1]\nA.${method}(2)\nx = MarkdownJsonObjectParser(A)\n`);
      assert.equal(problems.length, 1);
    });

  test('names of a comprehension are its own', () => {
    const { found } = read('A = "a"\nB = [A for _ in [A for A in range(3)]]\nx = MarkdownJsonObjectParser(A)\n');
    assert.deepEqual(found, [hint('"a"')]);
  });

  test('a schema for structured output is named by its title, or its name', () => {
    const { found, problems } = read(
      ['{"title": "Joke"}', '{"name": "j"}, strict=True, include_raw=True, tools=[1]', '{}']
        .map((args, i) => `${'xyz'[i]} = model.with_structured_output(${args}, method="function_calling")\n`)
        .join(''),
    );
    assert.deepEqual(
      found,
      ['Joke', 'j', ''].map(
        (name, i) =>
          `${'xyz'[i]}: {"type": "JsonOutputKeyToolsParser", "key_name": "${name}", "first_tool_only": true}`,
      ),
    );
    assert.deepEqual(
      problems.flatMap(each => /`(\w+)` is not taken over/.exec(each)?.[1] ?? []),
      ['strict', 'include_raw', 'tools'],
    );
  });

  test('the root element of an XML tool, as older versions have it', () => {
    const { found, problems } = read(
      'class A(ToolMessage):\n    request: str = "a"\n    purpose: str = "p"\n    class Config:\n        root_element = "r"\n        other = "o"\n',
    );
    assert.ok(found[0]!.includes('"root_element": "r"'), found[0]);
    assert.equal(problems.length, 1);
  });

  test('the docstring of a class, as Python cleans it', () => {
    const { found } = read("class A(BaseModel):\n    '''A.\n\n\tb\n    \tc\n    '''\n    x: int\n");
    assert.ok(found[0]!.includes('"description": "A.\\n\\nb\\nc"'), found[0]);
  });

  test('a class that gives a field of its base another value, which may be known only when it runs', () => {
    const { found } = read(
      'class A(BaseModel):\n    a: int = 3\n    b: int = 4\nclass B(A):\n    a = 5\n    b = load()\n',
    );
    assert.deepEqual(found, [
      'B: {"type": "MarkdownJsonDictParser", "content_schema": {"properties": {"a": {"default": 5, "title": "A", "type": "integer"}, "b": {"title": "B", "type": "integer"}}, "title": "B", "type": "object"}}',
    ]);
  });

  for (const type of ['int + str', 'int & str', 'int | other()'])
    test(`a type that is not known: ${type}`, () => {
      const { found, problems } = read(`class A(BaseModel):\n    a: ${type} = 1\n`);
      assert.equal(found.length, 1);
      assert.equal(problems.length, 1);
    });

  test('the tools of an agent, and those of none', () => {
    const { found, problems } = read(`
import langroid as lr
from langroid.agent.tool_message import ToolMessage
class Search(ToolMessage):
    request: str = "search"
    purpose: str = "To find <topic>."
    topic: str = Field(..., verbatim=True)
    _max_result_tokens = 50
    @classmethod
    def examples(cls):
        return [cls(topic="a"), ("I need b", Search(topic="b"))]
class Write(lr.agent.xml_tool_message.XMLToolMessage):
    request: str = "write"
    purpose: str = "To write."
    code: str
class Lost(ToolMessage):
    request: str = "lost"
config = lr.ChatAgentConfig(name="Finder", llm=lr.language_models.OpenAIGPTConfig(), use_tools=True)
finder = lr.ChatAgent(config)
finder.enable_message(Search)
finder.enable_message([Write], use=False)
`);
    assert.deepEqual(found, [
      'lost: {"type": "ToolMessage", "tools": [{"request": "lost", "schema": {"properties": {}, "title": "Lost", "type": "object"}}]}',
      'finder: {"type": "ToolMessage", "tools": [{"request": "search", "purpose": "To find <topic>.", "schema": {"properties": {"topic": {"type": "string", "verbatim": true}}, "title": "Search", "type": "object", "required": ["topic"]}, "max_result_tokens": 50, "examples": [{"topic": "a"}, ["I need b", {"topic": "b"}]]}, {"kind": "XMLToolMessage", "request": "write", "purpose": "To write.", "schema": {"properties": {"code": {"type": "string"}}, "title": "Write", "type": "object", "required": ["code"]}, "use": false}], "agent": {"name": "Finder", "use_tools": true}}',
    ]);
    assert.deepEqual(problems, [
      'warning lr.language_models.OpenAIGPTConfig(): `llm` is not taken over: a definition has no key for it.',
    ]);
  });

  test('what of an agent and its tools is not taken over is listed', () => {
    const { found, problems } = read(`
from langroid import ChatAgent, ChatAgentConfig
from langroid.parsing.parser import ParsingConfig
from langroid.agent.tool_message import ToolMessage
class Go(ToolMessage):
    request = "go"
    n: int
    _strict = True
    _handler = "went"
    _private = 1
    @classmethod
    def llm_function_schema(cls, request=False, defaults=True):
        return None
    def handle(self):
        return ""
config = ChatAgentConfig(output_format=Go, use_output_format=False, parsing=ParsingConfig(splitter="tokens", overlap=3))
a = ChatAgent(config, task=[1])
a.enable_message(Go, False, handle=False, force=True, include_defaults=False)
b = ChatAgent(mine())
b.enable_message(Go, force=False, include_defaults=True)
b.set_output_format(Go)
c.set_output_format(Go)
`);
    assert.deepEqual(
      found.map(text => text.replace(/"schema": .*?"type": "object", "required": \["n"\]\}/, '…')),
      [
        'a: {"type": "ToolMessage", "tools": [{"request": "go", …, "use": false, "handle": false}], "agent": {"parsing": {"splitter": "tokens"}}}',
        'b: {"type": "ToolMessage", "tools": [{"request": "go", …}]}',
      ],
    );
    assert.deepEqual(problems, [
      'warning True: `_strict` is not taken over: a definition has no key for it.',
      'warning "went": `_handler` is not taken over: a definition has no key for it.',
      'warning llm_function_schema: `llm_function_schema` takes the place of Langroid’s own method; it is code, which is not taken over.',
      'warning Go: `output_format` is not taken over: a definition has no key for it.',
      'warning False: `use_output_format` is not taken over: a definition has no key for it.',
      'warning 3: `overlap` is not taken over: a definition has no key for it.',
      'warning [1]: `task` is not taken over: a definition has no key for it.',
      'warning True: `force` is not taken over: a definition has no key for it.',
      'warning False: `include_defaults` is not taken over: a definition has no key for it.',
      'warning mine(): This is not a call of `ChatAgentConfig`; its settings are not taken over.',
      'warning set_output_format: What `set_output_format` does to the agent is not taken over.',
    ]);
  });

  test('settings of a model that no schema says, and unknown parameters that are spread, are listed', () => {
    const { problems } = read(`
from pydantic import BaseModel, ConfigDict, Field
from agentscope.parsers import MarkdownCodeBlockParser, MarkdownJsonDictParser
class A(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True, frozen=True)
    a: str = Field("x", exclude=True, frozen=True)
class B(A):
    model_config = {"populate_by_name": True}
x = MarkdownJsonDictParser(B)
y = MarkdownCodeBlockParser(**{"language_name": "python", "language": "py"})
`);
    assert.deepEqual(problems, [
      'warning True: `str_strip_whitespace` is not taken over: a schema cannot say it.',
      'warning True: `exclude` is not taken over: a schema cannot say it.',
      'warning {"populate_by_name": True}: `populate_by_name` is not taken over: a schema cannot say it.',
      'warning {"language_name": "python", "language": "py"}: There is no parameter `language`, which is spread here; it is not taken over.',
    ]);
  });

  test('text that is not Python, or endless, is read as far as it goes @slow', () => {
    const broken: readonly string[] = [
      'x = MarkdownJsonObjectParser(',
      'x = MarkdownJsonObjectParser({"a": )',
      ') MarkdownJsonObjectParser = (',
      'class A(BaseModel):',
      'class A(BaseModel): x: ',
      'class A(ToolMessage): request: str = \ndef examples(',
      `x = MarkdownJsonObjectParser(${'['.repeat(100_000)}${']'.repeat(100_000)})`,
      `x = MarkdownJsonObjectParser(${'('.repeat(100_000)}`,
      `a = "x"\n${'a = a + a\n'.repeat(1000)}x = MarkdownJsonObjectParser(a)`,
      `T0 = int\n${Array.from({ length: 60 }, (_, i) => `T${i + 1} = tuple[T${i}, T${i}]\n`).join('')}class A(BaseModel):\n    x: T60`,
      `b0 = "x"\n${Array.from({ length: 100 }, (_, i) => `b${i + 1} = [b${i}, b${i}]\n`).join('')}x = MarkdownJsonObjectParser(b100)`,
      'class A(A, BaseModel): x: "A" = A(x=A())\ny = MarkdownJsonDictParser(A)',
      'a = b\nb = a\nx = MarkdownJsonObjectParser(a)',
      `x = MarkdownJsonObjectParser(${'"a" + '.repeat(20_000)}"b")`,
      'x = MarkdownJsonObjectParser("\\N{BULLET}", "\ud800", f"{", \'a',
    ];
    for (const text of broken)
      for (const { span } of readPython(text, 'a.py').problems)
        assert.ok(0 <= span.start && span.start <= span.end && span.end <= text.length, text.slice(0, 80));
  });

  test('a bound on what the names of a text can make', () => {
    const text = `b0 = "x"\n${Array.from({ length: 60 }, (_, i) => `b${i + 1} = b${i} + b${i}\n`).join('')}x = MarkdownJsonObjectParser(b60)`;
    const { found, problems } = read(text);
    assert.deepEqual(found, ['x: {"type": "MarkdownJsonObjectParser"}']);
    assert.ok(problems.some(each => each.includes('too large')));
  });
});
