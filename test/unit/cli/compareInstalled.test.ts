import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createParser, installedTexts, readDefinitions, toPlain, withoutModules } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { skipTest } from '../../skipTest.ts';
import { python3 } from '../node/python/python3.ts';
import { runCli } from './runCli.ts';
import { withPythonPath } from './withPythonPath.ts';

const vote = JSON.stringify({
  type: 'MarkdownJsonDictParser',
  content_hint: { vote: 'player' },
  keys_to_content: 'vote',
  samples: [{ name: 'good', text: '```json\n{"vote": "Ann"}\n```' }],
});

/** A framework of the test's own: its classes know by heart what they give. */
const agentscope = `
import json, os
class ResponseParsingError(Exception):
    def __init__(self, message, raw_response=None):
        self.message = message
    def __str__(self):
        return type(self).__name__ + ": " + self.message
with open(os.path.join(os.path.dirname(__file__), "known.json"), encoding="utf-8") as file:
    known = json.load(file)
class MarkdownJsonDictParser:
    def __init__(self, content_hint=None, keys_to_content=True):
        self.format_instruction = known["instruction"]
        self.keys = keys_to_content
    def parse(self, response):
        given = known["texts"][response.text]
        if "class" in given:
            raise type(given["class"], (ResponseParsingError,), {})(given["message"])
        response.parsed = given["value"]
        return response
    def to_content(self, parsed):
        return known.get("content") or parsed[self.keys]
`;

interface Known {
  instruction: string;
  content?: string;
  texts: Record<string, { value?: unknown; class?: string; message?: string }>;
}

/** What the definition gives here, as the framework of the test's own knows it. */
async function knownOf(text: string): Promise<Known> {
  const [definition] = readDefinitions(text, '/x.parser.json').definitions;
  const parser = createParser(definition!);
  const samples = definition!.samples.map(sample => ({ sample, text: sample.text ?? '' }));
  const known: Known = { instruction: parser.formatInstruction(), texts: {} };
  for (const { text } of await installedTexts(definition!, samples)) {
    const result = await parser.parse(text);
    known.texts[text] = result.ok
      ? { value: toPlain(result.exact) }
      : { class: result.error.class, message: result.error.message };
  }
  return known;
}

