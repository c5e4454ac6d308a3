import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withoutModules } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { skipTest } from '../../skipTest.ts';
import { python3 } from '../node/python/python3.ts';
import { runCli } from './runCli.ts';
import { withPythonPath } from './withPythonPath.ts';

/** What a report says of one comparison. */
interface Report {
  readonly ok: boolean;
  readonly kind?: string;
  readonly reason?: string;
  readonly compared: number;
  readonly same: number;
  readonly notes: readonly string[];
  readonly versions: Readonly<Record<string, string | null>>;
  readonly differences: readonly {
    readonly group: string;
    readonly from: string;
    readonly ours: string;
    readonly theirs: string;
  }[];
}

const conversation = {
  formatter: 'OpenAIChatFormatter',
  token_counter: { type: 'CharTokenCounter' },
  messages: [
    { name: 'system', role: 'system', content: 'Be brief.' },
    { name: 'user', role: 'user', content: 'Hi' },
    { name: 'bot', role: 'assistant', content: 'Hello' },
  ],
};

/** AgentScope 1 of the test's own: the form of a text, and what \`odd\` does to it. */
const formatter = (odd: string) => `
class OpenAIChatFormatter:
    def __init__(self, token_counter=None, max_tokens=None):
        self.limit = (token_counter, max_tokens)
    async def format(self, msgs):
        made = [
            {"role": each.role, "name": each.name, "content": [{"type": "text", "text": each.content}]} for each in msgs
        ]
${odd}
        return made
`;

const message = `
class Msg:
    def __init__(self, name, content, role):
        self.name, self.content, self.role = name, content, role
`;

const token = (odd = 0) => `
class CharTokenCounter:
    async def count(self, messages, tools=None):
        return len("\\n".join(str(each) for each in messages)) + ${odd}
`;

