import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { importDefinitions, importedText } from '../../../../../src/engine/interchange/index.ts';
import { readPython } from '../../../../../src/engine/interchange/python/read/pythonImport.ts';
import { toJsonText } from '../../../../../src/engine/python/jsonDumps.ts';

const head = `from agentscope.parsers import ParserBase
from agentscope.parsers.parser_base import DictFilterMixin
from agentscope.formatter import FormatterBase, OpenAIChatFormatter, TruncatedFormatterBase
`;

function read(body: string, selected?: string) {
  const text = head + body;
  const start = selected === undefined ? 0 : text.indexOf(selected);
  const span = selected === undefined ? undefined : { start, end: start + selected.length };
  const { definitions, modules = [], problems } = readPython(text, 'agents/wolf.py', span);
  return {
    found: definitions.map(({ name, config }) => `${name}: ${toJsonText(config, 0)}`),
    modules,
    problems: problems.map(({ message, span: at }) => `${text.slice(at.start, at.end).split('\n')[0]}: ${message}`),
  };
}

/** Loads a module's text and gives its exports. */
const load = (text: string) => import(`data:text/javascript,${encodeURIComponent(text)}`);

const vote = `
class VoteParser(ParserBase, DictFilterMixin):
    """Reads
    votes.

    In detail."""
    tag = "<vote>"

    def __init__(self, content_hint="who", keys_to_content="vote"):
        self.content_hint = content_hint
        DictFilterMixin.__init__(self, ["vote"], keys_to_content, keys_to_metadata=False)

    @property
    def format_instruction(self):
        """For the prompt."""
        return f"Answer {self.tag}" + " {now}"

    def parse(self, response):
        # The first tag counts.
        response.parsed = self.cut(response.text)

        return response

    def cut(self, text):
        return text
`;

