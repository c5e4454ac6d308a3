import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { exactOf } from '../../../../src/engine/core/exact.ts';
import { PyFloat } from '../../../../src/engine/core/pyValue.ts';
import { exampleResponse } from '../../../../src/engine/definition/index.ts';
import {
  createReader,
  type ParseResult,
  type Partial,
  parserTypes,
  readDefinitions,
} from '../../../../src/node/engine.ts';

/** A reader of a definition's keys. */
function readerOf(keys: object) {
  const { definitions, problems } = readDefinitions(JSON.stringify(keys), 'x.parser.json');
  equal(definitions.length, 1, JSON.stringify(problems));
  return createReader(definitions[0]!);
}

/** What is known when a text has come, as short lines: `key=value`, `!` behind a final one; the open key and its place; the keys that were reopened. */
function known({ closed, open, reopened }: Partial): string {
  const fields = closed.map(({ key, value, final }) => `${key}=${JSON.stringify(value)}${final ? '!' : ''}`);
  return [
    fields.join(' '),
    ...(open ? [`${open.key}@${open.start}`] : []),
    ...(reopened.length > 0 ? [`again: ${reopened.join(' ')}`] : []),
  ].join(' | ');
}

/** What is known after each of the chunks. */
function steps(keys: object, ...chunks: string[]): string[] {
  const reader = readerOf(keys);
  return chunks.map(chunk => known(reader.push(chunk)));
}

const tagged = (name: string, more: object = {}) => ({
  name,
  tag_begin: `[${name}]`,
  content_hint: '…',
  tag_end: `[/${name}]`,
  ...more,
});
const multi = { type: 'MultiTaggedContentParser', tagged_contents: [tagged('A'), tagged('B', { parse_json: true })] };
const dict = { type: 'MarkdownJsonDictParser' };
const regex = { type: 'RegexTaggedContentParser' };
const commands = [
  {
    name: 'open',
    docstring: 'opens',
    signature: 'open <path>',
    arguments: [{ name: 'path', type: 'string', description: 'a file', required: true }],
  },
];
const tools = {
  type: 'ToolMessage',
  tools: [
    {
      request: 'square',
      purpose: 'To square a <number>',
      schema: { properties: { number: { type: 'integer' } }, required: ['number'] },
    },
  ],
};
const output = { type: 'AgentOutput', allowed_kinds: ['a', 'b'], fallback_kind: 'a' };

