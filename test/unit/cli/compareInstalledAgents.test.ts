import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createParser, installedTexts, readDefinitions, toPlain } from '../../../src/engine/index.ts';
import { skipTest } from '../../skipTest.ts';
import { python3 } from '../node/python/python3.ts';
import { runCli } from './runCli.ts';
import { withPythonPath } from './withPythonPath.ts';

/** DSPy of the test's own: it knows by heart what it sends, and what it reads. */
const dspy = `
import json, os
with open(os.path.join(os.path.dirname(__file__), "known.json"), encoding="utf-8") as file:
    known = json.load(file)
class AdapterParseError(Exception): pass
def configure(**given): raise RuntimeError("The settings are those of another thread.")
class Predict:
    def __init__(self, signature): self.signature, self.demos = signature, []
class ChainOfThought:
    def __init__(self, signature): self.predict = Predict(signature)
class XMLAdapter:
    def __init__(self, use_json_adapter_fallback=True): assert not use_json_adapter_fallback
    def format(self, signature, demos, inputs):
        assert signature == known["signature"] and demos == known["demos"] and inputs == {"review": "{review}"}
        return known["messages"]
    def parse(self, signature, text):
        given = known["texts"][text]
        if "message" in given:
            raise AdapterParseError(given["message"])
        return {**given["value"], "pair": tuple(given["value"]["pair"])}
`;

/** An agent of the test's own: it binds tools, asks its model, and asks again after what it does not accept. */
const factory = `
from langchain.agents.structured_output import StructuredOutputValidationError, ToolStrategy
def _handle_structured_output_error(error, response_format):
    return True, "Error: %s" % error
class Told:
    type = "tool"
    def __init__(self, content): self.content = content
class Agent:
    def __init__(self, model, tools, response_format):
        self.model, self.tools, self.format = model, tools, response_format
    def invoke(self, given):
        schema = self.format.schema
        bound = self.model.bind_tools([*self.tools, schema], tool_choice="any")
        said = bound._generate(given["messages"]).generations[0].message
        for call in said.tool_calls:
            if call["name"] != schema.__name__:
                continue
            if call["args"].get("name") == "Eve":
                return {"structured_response": {"name": "Adam"}}
            if isinstance(call["args"].get("name"), str):
                return {"structured_response": call["args"]}
            _, content = _handle_structured_output_error(StructuredOutputValidationError("no name"), self.format)
            bound._generate([*given["messages"], Told(content)])
        if not self.tools:
            bound._generate(given["messages"])
        return {}
def create_agent(model, tools, response_format):
    return Agent(model, tools, response_format)
`;

const langchain: Readonly<Record<string, string>> = {
  'pydantic/__init__.py': 'class BaseModel: pass\ndef Field(*given, **more): return None\n',
  'langchain/__init__.py': '',
  'langchain/agents/__init__.py': 'from .factory import create_agent\n',
  'langchain/agents/factory.py': factory,
  'langchain/agents/structured_output.py':
    'class StructuredOutputValidationError(Exception): pass\nclass ToolStrategy:\n    def __init__(self, schema, **given): self.schema = schema\n',
  'langchain_core/__init__.py': '',
  'langchain_core/language_models/__init__.py': '',
  'langchain_core/language_models/chat_models.py': 'class BaseChatModel: pass\n',
  'langchain_core/messages.py': `import json
class AIMessage:
    def __init__(self, content, additional_kwargs=None, tool_calls=(), **more):
        raw = (additional_kwargs or {}).get("tool_calls", [])
        read = [{"name": each["function"]["name"], "args": json.loads(each["function"]["arguments"])} for each in raw]
        self.content, self.tool_calls = content, [*tool_calls, *read]
`,
  'langchain_core/outputs.py':
    'class ChatGeneration:\n    def __init__(self, message): self.message = message\nclass ChatResult:\n    def __init__(self, generations): self.generations = generations\n',
  'langchain_core/tools.py':
    'class StructuredTool:\n    def __init__(self, name, description, args_schema, func): self.name = name\n',
  'langchain_core/utils/__init__.py': '',
  'langchain_core/utils/function_calling.py': `def convert_to_openai_tool(given):
    if not isinstance(given, type):
        return {"type": "function", "function": {"name": given.name, "description": "not as it was given"}}
    parameters = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    return {"type": "function", "function": {"name": given.__name__, "description": "", "parameters": parameters}}
`,
};

interface Report {
  readonly ok: boolean;
  readonly reason?: string;
  readonly framework: string;
  readonly compared: number;
  readonly differences: readonly Readonly<Record<'group' | 'from' | 'ours' | 'theirs', string>>[];
}