suite('parserlens compare --installed', () => {
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
  const compare = (args: string, options = {}) =>
    withPythonPath(dirname(join(folder, args.split(' ')[0]!)), () =>
      runCli(folder, `compare ${args} --installed --python ${python3}`, '', options),
    );
  const standIn = async (at: string, change: (known: Known) => void = () => {}) => {
    const known = await knownOf(vote);
    change(known);
    await write(`${at}/vote.parser.json`, vote);
    await write(`${at}/agentscope/__init__.py`, '');
    await write(`${at}/agentscope/parsers/__init__.py`, agentscope);
    await write(`${at}/agentscope/parsers/known.json`, JSON.stringify(known));
    await write(
      `${at}/agentscope-0.1.5.dist-info/METADATA`,
      'Metadata-Version: 2.1\nName: agentscope\nVersion: 0.1.5\n',
    );
    return known;
  };

  test('a framework that agrees: how much was compared, the package, its version and the Python', async () => {
    const known = await standIn('agrees');
    const { code, out, err } = await compare('agrees/vote.parser.json');
    const count = Object.keys(known.texts).length + 1;
    assert.deepEqual([code, err], [0, '']);
    assert.ok(count > 40);
    assert.match(
      out,
      new RegExp(`^vote: ${count} of ${count} the same: AgentScope 0\\.1\\.5, .*Python 3\\.\\d+\\.\\d+ \\(.*\\)\\n$`),
    );
  });

  test('one that differs: instruction, value, split, error and message, each in its group with both sides', async () => {
    await standIn('differs', known => {
      known.instruction += '!';
      known.content = 'Bob';
      known.texts['{}'] = { class: 'JsonTypeError', message: 'is no dict' };
      known.texts.null = { value: { vote: 1 } };
      known.texts['[]']!.message += '?';
      known.texts['```json\n{"vote": "Ann"}\n```'] = { value: { vote: 'Eve' } };
    });
    const { code, out, err } = await compare('differs/vote.parser.json --json');
    assert.deepEqual([code, err], [1, '']);
    const [{ differences, compared, same, versions }] = JSON.parse(out);
    assert.equal(versions.agentscope, '0.1.5');
    const groups = new Map<string, { from: string; ours: string; theirs: string; part?: string }[]>();
    for (const each of differences) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
    assert.deepEqual([...groups.keys()].toSorted(), ['error', 'instruction', 'message', 'split', 'value']);
    assert.equal(compared - same, differences.length);
    assert.match(groups.get('instruction')![0]!.theirs, /!$/);
    assert.deepEqual(
      groups.get('value')!.map(({ from, ours, theirs }) => [from, JSON.parse(ours), JSON.parse(theirs)]),
      [['sample good', { vote: 'Ann' }, { vote: 'Eve' }]],
    );
    assert.deepEqual(
      groups.get('error')!.map(({ from }) => from),
      ['edge: an empty object', 'edge: null'],
    );
    assert.match(groups.get('error')![0]!.theirs, /^JsonTypeError: is no dict$/);
    assert.deepEqual(
      groups.get('message')!.map(({ from, theirs }) => [from, theirs.at(-1)]),
      [['edge: an empty list', '?']],
    );
    assert.ok(groups.get('split')!.every(({ part, theirs }) => part === 'content' && theirs === '"Bob"'));
  });

  test('the same for people: the groups, and where the sides begin to differ', async () => {
    await standIn('said', known => {
      known.texts['[]']!.message += ' indeed';
    });
    const { code, out } = await compare('said/vote.parser.json');
    assert.equal(code, 1);
    assert.match(
      out,
      /\n\nthe words of an error alone: 1 different\n {2}edge: an empty list\n {4}here: .*\n {4}installed: .* indeed\n$/,
    );
  });

  test('the responses of a log are compared as well', async () => {
    const log = '{"response": "I vote for nobody."}\n{"response": "```json\\n{\\"vote\\": \\"Zoe\\"}\\n```"}\n';
    await standIn('logged', known => {
      known.texts['I vote for nobody.'] = { value: 1 };
      known.texts['```json\n{"vote": "Zoe"}\n```'] = { value: { vote: 'Zoe' } };
    });
    await write('logged/answers.jsonl', log);
    const { code, out } = await compare('logged/vote.parser.json --log logged/answers.jsonl');
    assert.equal(code, 1);
    assert.match(out, /errors: 1 different\n {2}log, response 1\n/);
  });

  test('what is not installed is said, with what is needed and where', async () => {
    await write('none/vote.parser.json', JSON.stringify({ type: 'NumberedListOutputParser' }));
    await write('none/langchain_core/__init__.py', 'import parserlens_needs_this');
    const { code, out } = await compare('none/vote.parser.json');
    assert.equal(code, 1);
    assert.match(
      out,
      /not compared\. LangChain cannot be imported: No module named 'parserlens_needs_this' \(in .*, Python 3.*Needed is `langchain-core`/,
    );
  });

  test('nothing in the folder of the definition is imported: no framework, no module of Python’s own', async () => {
    await standIn('beside');
    await write('beside/typing.py', 'raise RuntimeError("a file of the folder ran")');
    const { out } = await runCli(folder, `compare beside/vote.parser.json --installed --python ${python3}`);
    assert.match(out, /^vote: not compared\. AgentScope cannot be imported: No module named 'agentscope'/);
  });

  test('a Python in the folder is named, and does not run unless it is asked for', async () => {
    await write('venv/vote.parser.json', vote);
    await write('venv/.venv/bin/python', `#!/bin/sh\ntouch '${join(folder, 'ran')}'\nexec ${python3} "$@"\n`);
    await chmod(join(folder, 'venv/.venv/bin/python'), 0o755);
    const ran = () => existsSync(join(folder, 'ran'));
    const { err } = await runCli(folder, 'compare venv/vote.parser.json --installed');
    assert.match(err, /^Not run: the Python of \.venv in .*, which nobody named\. To have it run, add --python .*\n$/);
    assert.equal(ran(), false);
    const named = await runCli(folder, `compare venv/vote.parser.json --installed --python ${folder}/venv/.venv`);
    assert.equal(named.err, '');
    assert.equal(ran(), true);
  });

  test('a type that no Python package has is refused; so is a missing --installed', async () => {
    await write('own.parser.json', '{ "type": "custom", "module": "x.mjs" }');
    const { code, out } = await compare('own.parser.json');
    assert.deepEqual([code, /own: not compared\. `custom` \(Custom\) has no parser class/.test(out)], [2, true]);
    const other = await runCli(folder, 'compare own.parser.json');
    assert.deepEqual([other.code, other.err], [2, 'parserlens compare: say what to compare with: --installed.\n']);
  });

  test('where modules may not run, nothing is asked', async () => {
    await standIn('closed');
    const host = withoutModules(nodeHost, 'untrusted');
    const { code, out } = await runCli(folder, 'compare closed/vote.parser.json --installed', '', { host });
    assert.deepEqual([code, /vote: not compared\. Python runs only in a trusted workspace\./.test(out)], [1, true]);
  });

  test('all definitions of a file, unless one is named; a file may stand in a package that cannot be imported', async () => {
    await standIn('several');
    await write('several/__init__.py', 'raise RuntimeError("not imported")');
    await write(
      'several/two.parser.json',
      JSON.stringify({ parsers: { vote: JSON.parse(vote), own: { type: 'AgentOutput' } } }),
    );
    const { code, out } = await compare('several/two.parser.json');
    assert.equal(code, 0, out);
    assert.match(out, /^vote: (\d+) of \1 the same.*\nown: not compared\. `AgentOutput`/);
    const one = await compare('several/two.parser.json#vote');
    assert.doesNotMatch(one.out, /own/);
  });

  test('SWE-agent: its parse function gets the message, the commands and strictness; the documentation is that of the commands', async () => {
    await write('swe/sweagent/__init__.py', '');
    await write(
      'swe/sweagent/exceptions.py',
      'class FormatError(Exception): pass\nclass FunctionCallingFormatError(FormatError): pass\n',
    );
    await write('swe/sweagent/tools/__init__.py', '');
    await write(
      'swe/sweagent/tools/commands.py',
      'class Command:\n    def __init__(self, **given): self.__dict__.update(given)\n',
    );
    await write(
      'swe/sweagent/tools/utils.py',
      'def generate_command_docs(commands, types, **env): return "; ".join(each.name for each in commands) + env["PAGER"]\n',
    );
    await write(
      'swe/sweagent/tools/parsing.py',
      `import typing
class One:
    type = "action_only"
    def __init__(self, error_message=""): self.error_message = error_message
    def __call__(self, model_response, commands, strict=False):
        return "", model_response["message"]
class Two(One):
    type = "function_calling"
    def __call__(self, model_response, commands, strict=False):
        return model_response["message"], model_response["tool_calls"][0]["function"]["name"]
ParseFunction = typing.Union[One, Two]
`,
    );
    const call = {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'bash', arguments: '{"command": "ls"}' } }],
    };
    await write(
      'swe/x.parser.json',
      JSON.stringify({
        parsers: {
          only: { type: 'action_only' },
          calls: {
            type: 'function_calling',
            samples: [{ name: 'call', text: JSON.stringify({ choices: [{ message: call }] }) }],
          },
        },
      }),
    );
    const { out, err } = await compare('swe/x.parser.json --json');
    assert.equal(err, '');
    const [only, calls] = JSON.parse(out);
    assert.deepEqual(
      only.differences.map(({ group }: { group: string }) => group),
      ['instruction'],
    );
    assert.equal(only.differences[0].theirs, 'bashcat');
    const sample = calls.differences.find(({ from }: { from: string }) => from === 'sample call');
    assert.deepEqual([sample.group, JSON.parse(sample.theirs)], ['value', { thought: 'I look.', action: 'bash' }]);
  });

  test('mini-swe-agent: what the model is told of an error is compared, the error’s own words are not', async () => {
    await write('mini/minisweagent/__init__.py', '');
    await write(
      'mini/minisweagent/exceptions.py',
      'class FormatError(Exception):\n    def __init__(self, *messages): self.messages = messages\n',
    );
    await write('mini/minisweagent/models/__init__.py', '');
    await write('mini/minisweagent/models/utils/__init__.py', '');
    await write(
      'mini/minisweagent/models/utils/actions_text.py',
      `import re
from minisweagent.exceptions import FormatError
def parse_regex_actions(content, *, action_regex, format_error_template):
    found = [each.strip() for each in re.findall(action_regex, content, re.DOTALL)]
    if len(found) != 1:
        told = "none" if content == "null" else format_error_template.replace("{{error}}", "Expected exactly 1 action, found %d." % len(found))
        raise FormatError({"role": "user", "content": told})
    return [{"command": found[0]}]
`,
    );
    const definition = { type: 'mini_swe_agent', mode: 'actions_text', format_error_template: 'No: {{error}}' };
    await write('mini/x.parser.json', JSON.stringify(definition));
    const { out } = await compare('mini/x.parser.json --json');
    const [{ differences, compared }] = JSON.parse(out);
    assert.ok(compared > 10, String(compared));
    assert.deepEqual(
      differences.map(({ group, from, ours, theirs }: Record<string, string>) => [group, from, ours, theirs]),
      [['feedback', 'edge: null', 'No: Expected exactly 1 action, found 0.', 'none']],
    );
  });

  test('LangChain: a text is invoked as it is, a provider’s message as a message with its calls', async () => {
    await write('chain/langchain_core/__init__.py', '');
    await write(
      'chain/langchain_core/messages.py',
      'class AIMessage:\n    def __init__(self, **given): self.__dict__.update(given)\n',
    );
    await write(
      'chain/langchain_core/output_parsers/__init__.py',
      `class JsonOutputToolsParser:
    def __init__(self, **given): pass
    def parse_result(self, result): raise NotImplementedError
    def invoke(self, given):
        if isinstance(given, str): return []
        return [{"args": each["args"], "type": each["name"]} for each in given.tool_calls]
`,
    );
    const message = {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'find', arguments: '{"n": 1.0}' } }],
    };
    const samples = [{ name: 'call', text: JSON.stringify(message) }];
    await write('chain/x.parser.json', JSON.stringify({ type: 'JsonOutputToolsParser', samples }));
    const { out, err } = await compare('chain/x.parser.json --json');
    assert.equal(err, '');
    const [{ ok, framework, differences }] = JSON.parse(out);
    assert.deepEqual([ok, framework], [true, 'LangChain']);
    const found = differences.find(({ from }: { from: string }) => from === 'sample call');
    // 1.0 is 1.0 on both sides; a difference would show it.
    assert.equal(found, undefined, JSON.stringify(found));
  });

  test('LangChain’s classic parsers are asked of `langchain` where `langchain_classic` is not there', async () => {
    await write('old/langchain/__init__.py', '');
    await write('old/langchain/agents/__init__.py', '');
    const step = '{"action": "search", "action_input": "x"}';
    const samples = [{ name: 'step', text: step }];
    await write('old/x.parser.json', JSON.stringify({ type: 'JSONAgentOutputParser', samples }));
    await write(
      'old/langchain/agents/output_parsers.py',
      `class AgentAction:
    type = "AgentAction"
    def __init__(self, tool, tool_input, log): self.tool, self.tool_input, self.log = tool, tool_input, log
class JSONAgentOutputParser:
    def get_format_instructions(self): raise NotImplementedError
    def invoke(self, text):
        if text == ${JSON.stringify(step)}: return AgentAction("search", "x", text)
        raise ValueError("unknown")
`,
    );
    const { out } = await compare('old/x.parser.json --json');
    const [{ ok, framework, differences }] = JSON.parse(out);
    assert.deepEqual([ok, framework], [true, 'LangChain']);
    assert.deepEqual(
      differences.filter(({ from }: { from: string }) => from === 'sample step'),
      [],
    );
  });

  test('Langroid: an agent without a model reads what its model would have said', async () => {
    const files: Readonly<Record<string, string>> = {
      '__init__.py': '',
      'mytypes.py': 'class Entity:\n    LLM = "LLM"\n',
      'agent/__init__.py': '',
      'agent/tool_message.py': `class ToolMessage:
    @staticmethod
    def group_format_instructions(): return "ALL {format_instructions} END"
`,
      'agent/chat_document.py': `class ChatDocMetaData:
    def __init__(self, source, sender): self.sender = sender
class ChatDocument:
    def __init__(self, content, metadata): self.content, self.metadata = content, metadata
`,
      'language_models/__init__.py': '',
      'language_models/base.py': 'class LanguageModel: pass\nclass LLMResponse: pass\n',
      'agent/chat_agent.py': `class ChatAgentConfig:
    use_tools = True
    def __init__(self, llm="asks for a key", vecdb=1, **given): assert llm is None and vecdb is None
class ChatAgent:
    def __init__(self, config): self.config, self.llm_tools_map = config, {}
    def enable_message(self, tool, **flags): self.llm_tools_map[tool.request] = tool
    def tool_format_rules(self): return "ALL one tool END"
    def get_tool_messages(self, msg, all_tools=False):
        assert msg.metadata.sender == "LLM" and all_tools
        if msg.content == "null":
            error = ValueError("1 validation error")
            error.errors = lambda: []
            raise error
        return []
    def tool_validation_error(self, error): return "Say it better."
`,
    };
    for (const [name, text] of Object.entries(files)) await write(`groid/langroid/${name}`, text);
    const tools = [
      {
        schema: { title: 'Square', type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        request: 'square',
        purpose: 'To square <n>',
      },
    ];
    await write(
      'groid/x.parser.json',
      JSON.stringify({ type: 'ToolMessage', agent: { enable_orchestration_tool_handling: false }, tools }),
    );
    const { out } = await compare('groid/x.parser.json --json');
    const [{ ok, differences, reason }] = JSON.parse(out);
    assert.equal(ok, true, reason);
    const of = (from: string) => differences.find((each: { from: string }) => each.from === from);
    assert.equal(of('instruction').theirs, 'one tool');
    assert.deepEqual([of('edge: null').group, of('edge: null').theirs], ['error', 'ValidationError: Say it better.']);
    assert.equal(of('edge: prose'), undefined);
  });
});
