import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { evaluate } from '../../../../../src/engine/evaluation/index.ts';
import { bareForms, forms } from '../../callForms.ts';
import { callTexts } from './callTexts.ts';
import { harmlessTexts } from './harmlessTexts.ts';

const known = 'get_weather';

/** Answers with a call, in all the ways in which one stands in a text. */
function answersOf(make: (name: string) => string): Readonly<Record<string, string>> {
  const call = make(known);
  const cut = (part: number) => call.slice(0, Math.ceil(call.length * part));
  return {
    whole: call,
    twice: `${call}\n${make('search')}`,
    'cut in the middle': cut(0.6),
    'cut near the end': cut(0.9),
    'behind a line of words': `Let me look that up.\n${call}`,
    'behind a sentence': `Let me look. ${call}`.replace(' ```', '\n```'),
    'between words': `I check the weather.\n\n${call}\n\nI will tell you when it is there.`,
    'in a thought': `<think>\nThey ask for rain.\n${call}\n</think>\nI will see.`,
  };
}

const tools = [known, 'search'].map(name => ({ type: 'function', function: { name, parameters: { type: 'object' } } }));
const template = (given: readonly unknown[]) => ({
  type: 'response_template',
  response_template: { start_anchor: '<bot>', fields: { content: { close: '<end>', repeats: true, join: '' } } },
  tools: given,
});

async function callsIn(data: object, responses: readonly string[]): Promise<readonly string[][]> {
  const [definition] = readDefinitions(JSON.stringify(data), 'x.parser.json').definitions;
  const found: string[][] = [];
  for await (const { suspicions } of evaluate(definition!, responses))
    found.push(suspicions.flatMap(({ code, detail = '' }) => (code === 'call-in-text' ? [detail] : [])));
  return found;
}

/** Texts without a call, though they speak of calls, tools and their markup. */
const harmless: Readonly<Record<string, string>> = {
  words: 'It will rain in Oslo.',
  'words about tools': 'You can use the get_weather tool: it takes a city and a number of days.',
  'words about a tag':
    'The model writes its call between <tool_call> and </tool_call>, as JSON with a name and arguments.',
  'words about both tags': 'The tags <tool_call> and </tool_call> enclose a call.',
  'a block that says what to print':
    'To answer with a call, print exactly:\n\n```\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n```\n\nThe client parses it.',
  'words about an element': 'Qwen opens with <function=get_weather> and lists each parameter in a tag of its own.',
  'words about a header': 'The recipient to=functions.get_weather says which tool is meant.',
  'inline code': 'Send `{"name": "get_weather", "arguments": {"city": "Oslo"}}` to it.',
  'tags in inline code': 'It writes `<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>` and waits.',
  'JSON in a sentence': 'A call such as {"name": "get_weather", "arguments": {"city": "Oslo"}} asks for the weather.',
  'a block that explains':
    'To call a tool, the model answers like this:\n\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```\n\nThe server then runs it.',
  'a block of tags that explains':
    'Hermes models use this format:\n```\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n```',
  'a form with a name to be put in':
    'To use a tool, write:\n\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>',
  'a block that is a declaration':
    '```xml\n<function name="get_weather">\n  <parameter name="city" type="string"/>\n</function>\n```\nThis declares the function.',
  'a second block':
    'Define it:\n```python\ndef get_weather(city): ...\n```\nThen:\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
  'a block explained behind it':
    '```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```\nThis is what a client would send.',
  'a tool’s schema':
    '```json\n{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {}}}}\n```',
  'a list of tools':
    '<tools>\n{"type": "function", "function": {"name": "get_weather", "description": "W", "parameters": {"type": "object"}}}\n</tools>',
  'a tool’s result': '<tool_response>\n{"city": "Oslo", "rain": true}\n</tool_response>',
  'other JSON': '{"name": "Ada", "age": 36}',
  'JSON that holds the like': '{"models": [{"name": "resnet", "parameters": {"layers": 50}}]}',
  'a program': '```python\nweather = get_weather(city="Oslo")\nprint(weather)\n```',
  'a shell’s command': '```bash\ncurl -d \'{"name": "get_weather", "arguments": {}}\' localhost\n```',
  'a signature': 'get_weather(city: str, days: int) -> dict\n\nReturns the weather.',
  'links and notes': 'See [get_weather](https://x.org) and [TODO] [NOTE] call main().',
  HTML: '<div class="tool"><my-tool name="x"></my-tool><button onclick="call()">Call</button></div>',
  XML: '<config><tool>hammer</tool><action>go north</action></config>',
  types: 'In TypeScript, Map<string, function> and Array<tool_call> are types.',
};