suite('createReader', () => {
  test('JSON in a fence: a key closes with its value, and all are final with the object', () => {
    deepEqual(steps(dict, '```json\n{"a": 1', ', "b": "x', '\\"y", "c"', ': [1, {"d": "}"}]', '}'), [
      ' | a@14',
      'a=1 | b@22',
      'a=1 b="x\\"y" | c@33',
      'a=1 b="x\\"y" c=[1,{"d":"}"}]',
      'a=1! b="x\\"y"! c=[1,{"d":"}"}]!',
    ]);
  });

  test('only what tells nothing before the end says so', () => {
    deepEqual(Object.keys(readerOf(dict)), ['push', 'end']);
    deepEqual(Object.keys(readerOf({ type: 'custom', module: 'x.mjs' })), ['endOnly', 'push', 'end']);
  });

  test('a field has its value with Python’s types as well', () => {
    const [field] = readerOf(dict).push('```json\n{"a": 1.0, ').closed;
    equal(field?.value, 1);
    deepEqual(exactOf(field!), new PyFloat(1));
  });

  test('a field stays the same object until more is known of it', () => {
    const { push } = readerOf(dict);
    const [before] = push('```json\n{"a": 1, ').closed;
    const [again] = push('"b": 2').closed;
    const [final] = push('}').closed;
    ok(before && again === before && final !== before);
    deepEqual([before.final, final?.final], [false, true]);
  });

  test('JSON: of equal keys the last counts, and the first is reopened when its name comes again', () => {
    deepEqual(steps(dict, '```json\n{"a": 1,', '"a"', ':2}'), ['a=1', ' | a@19 | again: a', 'a=2! | again: a']);
  });

  test('JSON without a fence is read, and reopened where a fence comes after all', () => {
    deepEqual(steps(dict, '{"a": 1, "b": "``', '`json {"c": 3', '}\n```'), [
      'a=1 | b@14',
      ' | c@29 | again: a',
      'c=3! | again: a',
    ]);
  });

  test('JSON: values of another type have their own keys', () => {
    const type = 'MarkdownJsonObjectParser';
    deepEqual(steps({ type }, '```json [1, "x"', ', tru', 'e]'), [
      '0=1! 1="x"!',
      '0=1! 1="x"! | 2@17',
      '0=1! 1="x"! 2=true!',
    ]);
    deepEqual(steps({ type }, '```json\n 42', ' \n``', '`'), ['', '', 'value=42!']);
    deepEqual(steps(dict, '```json [1, 2]```'), ['']);
  });

  test('JSON with a schema: values are coerced, what does not pass is not told', () => {
    const schema = {
      title: 'Answer',
      type: 'object',
      properties: { done: { type: 'boolean' }, n: { type: 'integer' } },
      required: ['done', 'n'],
    };
    deepEqual(steps({ ...dict, content_schema: schema }, '```json {"done": "true", "n": "x", "other": 1}'), [
      'done=true!',
    ]);
  });

  test('tags: the first pair counts, and pairs may lie in each other', () => {
    deepEqual(steps(multi, 'x [A', ']one [B]{"b"', ': 1}[/B] [', '/A] [A]two[/A]'), [
      '',
      ' | B@9',
      'B={"b":1}! | A@2',
      'B={"b":1}! A="one [B]{\\"b\\": 1}[/B] "!',
    ]);
  });

  test('a code fence is one field', () => {
    const code = { type: 'MarkdownCodeBlockParser', language_name: 'python' };
    deepEqual(steps(code, 'Here:\n```pyth', 'on\nprint(1)\n``', '`\n```python\n2```'), [
      '',
      ' | code@6',
      'code="\\nprint(1)\\n"!',
    ]);
  });

  test('any tags: an opener holds back what is in it, and a name that closes again is reopened', () => {
    deepEqual(steps(regex, '<a>1', '</a><b><c>x</c>', '</', 'b> <a', '>2</>'), [
      ' | a@0',
      'a=1 | b@8',
      'a=1 | b@8',
      'a=1 b="<c>x</c>"',
      'b="<c>x</c>" a=2 | again: a',
    ]);
    deepEqual(steps({ ...regex, try_parse_json: false }, '<><a>1</a>'), ['a="1"']);
  });

  test('fences of SWE-agent: a block is the action until another one opens', () => {
    const fence = { type: 'thought_action' };
    deepEqual(steps(fence, 'Think.\n```\nls', '\n```\n', '\nMore', ':\n```bash -x\n```\ncat\n```', '\nend'), [
      ' | action@7',
      ' | action@7',
      'action="ls\\n"',
      ' | action@36 | again: action',
      'action="cat\\n" | again: action',
    ]);
  });

  test('bash fences: one is final, of several the action grows', () => {
    const text = ['a ```bash\nls\n``', '` b ```bash\ncd', '\n```'];
    deepEqual(steps({ type: 'all_bash_code_blocks' }, ...text), [
      ' | action@2',
      'action="ls" | action@19',
      'action="ls\\ncd" | again: action',
    ]);
    deepEqual(steps({ type: 'single_bash_code_block' }, ...text.slice(0, 1), '`'), [' | action@2', 'action="ls"!']);
  });

  test('command tags: the last ones count', () => {
    deepEqual(
      steps({ type: 'xml_thought_action' }, 'x <command> ls ', '</command>', ' <command>', 'cd</command></command>'),
      [' | action@2', 'action="ls"', ' | action@26 | again: action', 'action="cd</command>" | again: action'],
    );
  });

  test('function tags: the first call is final', () => {
    const call = '<function=open>\n<parameter=path>a.py</parameter>\n</function>';
    deepEqual(steps({ type: 'xml_function_calling', commands }, `x <function=y>${call.slice(0, 20)}`, call.slice(20)), [
      ' | action@14',
      'action="open a.py"!',
    ]);
  });

  test('JSON of SWE-agent: the command makes the action', () => {
    deepEqual(
      steps(
        { type: 'json', commands },
        '{"thought": "t", "command": {"name": "open",',
        '"arguments": {"path": "b"}}',
        '}',
      ),
      ['thought="t" | action@28', 'thought="t" action="open b"', 'thought="t"! action="open b"!'],
    );
  });

  test('tools of Langroid: each closes with its braces, and XML takes the place of JSON', () => {
    const square = '{"request": "square", "number": "3"}';
    const value = '{"request":"square","purpose":"To square a <number>","id":"","number":3}';
    deepEqual(
      steps(
        tools,
        'So: {"request": "sq',
        'uare", "number": "3"} and ',
        square,
        '<tool><request>square</request>',
        '<number>4</number></tool>',
      ),
      [
        ' | tool@4',
        `square=${value}`,
        `square=${value} square=${value}`,
        ' | tool@81 | again: square',
        `square=${value.replace('3', '4')}! | again: square`,
      ],
    );
    match(readerOf({ ...tools, agent: { thought_delimiters: ['<think>', '</think>'] } }).endOnly ?? '', /delimiters/);
  });

  test('AgentOutput: the last object counts, and what stands in reasoning does not', () => {
    deepEqual(
      steps(output, '<think>{"kind": "b"}', '</think> {"kind": "a",', ' "text": "x"}', '{"kind": "c", "text": "y"}'),
      ['', ' | object@29', 'kind="a" text="x"', 'kind="a" text="y" | again: kind text'],
    );
  });

  test('AgentOutput with its model: keys as it converts them, final with the object', () => {
    deepEqual(steps({ ...output, mode: 'validated' }, '{"kind": "a", "other": 1', ', "kind": "b"', ', "text": 2}'), [
      'kind="a" | other@23',
      'kind="b" | again: kind',
      'kind="b"! | again: kind',
    ]);
  });

  test('mini-swe-agent: the first command is final, as a second one is an error', () => {
    const mini = { type: 'mini_swe_agent', mode: 'actions_text' };
    const text = ['I look.\n```mswea_bash_', 'command  \n ls -la ', '\n``', '`\n```mswea_bash_command\ncd\n```'];
    deepEqual(steps(mini, ...text), ['', '', ' | command@8', 'command="ls -la"!'].toSpliced(1, 1, ' | command@8'));
    deepEqual(steps({ ...mini, action_regex: '<a>(.*?)</a>' }, '{<a>1</a>'), ['']);
    match(readerOf({ ...mini, action_regex: '<a>(\\w+)</a>' }).endOnly ?? '', /author/);
  });

  test('a message as JSON: calls close one after the other, where a message that is cut is an error', () => {
    const call = (text: string) => `{"function": {"name": "bash", "arguments": ${JSON.stringify(text)}}}`;
    const [one, two] = ['{"command": "ls"}', '{"command": "cd"}'].map(call);
    const text = ['{"content": "So.", "tool_calls": [{"fun', `${one!.slice(5)}, `, `${two}]`, '}', 'x'];
    deepEqual(steps({ type: 'mini_swe_agent', mode: 'actions_toolcall' }, ...text.slice(0, 4)), [
      ' | command@34',
      'command="ls"',
      'command="ls" command="cd"',
      'command="ls"! command="cd"!',
    ]);
    deepEqual(
      steps(
        {
          type: 'function_calling',
          commands: [
            {
              name: 'bash',
              docstring: '',
              signature: 'bash <command>',
              arguments: [{ name: 'command', type: 'string', description: '', required: true }],
            },
          ],
        },
        text[0]!,
        text[1]!.slice(0, -2),
        ']}',
      ),
      [' | action@34', 'thought="So." action="bash ls"', 'thought="So."! action="bash ls"!'],
    );
    // A message that is cut, or has something behind it, is one without calls to LangChain.
    deepEqual(steps({ type: 'JsonOutputToolsParser', first_tool_only: true }, ...text).slice(2), [
      '',
      'bash={"args":{"command":"ls"},"type":"bash"}',
      ' | again: bash',
    ]);
    const legacy = ['{"function_call": {"name": "a", "arguments": "{\\"x\\": 1}"', '}, "content": ""}'];
    deepEqual(steps({ type: 'JsonOutputFunctionsParser' }, ...legacy), [' | call@18', 'a={"x":1}!']);
  });

  test('zod and Pydantic: keys as the schema converts them, and none that it drops', () => {
    const content_schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, destination: { type: 'string' } },
      required: ['a', 'destination'],
    };
    const text = ['So:\n```json\n{"other": 1, "destination": "DEFA', 'ULT", "a": "2', '", "a": 3', '}\n```'];
    const known = (type: string, keys = {}) => steps({ type, content_schema, ...keys }, ...text);
    deepEqual(known('PydanticOutputParser'), [
      ' | destination@40',
      'destination="DEFAULT" | a@56',
      'destination="DEFAULT" | a@66 | again: a',
      'destination="DEFAULT" a=3 | again: a',
    ]);
    equal(known('RouterOutputParser')[1], 'destination=null | a@56');
    equal(known('StructuredOutputParser', { zod: 3 }).at(-1), 'destination="DEFAULT" a=3 | again: a');
    equal(known('StandardSchemaOutputParser')[1], 'destination="DEFAULT" | a@56');
    // Another fence takes the place of JSON that is not in one.
    const bare = { type: 'StructuredOutputParser', content_schema };
    deepEqual(steps(bare, '{"a": 1, "destination": "```x', '```json'), ['a=1 | destination@24', ' | again: a']);
    match(readerOf({ ...bare, content_schema: { anyOf: [content_schema] } }).endOnly ?? '', /as a whole/);
  });

  test('agents of LangChain: tool and input where they end, unless an answer takes their place', () => {
    deepEqual(
      steps({ type: 'ReActSingleInputOutputParser' }, 'So.\nAction: search\nAct', 'ion Input: "x"', '\nObservation'),
      [' | tool@12', 'tool="search"! | toolInput@32', 'tool="search"! toolInput="x"!'],
    );
    // A tool is on one line.
    deepEqual(
      steps({ type: 'ReActSingleInputOutputParser' }, 'Action: a\nAct', '\nb', '\nAction: c\nAct', 'ion Input:\n x\n'),
      [' | tool@8', '', ' | tool@24', 'tool="c"! toolInput="x"!'],
    );
    deepEqual(steps({ type: 'ZeroShotAgentOutputParser' }, 'Action: a\nAction Input: b', '\nFinal Answer: c'), [
      'tool="a" | toolInput@23',
      ' | returnValues@26 | again: tool',
    ]);
    deepEqual(
      steps(
        { type: 'XMLAgentOutputParser' },
        '<final_answer>4</final_answer>',
        '<tool>s</tool><tool_input>a<b',
        '<tool_input>x</tool_input>',
      ),
      [
        'returnValues={"output":"4"}',
        'tool="s"! | again: returnValues',
        'tool="s"! toolInput="x"! | again: returnValues',
      ],
    );
    const blob = ['Action:\n```json\n{"action": "a"', ', "action_input": 0}', '\n```\nFinal Answer: b'];
    deepEqual(steps({ type: 'StructuredChatOutputParser' }, ...blob.slice(0, 2)), [
      'tool="a"',
      'tool="a"! toolInput={}!',
    ]);
    deepEqual(steps({ type: 'ChatAgentOutputParser' }, ...blob), [
      'tool="a"',
      'tool="a" toolInput=0',
      ' | returnValues@55 | again: tool toolInput',
    ]);
    deepEqual(steps({ type: 'ChatAgentOutputParser' }, '{"action": "a"}', '```{"action": "b"}'), [
      'tool="a"',
      ' | again: tool',
    ]);
    deepEqual(steps({ type: 'ChatAgentOutputParser' }, '{"action" : "a", "b": {', '"action": 1'), ['', 'tool="a"']);
    // The first element counts; where an input in front of its tool stands is not looked for.
    deepEqual(
      steps({ type: 'XMLAgentOutputParser' }, '<tool_input>x</tool_input>', '<tool>s</tool>', '<tool>t</tool>'),
      ['', 'tool="s"!', 'tool="s"!'],
    );
    // A fence that is labelled takes the place of one that is not; one in front of the input that of bare JSON.
    const conversational = { type: 'ChatConversationalAgentOutputParser' };
    deepEqual(steps(conversational, '```{"action": "a"}', '``` ```json {"action": "b", "action_input": 0}'), [
      'tool="a"',
      ' | again: tool',
    ]);
    deepEqual(steps(conversational, '{"action": "a", "b": "', '```"'), ['tool="a"', ' | again: tool']);
    deepEqual(
      steps({ type: 'ChatConversationalAgentOutputParser' }, '{"action": "Final Answer"', ', "action_input": "```"}'),
      ['', 'returnValues={"output":"```"}!'],
    );
  });

  test('lists of LangChain: CSV with quotes, and separators that may be trimmed away', () => {
    deepEqual(steps({ type: 'CommaSeparatedListOutputParser' }, 'a, "b, c', '", d\n', 'e\r', 'f,'), [
      '0="a"',
      '0="a" 1="b, c" 2="d"',
      '0="a" 1="b, c" 2="d" 3="e"',
      ' | again: 0 1 2 3',
    ]);
    deepEqual(steps({ type: 'CustomListOutputParser', separator: '\n' }, '\n a\n', '\n', 'b\n'), [
      '',
      '',
      '0="a"! 1=""!',
    ]);
  });

  test('patterns and modules of the author’s own say that they tell nothing before the end', async () => {
    const pattern = readerOf({ ...regex, tagged_content_pattern: '(?P<name>\\w+)=(?P<content>\\w+)' });
    const partial = pattern.push('a=1');
    deepEqual([partial.closed, partial.open, partial.endOnly === pattern.endOnly], [[], undefined, true]);
    match(pattern.endOnly ?? '', /author/);
    const result = await pattern.end();
    ok(result.ok);
    deepEqual(result.value, { a: 1 });
    match(readerOf({ type: 'custom', module: 'x.mjs' }).endOnly ?? '', /author/);
  });

  for (const { type, template, answer } of parserTypes)
    test(`${type} tells of its answer before the end, or says in its own words why it cannot`, () => {
      const [definition] = readDefinitions(template, 'x.parser.json').definitions;
      const reader = createReader(definition!);
      const text = exampleResponse(definition!) ?? answer ?? '';
      const isTold = [...text].map(each => reader.push(each)).some(({ closed, open }) => closed.length > 0 || open);
      if (reader.endOnly !== undefined) match(reader.endOnly, /^[A-Z].*\.$/);
      deepEqual([isTold, reader.endOnly === undefined], isTold ? [true, true] : [false, false]);
    });

  test('no type throws or hangs, whatever comes @slow', () => {
    const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000);
    const bodies = [
      deep('[', ']'),
      deep('{"a":', '1').concat('}'.repeat(20_000)),
      '\ud83d"\udc00"',
      `${'9'.repeat(5000)},`,
    ];
    const texts = bodies.flatMap(body => [
      body,
      `{"action": ${body}, "kind": ${body}, "action_input": ${body}}`,
      `\`\`\`json\n{"setup": ${body}, "name": ${body}}\n\`\`\``,
      `{"content": "", "tool_calls": [{"args": {"x": ${body}}, "name": "a"}], "function_call": {"arguments": ${body}}}`,
      `<tool>${body}</tool><command>${body}</command>`,
    ]);
    for (const { type, template } of parserTypes) {
      const keys = JSON.parse(template.replace(/^\s*\/\/.*$/gm, '')) as object;
      for (const text of texts) {
        const partial = readerOf(keys).push(text);
        for (const { value } of partial.closed) ok(value !== undefined, type);
      }
    }
  });

  test('a moment stays what it is, and says what the framework would', async () => {
    const reader = readerOf(dict);
    const first = reader.push('```json\n{"a": 1, "b"');
    const second = reader.push(': 2}\n```');
    deepEqual([known(first), first.text()], ['a=1 | b@20', '```json\n{"a": 1, "b"']);
    deepEqual([(await first.errorNow())?.class, await second.errorNow()], ['JsonParsingError', undefined]);
    const { closed } = second;
    equal(second.closed, closed);
    const result = (await reader.end()) as Extract<ParseResult, { ok: true }>;
    deepEqual(
      closed.map(({ final, ...field }) => field),
      result.fields.map(field => ({ ...field })),
    );
    equal(await reader.push('').errorNow(), undefined);
  });
});
