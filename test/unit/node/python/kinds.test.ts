import assert from 'node:assert/strict';
import { createParser, type Host, readDefinitions, split } from '../../../../src/engine/index.ts';
import { runModule } from '../../../../src/node/modules/moduleRunner.ts';
import { skipTest } from '../../../skipTest.ts';
import { pythonFolder, pythonHas } from './python3.ts';

/** Frameworks' classes with what the kinds look for, and nothing more. */
const stubs = `
import json

class JsonDict:
    """AgentScope's, which has its instruction when it is made."""
    def __init__(self, keys="speak"):
        self.keys = keys
        self.format_instruction = "Answer with " + keys
    def parse(self, response):
        response.raw = "raw"
        response.parsed = json.loads(response.text)
        return response
    def to_content(self, parsed):
        return parsed[self.keys]
    def to_memory(self, parsed):
        raise ValueError("no memory")

class Tagged(JsonDict):
    def parse(self, response):
        class TagNotFoundError(Exception):
            def __init__(self, message, raw_response):
                super().__init__(message)
                self.message, self.raw_response = message, raw_response
        raise TagNotFoundError("no tag", response.text)

class OutputParserException(ValueError):
    def __init__(self, error, observation=None, send_to_llm=False):
        super().__init__(error)
        self.observation, self.send_to_llm = observation, send_to_llm

class ListParser:
    def get_format_instructions(self):
        return "Comma separated"
    def invoke(self, input):
        if not isinstance(input, str):
            return ["message", input.content]
        if input == "?":
            raise OutputParserException("not a list", "Use commas.", True)
        return [part.strip() for part in input.split(",")]

class NoInstruction:
    def parse_result(self, result): pass
    def invoke(self, input): return len(input)

class ThoughtAction:
    error_message = "error"
    format_error_template = "Your output was not formatted correctly."
    def __call__(self, model_response, commands, strict=False):
        return model_response["message"], [each.name for each in commands]

class Tokenizer:
    def apply_chat_template(self, messages, tools=None, tokenize=True, add_generation_prompt=False):
        assert not tokenize and add_generation_prompt
        return "tools: " + json.dumps(tools)
    def parse_response(self, text):
        return {"role": "assistant", "content": text}
tokenizer = Tokenizer()

class Hermes:
    def __init__(self, tokenizer):
        self.vocab = tokenizer.get_vocab()
    def extract_tool_calls(self, model_output, request):
        class O: pass
        call, function, info = O(), O(), O()
        function.name, function.arguments = request.tools[0]["function"]["name"], "{}"
        call.function = function
        info.tools_called, info.tool_calls, info.content = True, [call], model_output
        return info

class Reasoner:
    def __init__(self, tokenizer): pass
    def extract_reasoning(self, model_output, request):
        return tuple(model_output.split("</think>"))

class OldReasoner:
    def __init__(self, tokenizer): pass
    def extract_reasoning_content(self, model_output, request):
        return None, model_output

class Words:
    prompt = "Say words."
    def __init__(self, sep=" "):
        self.sep = sep
    def parse(self, text):
        return text.split(self.sep)
words = Words()

class Method:
    def instruction(self): return "From a method."
    async def parse(self, text): return text + "!"

def function(text): return {"said": text.upper()}
def typed(text, *, definition, context):
    context.field("own", 0, 1)
    return {"own": definition["own"]}
class Callable:
    def __call__(self, text): return len(text)
nothing = 3
`;