suite('suspicions of calls in texts', () => {
  for (const [name, data] of [
    ['a plain parser', { type: 'StrOutputParser' }],
    ['a template that knows the tools', template(tools)],
    ['a template that knows none', template([])],
  ] as const) {
    test(`all forms of all families, by ${name}`, async () => {
      const made = Object.entries({ ...forms, ...bareForms }).flatMap(([form, make]) =>
        Object.entries(answersOf(make)).map(([way, answer]) => [`${form}, ${way}`, answer] as const),
      );
      const rows = [...made, ...Object.entries({ ...callTexts.marked, ...callTexts.known })];
      const found = await callsIn(
        data,
        rows.map(([, answer]) => answer),
      );
      const missed = rows.filter((_, i) => found[i]!.length === 0).map(([title]) => title);
      assert.deepEqual(missed, []);
    });

    test(`nothing where no call is, by ${name}`, async () => {
      const all = { ...harmless, ...harmlessTexts };
      const found = await callsIn(data, Object.values(all));
      const wrong = Object.keys(all).filter((_, i) => found[i]!.length > 0);
      assert.deepEqual(wrong, []);
    });
  }

  test('a name that is not a tool’s: delimiters tell, a code block and JSON alone do not', async () => {
    const answers = (all: typeof forms) => Object.values(all).map(make => make('launch'));
    const marked = await callsIn(template(tools), answers(forms));
    assert.deepEqual(
      Object.keys(forms).filter((_, i) => marked[i]!.length === 0),
      [],
    );
    const bare = await callsIn(template(tools), answers(bareForms));
    assert.deepEqual(
      Object.keys(bareForms).filter((_, i) => bare[i]!.length > 0),
      [],
    );
    const unknown = await callsIn(template([]), answers(bareForms));
    assert.deepEqual(
      Object.keys(bareForms).filter((_, i) => unknown[i]!.length === 0),
      [],
    );
  });

  test('a call that ends within its name, directly behind its delimiter', async () => {
    const texts = ['<|tool_call>call:get_wea', '<|tool_call_start|>[get_wea', '<tool_call>get_wea', '<TOOLCALL>[{"na'];
    for (const given of [tools, []])
      assert.ok((await callsIn(template(given), texts)).every(found => found.length === 1));
    assert.deepEqual(await callsIn(template([]), ['Each call has a <tool_call> tag']), [[]]);
  });

  test('in the texts of other parsers, with their place', async () => {
    const call = forms.Hermes!(known);
    const [definition] = readDefinitions(
      JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: { speak: 'what you say' } }),
      'x.parser.json',
    ).definitions;
    const response = `\`\`\`json\n${JSON.stringify({ speak: `I look. ${call}` })}\n\`\`\``;
    for await (const { suspicions } of evaluate(definition!, [response])) {
      const [{ code, detail, span } = { code: undefined, detail: undefined, span: undefined }] = suspicions;
      assert.deepEqual([code, detail], ['call-in-text', 'speak: <tool_call']);
      assert.ok(span && response.slice(span.start, span.end).includes('<tool_call>'));
    }
    const thought = await callsIn({ type: 'thought_action' }, [`${call}\n\`\`\`\nls\n\`\`\``]);
    assert.deepEqual(thought, [['thought: <tool_call']]);
  });

  test('not where the definition asks for that form: its instruction, its tags, a sample', async () => {
    const call = forms.Hermes!(known);
    const asked = {
      type: 'MultiTaggedContentParser',
      tagged_contents: [{ name: 'out', tag_begin: '<out>', content_hint: call, tag_end: '</out>' }],
    };
    assert.deepEqual(await callsIn(asked, [`<out>${call}</out>`]), [[]]);
    const other = forms.Mistral!(known);
    assert.deepEqual(await callsIn(asked, [`<out>${other}</out>`]), [['out: [TOOL_CALLS']]);
    const sampled = { ...template([]), samples: [{ text: `${call}<end>`, expect: { value: { content: call } } }] };
    assert.deepEqual(await callsIn(sampled, [`${call}<end>`]), [[]]);
    const agent = { type: 'XMLAgentOutputParser' };
    assert.deepEqual(await callsIn(agent, ['<tool>search</tool><tool_input>tea</tool_input>']), [[]]);
  });

  test('a command is not searched, but may be a call as a whole', async () => {
    const call = forms.Hermes!(known);
    const found = await callsIn({ type: 'action_only' }, [`cat > x <<'E'\n${call}\nE`, call]);
    assert.deepEqual(
      found.map(each => each.length),
      [0, 1],
    );
  });

  test('what a call of the message holds is not searched, and what a field begins in another is told once', async () => {
    const fields = {
      thoughts: { open: '<think>', close: '</think>' },
      tool_calls: { open: '<tool_call>', close: '</tool_call>', content: 'json', repeats: true },
      content: { close: '<end>' },
    };
    const data = { type: 'response_template', response_template: { start_anchor: '<bot>', fields } };
    const inner = JSON.stringify({ name: 'write', arguments: { text: '[TOOL_CALLS]x[ARGS]{}' } });
    assert.deepEqual(await callsIn(data, [`<tool_call>${inner}</tool_call><end>`]), [[]]);
    assert.deepEqual(await callsIn(data, [`<think>${forms.Hermes!(known)}</think>Yes.<end>`]), [[]]);
  });

  test('many that are shown, each in code, in a sentence or in a quotation, take no longer than their text', async () => {
    const call = '<tool_call>{"name": "a", "arguments": {"x": 1}}</tool_call>';
    const shown = [`\`\`\`xml\n${call}\n\`\`\`\n`, `such as \`${call}\` or `, `> ${call}\n`].map(text =>
      text.repeat(16_000),
    );
    const whole = `\`\`\`xml\n${`${call}\n`.repeat(16_000)}\`\`\``;
    assert.deepEqual(await callsIn({ type: 'StrOutputParser' }, [...shown, whole]), [
      ['<tool_call'],
      [],
      [],
      ['<tool_call'],
    ]);
    // What takes the square does not end within a minute.
  }).timeout(20_000);
});