suite('parserlens compare --installed: adapters and agents', () => {
  let folder = '';
  suiteSetup(async function () {
    if (python3 === undefined) skipTest(this, 'without Python 3.9 or newer');
    folder = await mkdtemp(join(tmpdir(), 'parserlens-installed-'));
  });
  suiteTeardown(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  const compare = async (file: string): Promise<Report> => {
    const { out } = await withPythonPath(dirname(join(folder, file)), () =>
      runCli(folder, `compare ${file} --installed --python ${python3} --json`),
    );
    return (JSON.parse(out) as readonly [Report])[0];
  };

  test('DSPy: the adapter is asked by itself, with the module’s signature and demos', async () => {
    const signature = 'review -> stars: int, pair: tuple[int, int]';
    const demos = [{ review: 'Nice', stars: 4, pair: [1, 2] }];
    const samples = [
      { name: 'good', text: '<stars>4</stars><pair>[1, 2]</pair>' },
      { name: 'other', text: '<stars>5</stars><pair>[1, 2]</pair>' },
    ];
    const config = { type: 'XMLAdapter', signature, demos, use_json_adapter_fallback: false, samples };
    const [definition] = readDefinitions(JSON.stringify(config), '/x.parser.json').definitions;
    const parser = createParser(definition!);
    const texts: Record<string, unknown> = {};
    const asked = definition!.samples.map(sample => ({ sample, text: sample.text ?? '' }));
    for (const { text } of await installedTexts(definition!, asked)) {
      const result = await parser.parse(text);
      texts[text] = result.ok ? { value: toPlain(result.exact) } : { message: result.error.message };
    }
    const messages = parser.instructionMessages().map(({ role, text }) => ({ role, content: text }));
    texts[samples[1]!.text] = { value: { stars: 5.5, pair: [2, 1] } };
    await write('dspy/x.parser.json', JSON.stringify(config));
    await write('dspy/dspy/__init__.py', dspy);
    await write('dspy/dspy/known.json', JSON.stringify({ signature, demos, messages, texts }));
    const { ok, reason, framework, compared, differences } = await compare('dspy/x.parser.json');
    assert.deepEqual([ok, framework], [true, 'DSPy'], reason);
    assert.ok(compared > 10, String(compared));
    assert.deepEqual(
      differences.map(({ group, from }) => [group, from]),
      [['value', 'sample other']],
      JSON.stringify(differences, null, 1),
    );
  });

  test('LangChain’s agents: what is bound, the value, and the error that the model is told', async () => {
    const call = (args: unknown) =>
      JSON.stringify({
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'Contact', arguments: JSON.stringify(args) } }],
      });
    const config = {
      type: 'ToolStrategy',
      schema: {
        class_name: 'Contact',
        content_schema: {
          title: 'Contact',
          type: 'object',
          properties: { name: { title: 'Name', type: 'string' } },
          required: ['name'],
        },
      },
      tools: [{ name: 'lookup', description: 'Looks up.', parameters: { type: 'object', properties: {} } }],
      samples: [
        { name: 'good', text: call({ name: 'Ann' }) },
        { name: 'other', text: call({ name: 'Eve' }) },
        { name: 'bad', text: call({ name: 1 }) },
        { name: 'none', text: 'Ann.' },
      ],
    };
    await write('agent/x.parser.json', JSON.stringify(config));
    for (const [name, text] of Object.entries(langchain)) await write(`agent/${name}`, text);
    const { ok, reason, framework, differences } = await compare('agent/x.parser.json');
    assert.deepEqual([ok, framework], [true, 'LangChain'], reason);
    const of = (from: string) => differences.filter(each => each.from === from);
    assert.deepEqual(of('instruction'), []);
    assert.deepEqual(of('sample good'), []);
    assert.deepEqual(of('sample none'), []);
    assert.deepEqual(
      of('sample other').map(({ group, theirs }) => [group, JSON.parse(theirs)]),
      [['value', { name: 'Adam' }]],
    );
    assert.deepEqual(
      of('sample bad').map(({ group, theirs }) => [group, theirs]),
      [['message', 'StructuredOutputValidationError: no name']],
    );
  });

  test('a schema without a name of its own is refused', async () => {
    await write('drawn/x.parser.json', JSON.stringify({ type: 'ToolStrategy', schema: { type: 'object' } }));
    const { ok, reason } = await compare('drawn/x.parser.json');
    assert.equal(ok, false);
    assert.match(reason ?? '', /drawn anew/);
  });
});