suite('import of AgentScope’s subclasses', () => {
  test('what Python sets of a class, and types without values, are no keys of it', () => {
    const body = `
class Plain(ParserBase):
    __slots__ = ("tag",)
    __version__ = "1"
    _inner = "i"
    typed: str
    valued: str = "v"
    tag = "<vote>"

    def parse(self, response):
        return response
`;
    const { found, problems } = read(body);
    assert.deepEqual(found, [
      'plain: {"type": "custom", "module": "plain.mjs", "_inner": "i", "valued": "v", "tag": "<vote>"}',
    ]);
    assert.deepEqual(problems, ['Plain: `Plain` has no `format_instruction`; its instruction is empty.']);
  });

  test('a parser: its literals, its filters, and a module that loads', async () => {
    const { found, modules, problems } = read(vote);
    assert.deepEqual(problems, []);
    assert.deepEqual(found, [
      'vote_parser: {"type": "custom", "description": "Reads votes.", "module": "vote_parser.mjs", "format_instruction": "Answer <vote> {now}", "tag": "<vote>", "content_hint": "who", "keys_to_memory": ["vote"], "keys_to_content": "vote", "keys_to_metadata": false}',
    ]);
    const [{ fileName, kind, text }] = modules as [(typeof modules)[0]];
    assert.deepEqual([modules.length, fileName, kind], [1, 'vote_parser.mjs', 'parser']);
    assert.ok(
      text.includes(
        '  // def parse(self, response):\n  //     # The first tag counts.\n  //     response.parsed = self.cut(response.text)\n  //\n  //     return response\n',
      ),
      text,
    );
    assert.ok(text.includes('// The rest of `VoteParser`:') && text.includes('\n// def cut(self, text):\n'));
    const { formatInstruction, parse } = await load(text);
    assert.equal(formatInstruction({ format_instruction: 'Do' }), 'Do');
    assert.throws(() => parse('x'), /^Error: parse of VoteParser has yet to be ported/);
  });

  test('the definition has no problems', () => {
    const text = importedText(importDefinitions(head + vote, undefined, 'wolf.py'));
    assert.deepEqual(readDefinitions(text, 'x.parser.json').problems, []);
  });

  test('what is inherited within the text, the derived class first; a base without `parse` does not count', () => {
    const { found, modules, problems } = read(`
class Base(ParserBase):
    format_instruction = "a"
    def helper(self): return 1

class Own(Base, DictFilterMixin):
    format_instruction = "b"
    def __init__(self):
        super().__init__("k", keys_to_metadata=("m",))
    def parse(self, response): return response
`);
    assert.deepEqual(problems, []);
    assert.deepEqual(found, [
      'own: {"type": "custom", "module": "own.mjs", "format_instruction": "b", "keys_to_memory": "k", "keys_to_metadata": ["m"]}',
    ]);
    assert.ok(modules[0]!.text.includes('// def helper(self): return 1'));
  });

  const lost: readonly (readonly [what: string, body: string, problem: string])[] = [
    [
      'an instruction that is made later',
      'class A(ParserBase):\n    @property\n    def format_instruction(self):\n        x = 1\n        return x\n    def parse(self, r): pass\n',
      'def format_instruction(self):: This instruction is made when the program runs; port it in the module.',
    ],
    [
      'no instruction',
      'class A(ParserBase):\n    def parse(self, r): pass\n',
      'A: `A` has no `format_instruction`; its instruction is empty.',
    ],
    [
      'no parse',
      'class A(DictFilterMixin):\n    format_instruction = "a"\n',
      'A: `A` has no method `parse`; write it in the module.',
    ],
    [
      'a filter of its own',
      'class A(ParserBase):\n    format_instruction = "a"\n    def parse(self, r): pass\n    def to_memory(self, p): pass\n',
      'def to_memory(self, p): pass: `to_memory` of a class is not carried over; a definition has `keys_to_memory`.',
    ],
    [
      'what is not a filter',
      'class A(ParserBase):\n    format_instruction = "a"\n    keys_to_memory = 1\n    def parse(self, r): pass\n',
      'keys_to_memory = 1: `keys_to_memory` must be a bool, a key or a list of keys; it is left out.',
    ],
    [
      'an attribute with the name of a key',
      'class A(ParserBase):\n    format_instruction = "a"\n    type = "x"\n    def parse(self, r): pass\n',
      'type = "x": `type` is a key of every definition; the attribute is left out.',
    ],
    [
      'a statement of `__init__`',
      'class A(ParserBase):\n    format_instruction = "a"\n    def __init__(self):\n        setup(self)\n    def parse(self, r): pass\n',
      'setup(self): This part of `__init__` is not carried over; port it in the module.',
    ],
    [
      'an argument that the class does not take',
      'class A(ParserBase):\n    format_instruction = "a"\n    def parse(self, r): pass\na = A(b=1)\n',
      '1: `A` has no parameter `b`.',
    ],
  ];
  for (const [what, body, problem] of lost)
    test(`listed: ${what}`, () => {
      const { found, modules, problems } = read(body);
      assert.deepEqual([found.length, modules.length, problems], [1, 1, [problem]]);
    });

  test('what calls give to the class: a definition for each, with one module', () => {
    const { found, modules, problems } = read(`${vote}
plain = VoteParser()
mine = VoteParser("a name", keys_to_content=["vote"])
KEYS = False
parsers = {"quiet": VoteParser(keys_to_content=KEYS)}
odd = VoteParser(*args)
`);
    assert.deepEqual(modules.length, 1);
    const keys = (hint: string, content: string) =>
      `"module": "vote_parser.mjs", "format_instruction": "Answer <vote> {now}", "tag": "<vote>", "content_hint": "${hint}", "keys_to_memory": ["vote"], "keys_to_content": ${content}, "keys_to_metadata": false}`;
    assert.deepEqual(
      found.map(each => each.replace('{"type": "custom", "description": "Reads votes.", ', '')),
      [
        `vote_parser: ${keys('who', '"vote"')}`,
        `mine: ${keys('a name', '["vote"]')}`,
        `quiet: ${keys('who', 'false')}`,
        `odd: ${keys('who', '"vote"')}`,
      ],
    );
    assert.deepEqual(problems, ['args: Spread arguments are not taken over.']);
  });

  test('a class that only says what a parser of AgentScope is made with is that parser', () => {
    const { found, modules, problems } = read(`
from agentscope.parsers import MarkdownJsonDictParser, MarkdownCodeBlockParser

class Base(MarkdownJsonDictParser):
    def __init__(self, hint, content="speak"):
        super().__init__(content_hint=hint, keys_to_content=content)

class Vote(Base):
    """Votes."""
    def __init__(self, memory=True):
        Base.__init__(self, {"vote": "who"}, content="vote")

class Code(MarkdownCodeBlockParser):
    format_instruction = "Write {language_name}."

# Says something.
say = Base({"speak": "what"})
python = Code("python", content_hint="x")
`);
    assert.deepEqual([modules, problems], [[], []]);
    assert.deepEqual(found, [
      'vote: {"type": "MarkdownJsonDictParser", "content_hint": {"vote": "who"}, "keys_to_content": "vote"}',
      'say: {"type": "MarkdownJsonDictParser", "description": "Says something.", "content_hint": {"speak": "what"}, "keys_to_content": "speak"}',
      'python: {"type": "MarkdownCodeBlockParser", "format_instruction": "Write {language_name}.", "language_name": "python", "content_hint": "x"}',
    ]);
  });

  test('a model as the hint of a subclass is its schema', () => {
    const { found, problems } = read(`
from agentscope.parsers import MarkdownJsonDictParser
from pydantic import BaseModel

class Vote(BaseModel):
    who: str

class VoteParser(MarkdownJsonDictParser):
    def __init__(self, model=Vote):
        super().__init__(content_hint=model)
`);
    assert.deepEqual(problems, []);
    assert.match(found[0]!, /^vote_parser: {"type": "MarkdownJsonDictParser", "content_schema": {.*"who"/);
  });

  test('a class that overrides a parser of AgentScope is custom, and says what is left to port', () => {
    const { found, modules, problems } = read(`
from agentscope.parsers import MarkdownJsonDictParser
class Own(MarkdownJsonDictParser):
    def __init__(self):
        super().__init__({"a": 1}, keys_to_memory="a")
    def parse(self, response):
        return super().parse(response)
`);
    assert.deepEqual(found, [
      'own: {"type": "custom", "module": "own.mjs", "content_hint": {"a": 1}, "keys_to_memory": "a"}',
    ]);
    assert.equal(modules.length, 1);
    assert.deepEqual(problems, ['Own: What `Own` does not override is `MarkdownJsonDictParser`’s; port that as well.']);
  });

  test('what a plain subclass does beside calling its base is told', () => {
    const { found, problems } = read(`
from agentscope.parsers import MarkdownJsonDictParser
class Own(MarkdownJsonDictParser):
    def __init__(self):
        super().__init__({"a": 1})
        self.tag_begin = "x"
`);
    assert.equal(found.length, 1);
    assert.deepEqual(problems, [
      'self.tag_begin = "x": This part of `__init__` is not carried over: it changes what the parser is.',
    ]);
  });

  test('an instruction that is made later throws until it is ported', async () => {
    const { modules } = read(lost[0]![1]);
    assert.throws((await load(modules[0]!.text)).formatInstruction, /formatInstruction of A has yet to be ported/);
  });

  test('a formatter: the hooks that it overrides, and its literals', async () => {
    const { found, modules, problems } = read(`
class Wolf(TruncatedFormatterBase):
    prompt = "# History\\n"
    async def _format_agent_message(self, msgs, is_first=True):
        return []
    async def _truncate(self, msgs):
        return msgs[1:]
    async def _count(self, msgs):
        return 1
`);
    assert.deepEqual(found, []);
    assert.deepEqual(problems, []);
    const [{ fileName, kind, text }] = modules as [(typeof modules)[0]];
    assert.deepEqual([fileName, kind], ['wolf.mjs', 'formatter']);
    const module = await load(text);
    assert.deepEqual(Object.keys(module).sort(), ['attributes', 'count', 'formatAgentMessage', 'truncate']);
    assert.deepEqual({ ...module.attributes }, { prompt: '# History\n' });
    assert.throws(() => module.truncate([]), /truncate of Wolf has yet to be ported/);
    assert.ok(text.includes('  // async def _truncate(self, msgs):\n  //     return msgs[1:]\n'));
  });

  test('`format` alone, and what a provider’s formatter leaves to port', async () => {
    const { modules, problems } = read(`
class Own(FormatterBase):
    async def format(self, msgs): return []

class Mine(OpenAIChatFormatter):
    async def _format_tool_sequence(self, msgs): return []

class Empty(OpenAIChatFormatter):
    pass
`);
    assert.deepEqual(problems, [
      'Mine: What `Mine` does not override is `OpenAIChatFormatter`’s; port that as well.',
      'Empty: `Empty` overrides nothing that a formatter’s module could do.',
    ]);
    assert.deepEqual(await Promise.all(modules.map(async ({ text }) => Object.keys(await load(text)))), [
      ['format'],
      ['formatToolSequence'],
    ]);
  });

  test('classes by these names of the text itself, and what the selection leaves out', () => {
    assert.deepEqual(read('class ParserBase: pass\nclass A(ParserBase):\n    def parse(self): pass\n').found, []);
    const two = `${vote}\nclass Other(ParserBase):\n    format_instruction = ""\n    def parse(self, r): pass\n`;
    assert.deepEqual(
      read(two, 'class Other').modules.map(({ fileName }) => fileName),
      ['other.mjs'],
    );
  });

  test('nothing of the Python can leave its comment', async () => {
    const { modules } = read(
      'class A(ParserBase):\n    format_instruction = ""\n    def parse(self, r):\n        """\u2028globalThis.left = 1\r\u2029globalThis.left = 1\n*/ globalThis.left = 1"""\n',
    );
    await load(modules[0]!.text);
    assert.equal('left' in globalThis, false);
  });

  test('many classes on one large base, and classes that derive from each other, end', () => {
    const big = `class B(ParserBase):\n    def parse(self, r):\n${'        x = 1\n'.repeat(3000)}`;
    const many = Array.from({ length: 1000 }, (_, i) => `class C${i}(B): pass\n`).join('');
    const total = read(big + many).modules.reduce((sum, { text }) => sum + text.length, 0);
    assert.ok(total < 20 * (big.length + many.length) + 2_000_000, String(total));
    assert.deepEqual(
      read('class A(B): pass\nclass B(A, ParserBase):\n    def parse(self, r): pass\n').modules.length,
      2,
    );
  });
});