suite('parserlens compare --installed, formatters and what came later', () => {
  let folder = '';
  suiteSetup(async function () {
    if (python3 === undefined) skipTest(this, 'without Python 3.9 or newer');
    folder = await mkdtemp(join(tmpdir(), 'parserlens-formats-'));
  });
  suiteTeardown(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  };
  const agentscope = async (at: string, odd = '', given: object = conversation, files = {}) =>
    write({
      [`${at}/x.messages.json`]: JSON.stringify(given),
      [`${at}/agentscope/__init__.py`]: '',
      [`${at}/agentscope/formatter.py`]: formatter(odd),
      [`${at}/agentscope/message.py`]: message,
      [`${at}/agentscope/token.py`]: token(),
      [`${at}/agentscope-1.0.21.dist-info/METADATA`]: 'Metadata-Version: 2.1\nName: agentscope\nVersion: 1.0.21\n',
      ...files,
    });
  const compare = async (file: string): Promise<{ code: number; err: string; report: Report }> => {
    const { code, out, err } = await withPythonPath(dirname(join(folder, file)), () =>
      runCli(folder, `compare ${file} --installed --json --python ${python3}`, ''),
    );
    return { code, err, report: JSON.parse(out)[0] };
  };
  const groups = ({ differences }: Report) => [...new Set(differences.map(({ group }) => group))];

  test('a formatter that agrees: the whole, its beginnings, each message alone, payload and count', async () => {
    await agentscope('agrees');
    const { code, out } = await withPythonPath(join(folder, 'agrees'), () =>
      runCli(folder, `compare agrees/x.messages.json --installed --python ${python3}`),
    );
    assert.equal(code, 0);
    assert.match(out, /^agrees\/x\.messages\.json: 5 of 5 the same: AgentScope 1\.0\.21, .*Python 3/);
  });

  test('one that gives another payload, another count, an error, and the same error in other words', async () => {
    await agentscope('payload', '        made[-1]["content"][0]["text"] += "!"');
    const payload = await compare('payload/x.messages.json');
    assert.deepEqual([payload.code, groups(payload.report), payload.report.same], [1, ['payload'], 0]);
    assert.match(payload.report.differences[0]!.theirs, /"text": "Hello!"/);
    await agentscope('count', '', conversation, { 'count/agentscope/token.py': token(1) });
    const count = (await compare('count/x.messages.json')).report;
    assert.deepEqual(groups(count), ['count']);
    assert.equal(Number(count.differences[0]!.theirs), Number(count.differences[0]!.ours) + 1);
    await agentscope('error', '        if len(msgs) == 2: raise KeyError("two")');
    assert.deepEqual(
      (await compare('error/x.messages.json')).report.differences.map(({ group, from, theirs }) => [
        group,
        from,
        theirs,
      ]),
      [['error', 'the first 2', "KeyError: 'two'"]],
    );
    const broken = {
      ...conversation,
      messages: [{ name: 'a', role: 'user', content: [{ type: 'image', source: { type: 'x' } }] }],
    };
    await agentscope('words', '        raise ValueError("Another word")', broken);
    const [words] = (await compare('words/x.messages.json')).report.differences;
    assert.deepEqual([words?.group, words?.theirs], ['message', 'ValueError: Another word']);
    assert.match(words!.ours, /^ValueError: Unsupported/);
  });

  test('the values are the same to the last type: 1.0 is not 1', async () => {
    const given = {
      ...conversation,
      messages: [{ name: 'a', role: 'user', content: [{ type: 'text', text: 'x', n: 1 }] }],
    };
    await agentscope('types', '        made[0]["content"] = [{"type": "text", "text": "x", "n": 1.0}]', given);
    assert.deepEqual(groups((await compare('types/x.messages.json')).report), ['payload']);
  });

  test('the limit goes with the counter; a counter that cannot be made there is left out, and told', async () => {
    const given = { ...conversation, max_tokens: 100_000 };
    await agentscope('limit', '        assert self.limit[0] is not None and self.limit[1] == 100000', given);
    assert.equal((await compare('limit/x.messages.json')).code, 0);
    await agentscope('uncounted', '        assert self.limit == (None, None)', given, {
      'uncounted/agentscope/token.py': 'class CharTokenCounter:\n    def __init__(self): raise OSError("no table")\n',
    });
    const { code, report } = await compare('uncounted/x.messages.json');
    assert.equal(code, 0);
    assert.match(report.notes[0]!, /Compared without counting: .*OSError: no table/);
  });

  test('the instruction of the parser that is named is in what both format; what would be fetched is left out', async () => {
    const parser = { type: 'MarkdownJsonDictParser', content_hint: { vote: 'player' } };
    const media = [{ type: 'audio', source: { type: 'url', url: 'https://example.com/a.wav' } }];
    const given = {
      formatter: 'OpenAIChatFormatter',
      parser: 'p.parser.json#p',
      messages: [...conversation.messages, { name: 'user', role: 'user', content: media }],
    };
    await agentscope('parser', '        assert "vote" in msgs[-1].content or len(msgs) == 1', given, {
      'parser/p.parser.json': JSON.stringify({ parsers: { p: parser } }),
    });
    const { report } = await compare('parser/x.messages.json');
    assert.match(report.notes.at(-1)!, /stretches were left out: media would be fetched/);
    assert.ok(report.compared > 2);
  });

  test('the release that is installed is followed, where the conversation names none; another version is refused', async () => {
    const metadata = {
      'old/agentscope-1.0.21.dist-info/METADATA': 'Metadata-Version: 2.1\nName: agentscope\nVersion: 1.0.3\n',
    };
    const given = { ...conversation, promote_tool_result_images: true };
    await agentscope('old', '', given, metadata);
    // Version 1.0.3 has no such option: its constructor refuses it, here and there.
    assert.deepEqual(groups((await compare('old/x.messages.json')).report).includes('payload'), false);
    await agentscope('other', '', { ...conversation, agentscope_version: '2.0.6+' });
    const { code, report } = await compare('other/x.messages.json');
    assert.deepEqual([code, report.kind], [1, 'missing']);
    assert.equal(report.reason, 'AgentScope 1.0.21 is installed, and the conversation is for 2.0.6+.');
  });

  test('without a counter none is looked for; what cannot be asked: no formatter, the own module, a class that is not there, modules that may not run', async () => {
    const uncounted = { formatter: conversation.formatter, messages: conversation.messages };
    await agentscope('plain', '', uncounted, { 'plain/agentscope/token.py': 'raise OSError("not asked for")\n' });
    assert.equal((await compare('plain/x.messages.json')).code, 0);
    await agentscope('no', '', { messages: conversation.messages });
    assert.match((await compare('no/x.messages.json')).report.reason!, /names no formatter/);
    await agentscope('own', '', { ...conversation, formatter: 'custom', module: 'x.py' });
    assert.match((await compare('own/x.messages.json')).report.reason!, /a module of its own/);
    await agentscope('gone', '', { ...conversation, formatter: 'OllamaChatFormatter' });
    assert.match((await compare('gone/x.messages.json')).report.reason!, /cannot import name 'OllamaChatFormatter'/);
    await agentscope('closed');
    const host = withoutModules(nodeHost, 'untrusted');
    const { out } = await runCli(folder, 'compare closed/x.messages.json --installed', '', { host });
    assert.match(out, /not compared\. Python runs only in a trusted workspace\./);
  });

  test('AgentScope 2: messages are loaded as its own, ids that are drawn are the same, its estimate is compared', async () => {
    const given = {
      agentscope_version: '2.0.6+',
      formatter: 'DeepSeekChatFormatter',
      messages: [{ name: 'user', role: 'user', content: [{ type: 'text', text: 'Hello there' }] }],
    };
    await write({
      'two/x.messages.json': JSON.stringify(given),
      'two/shortuuid.py': 'def uuid(): return "drawn"\n',
      'two/agentscope/__init__.py': '',
      'two/agentscope/message.py':
        'class Msg:\n    @classmethod\n    def model_validate(cls, given):\n        made = cls()\n        made.given = given\n        return made\n',
      'two/agentscope/model.py':
        'class ChatModelBase:\n    async def count_tokens(self, messages, tools):\n        return 9\n',
      'two/agentscope/formatter.py': `class DeepSeekChatFormatter:
    async def format(self, msgs):
        import shortuuid
        assert shortuuid.uuid() != "drawn"
        return [{"role": each.given["role"], "content": each.given["content"][0]["text"]} for each in msgs]
`,
    });
    const { report } = await compare('two/x.messages.json');
    assert.deepEqual(
      report.differences.map(({ group, ours, theirs }) => [group, ours, theirs]),
      [['count', '3', '9']],
      report.reason,
    );
  });

  test('AgentScope 2’s structured output: the tool, a call of it, and what it answers', async () => {
    await write({
      'out/agentscope/__init__.py': '',
      'out/agentscope/_utils/__init__.py': '',
      'out/agentscope/_utils/_common.py': `import json
def _json_loads_with_repair(text, schema=None):
    from agentscope.exception import AgentOrientedException
    try:
        given = json.loads(text)
    except ValueError:
        raise AgentOrientedException("Not JSON.")
    return given if isinstance(given, dict) else {}
`,
      'out/jsonschema.py': `class ValidationError(Exception):
    def __init__(self, message): self.message = message
def validate(value, schema):
    if value.get("score") == "high": raise ValidationError("no number")
`,
      'out/agentscope/exception.py': 'class AgentOrientedException(Exception): pass\n',
      'out/agentscope/message.py':
        'class ToolCallBlock:\n    def __init__(self, id, name, input): self.name, self.input = name, input\n',
      'out/agentscope/state.py':
        'class Reply:\n    structured_output = None\nclass AgentState:\n    def __init__(self): self.reply_context = Reply()\n',
      'out/agentscope/agent/__init__.py': '',
      'out/agentscope/agent/_structured_output_tool.py':
        'class _GenerateStructuredOutput:\n    def __init__(self, schema): self.input_schema = schema\n',
      'out/agentscope/tool.py': `import json, types
class Toolkit:
    def __init__(self, tools): self.tools = tools
    async def get_tool_schemas(self): return [{"type": "function"}]
    async def check_tool_available(self, name, groups): return self.tools[0]
    async def call_tool(self, call, state):
        given = json.loads(call.input)
        if given.get("score") == 2:
            yield types.SimpleNamespace(content=[types.SimpleNamespace(text="ValidationError: too high")])
            return
        state.reply_context.structured_output = {**given, "score": 7}
        yield types.SimpleNamespace(content=[])
`,
      'out/x.parser.json': JSON.stringify({
        type: 'structured_output',
        kind: 'json_schema',
        content_schema: { type: 'object', properties: { score: { type: 'number' } } },
        samples: [
          { name: 'one', text: '{"score": 1}' },
          { name: 'two', text: '{"score": 2}' },
          { name: 'word', text: '{"score": "high"}' },
        ],
      }),
    });
    const { report } = await compare('out/x.parser.json');
    const of = (from: string) => report.differences.find(each => each.from === from);
    assert.equal(report.ok, true, report.reason);
    assert.deepEqual([of('instruction')?.group, of('sample one')?.group], ['instruction', 'value']);
    assert.deepEqual(JSON.parse(of('sample one')!.theirs), { score: 7 });
    assert.equal(
      of('sample two')?.theirs,
      'ValidationError: ValidationError: too high'.replace('ValidationError: ', ''),
    );
    assert.match(of('sample word')!.theirs, /Input validation failed for tool 'GenerateStructuredOutput': no number$/);
  });

  test('transformers: the template is read behind what the chat template renders, with the tools', async () => {
    const template = {
      defaults: { role: 'assistant' },
      start_anchor: '<a>\n',
      fields: { content: { close: '<end>' } },
    };
    const chat = '{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}<a>\n\n';
    await write({
      'tf/transformers/__init__.py': '',
      'tf/transformers/utils/__init__.py': '',
      'tf/transformers/utils/chat_template_utils.py': `def render_jinja_template(conversations, tools, chat_template, add_generation_prompt, bos_token):
    assert add_generation_prompt and bos_token == "<s>" and "{% for" in chat_template
    return ["<user>…<a>\\n"], []
`,
      'tf/transformers/utils/chat_parsing.py': `def parse_response(text, template, *, prefix=None, tools=None):
    assert prefix == "<user>…<a>\\n" and template["fields"]
    if text == "null":
        return {"role": "assistant", "content": "nothing"}
    if not text.strip():
        return {"role": "assistant"}
    return {"role": "assistant", "content": text.split("<end>")[0].strip()}
`,
      'tf/x.parser.json': JSON.stringify({
        type: 'response_template',
        response_template: template,
        chat_template: chat,
        special_tokens: { bos_token: '<s>' },
        samples: [{ name: 'good', text: 'Sunny.<end>' }],
      }),
    });
    const { report } = await compare('tf/x.parser.json');
    const of = (from: string) => report.differences.find(each => each.from === from);
    assert.equal(report.ok, true, report.reason);
    // What it renders, and the message of the sample, are the same.
    assert.deepEqual([of('instruction')?.theirs, of('sample good')?.theirs], [undefined, undefined]);
    assert.deepEqual(JSON.parse(of('edge: null')!.theirs).content, 'nothing');
  });
});