suite('kinds of Python parsers', () => {
  const { pool, write } = pythonFolder();
  let file = '';
  suiteSetup(async () => {
    await write('stubs.py', stubs);
    file = (await write('x.parser.json', '')).replaceAll('\\', '/');
  });
  const host: Host = { runModule: (job, limitMs) => runModule(job, limitMs, pool.ask) };
  const make = async (keys: object, module = 'stubs.py') => {
    const [definition] = readDefinitions(JSON.stringify({ type: 'custom', module, ...keys }), file).definitions;
    const parser = createParser(definition!, host);
    await parser.prepare();
    const instruction = () => {
      try {
        return parser.formatInstruction();
      } catch (error) {
        return error as Error;
      }
    };
    return { definition: definition!, parser, instruction };
  };

  const kinds: readonly (readonly [keys: object, instruction: string, text: string, value: unknown])[] = [
    [{ parser: 'JsonDict', args: { keys: 'say' } }, 'Answer with say', '{"say": 1}', { say: 1 }],
    [{ parser: 'JsonDict' }, 'Answer with speak', 'null', null],
    [{ parser: 'ListParser' }, 'Comma separated', 'a, b', ['a', 'b']],
    [{ parser: 'NoInstruction' }, '', 'abc', 3],
    [
      { parser: 'ThoughtAction', commands: [{ name: 'ls', docstring: 'd' }] },
      'Your output was not formatted correctly.',
      'hi',
      { thought: 'hi', action: ['ls'] },
    ],
    [
      { parser: 'tokenizer', tools: [{ type: 'function' }] },
      'tools: [{"type": "function"}]',
      'hi',
      { role: 'assistant', content: 'hi' },
    ],
    [
      { parser: 'Hermes', tools: [{ type: 'function', function: { name: 'f' } }] },
      '',
      'text',
      { content: 'text', tool_calls: [{ name: 'f', arguments: '{}' }] },
    ],
    [{ parser: 'Reasoner' }, '', 'why</think>so', { reasoning: 'why', content: 'so' }],
    [{ parser: 'OldReasoner' }, '', 'so', { reasoning: null, content: 'so' }],
    [{ parser: 'Words', args: { sep: '-' } }, 'Say words.', 'a-b', ['a', 'b']],
    [{ parser: 'words' }, 'Say words.', 'a b', ['a', 'b']],
    [{ parser: 'Method' }, 'From a method.', 'a', 'a!'],
    [{ parser: 'function' }, '', 'a', { said: 'A' }],
    [{ parser: 'typed', own: 1.0 }, '', 'a', { own: 1 }],
    [{ parser: 'Callable' }, '', 'abc', 3],
  ];
  for (const [keys, instruction, text, value] of kinds)
    test(`reads: ${JSON.stringify(keys)}`, async () => {
      const made = await make(keys);
      assert.equal(made.instruction(), instruction);
      const result = await made.parser.parse(text);
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(result.value, value);
    });

  test('AgentScope: the parser’s own splits, unless the definition says otherwise', async () => {
    const { definition, parser } = await make({ parser: 'JsonDict', keys_to_metadata: ['thought'] });
    const splits = split(definition, await parser.parse('{"speak": "hi", "thought": 2}'));
    assert.deepEqual(splits?.content, { value: 'hi' });
    assert.deepEqual(splits?.memory, { error: { class: 'ValueError', message: 'no memory' } });
    assert.deepEqual(splits?.metadata, { value: { thought: 2 }, fields: ['thought'] });
  });

  test('AgentScope: the class of the exception, its raw_response, and its place', async () => {
    const { parser } = await make({ parser: 'Tagged' });
    const result = await parser.parse('text');
    assert.ok(!result.ok);
    const { class: className, message, raw_response, place } = result.error;
    assert.equal(className, 'stubs.Tagged.parse.TagNotFoundError');
    assert.match(message, /^no tag \(stubs\.py:\d+:\d+\)$/);
    assert.deepEqual([raw_response, place?.file], ['text', 'stubs.py']);
  });

  test('LangChain: what is sent to the model is feedback', async () => {
    const { parser } = await make({ parser: 'ListParser' });
    const result = await parser.parse('?');
    assert.deepEqual(!result.ok && [result.error.class, result.error.feedback], [
      'stubs.OutputParserException',
      'Use commas.',
    ]);
  });

  test('Langroid: an agent with the one tool reads what the model says, and tells it what is wrong', async () => {
    await write('langroid/__init__.py', '');
    await write('langroid/mytypes.py', 'class Entity:\n    LLM = "LLM"\n');
    await write('langroid/agent/__init__.py', '');
    await write(
      'langroid/agent/chat_document.py',
      `class ChatDocMetaData:
    def __init__(self, source, sender): self.sender = sender
class ChatDocument:
    def __init__(self, content, metadata): self.content, self.metadata = content, metadata
`,
    );
    await write(
      'langroid/agent/chat_agent.py',
      `class ValidationError(ValueError):
    def errors(self): return [{"type": "int", "loc": ("n",), "msg": "no integer"}]
class ChatAgentConfig:
    def __init__(self, llm, vecdb): assert llm is None and vecdb is None
class ChatAgent:
    def __init__(self, config): pass
    def enable_message(self, tool): self.tool = tool
    def get_tool_messages(self, msg, all_tools=False):
        # As Langroid does: what a user says is no error.
        if isinstance(msg, str) or msg.metadata.sender != "LLM": return []
        if msg.content == "?": raise ValidationError("1 validation error")
        return [{"request": self.tool.name, "said": msg.content}]
    def tool_validation_error(self, error): return "Give an integer."
`,
    );
    await write(
      'tool.py',
      'class Square:\n    name = "square"\n    @classmethod\n    def llm_function_schema(cls): pass\n    @classmethod\n    def format_instructions(cls): return "TOOL: square"\n',
    );
    const { parser, instruction } = await make({ parser: 'Square' }, 'tool.py');
    assert.equal(instruction(), 'TOOL: square');
    const result = await parser.parse('4');
    assert.deepEqual(result.ok && result.value, [{ request: 'square', said: '4' }]);
    const failed = await parser.parse('?');
    assert.ok(!failed.ok);
    const { class: className, feedback, details } = failed.error;
    assert.equal(className, 'langroid.agent.chat_agent.ValidationError');
    assert.deepEqual([feedback, details?.[0]?.msg], ['Give an integer.', 'no integer']);
  });

  test('places of texts that stand in the response once, and of no others', async () => {
    await write('places.py', 'import json\ndef read(text): return json.loads(text)\n');
    const { parser } = await make({ parser: 'read' }, 'places.py');
    const text = '{"a": "é \\n", "b": "twice", "c": "twice", "d": "\\u00e9x", "e": 1, "f": ""}';
    const result = await parser.parse(text);
    assert.ok(result.ok);
    assert.deepEqual(
      result.fields.map(({ key, span }) => [key, text.slice(span.start, span.end)]),
      [
        ['a', 'é \\n'],
        ['d', '\\u00e9x'],
      ],
    );
  });

  const faults: readonly (readonly [keys: object, message: RegExp])[] = [
    [{ parser: 'gone' }, /^ModuleExportError: It has no `gone`\. It has `JsonDict`, `Tagged`/],
    [{ parser: 'JsonDict.gone' }, /^ModuleExportError: It has no `gone`\./],
    [
      { parser: 'nothing' },
      /^ModuleExportError: `nothing` is 3, which is no parser: it cannot be called and has no `parse`/,
    ],
    [
      { parser: 'words', args: { a: 1 } },
      /^ModuleExportError: `words` is no class: there is nothing to call with `args`/,
    ],
    [{ parser: 'Words', args: { other: 1 } }, /^TypeError: .*unexpected keyword argument 'other'/],
    [{}, /^ModuleExportError: It has no `parse`\./],
  ];
  for (const [keys, message] of faults)
    test(`is told what is wrong with ${JSON.stringify(keys)}`, async () => {
      const made = await make(keys);
      assert.match(String(made.instruction()), message);
      const result = await made.parser.parse('x');
      assert.match(result.ok ? 'ok' : `${result.error.class}: ${result.error.message}`, message);
    });

  suite('without a name', () => {
    const parser = 'class TicketParser:\n    prompt = "Say it."\n    def parse(self, text): return json.loads(text)\n';
    const only: readonly (readonly [what: string, source: string, kind: string])[] = [
      ['the only class is the parser, whatever was imported', `import json\n${parser}`, 'object with `parse`'],
      [
        'imported classes do not count',
        `import json\nfrom json import JSONDecoder, JSONEncoder\nfrom argparse import ArgumentParser\nfrom html.parser import HTMLParser\nfrom email.parser import Parser\n${parser}`,
        'object with `parse`',
      ],
      [
        'classes of values, abstract ones, functions and constants beside it do not count',
        `import json, abc\nfrom dataclasses import dataclass\n@dataclass\nclass Ticket:\n    id: int\nclass Base(abc.ABC):\n    @abc.abstractmethod\n    def parse(self, text): ...\nclass BadTicket(Exception): pass\nlimit = 3\ndef shorten(text): return text[:limit]\n${parser}`,
        'object with `parse`',
      ],
      [
        'functions of the module come first',
        `import json\n${parser}def parse(text): return json.loads(text)\n`,
        'module',
      ],
    ];
    for (const [what, source, kind] of only)
      test(what, async () => {
        const module = `only_${what.replace(/\W+/g, '_')}.py`;
        await write(module, source);
        const { parser: made, instruction } = await make({}, module);
        assert.equal(instruction(), kind === 'module' ? '' : 'Say it.');
        const result = await made.parse('{"a": 1}');
        assert.deepEqual(result.ok && result.value, { a: 1 });
      });

    test('args are for it', async () => {
      await write(
        'only_args.py',
        'class P:\n    def __init__(self, sep): self.sep = sep\n    def parse(self, text): return text.split(self.sep)\n',
      );
      const { parser: made } = await make({ args: { sep: '-' } }, 'only_args.py');
      const result = await made.parse('a-b');
      assert.deepEqual(result.ok && result.value, ['a', 'b']);
    });

    test('of two nobody knows which, and both are named', async () => {
      await write('two.py', `import json\n${parser}class Other(TicketParser): pass\n`);
      const { instruction } = await make({}, 'two.py');
      assert.match(String(instruction()), /^ModuleExportError: It has no `parse`\. It has `TicketParser`, `Other`\./);
    });
  });

  suite('with Pydantic', () => {
    suiteSetup(async function () {
      if (!pythonHas('pydantic')) skipTest(this, 'without Pydantic');
      await write(
        'models.py',
        `from dataclasses import dataclass
from typing_extensions import TypedDict
from enum import Enum
import datetime
from pydantic import BaseModel
class Mood(Enum):
    GOOD = "good"
class Vote(BaseModel):
    name: str
    mood: Mood = Mood.GOOD
    day: datetime.date | None = None
@dataclass
class Point:
    x: int
    y: float = 1.0
class Movie(TypedDict):
    title: str
class Own(BaseModel):
    sep: str = ","
    def get_format_instructions(self): return "Own"
    def invoke(self, text): return text.split(self.sep)
`,
      );
    });

    const models: readonly (readonly [keys: object, text: string, value: unknown])[] = [
      [{ parser: 'Vote' }, '{"name": "a", "day": "2024-01-02"}', { name: 'a', mood: 'good', day: '2024-01-02' }],
      [{ parser: 'Point' }, '{"x": 1}', { x: 1, y: 1 }],
      [{ parser: 'Movie' }, '{"title": "t"}', { title: 't' }],
      [{ parser: 'Own', args: { sep: '-' } }, 'a-b', ['a', 'b']],
    ];
    for (const [keys, text, value] of models)
      test(`reads: ${JSON.stringify(keys)}`, async () => {
        const made = await make(keys, 'models.py');
        assert.match(String(made.instruction()), /"properties"|^Own$/);
        const result = await made.parser.parse(text);
        assert.ok(result.ok, JSON.stringify(result));
        assert.deepEqual(result.value, value);
      });

    test('its errors one by one', async () => {
      const { parser } = await make({ parser: 'Vote' }, 'models.py');
      const result = await parser.parse('{"mood": "bad"}');
      assert.ok(!result.ok);
      assert.match(result.error.class, /ValidationError$/);
      assert.deepEqual(
        result.error.details?.map(({ type, loc }) => [type, ...loc]),
        [
          ['missing', 'name'],
          ['enum', 'mood'],
        ],
      );
    });
  });
});
