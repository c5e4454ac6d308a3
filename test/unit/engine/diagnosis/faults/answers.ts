/** A definition and an answer that it reads. */
export interface GoodAnswer {
  readonly name: string;
  /** The definition's keys. */
  readonly keys: Readonly<Record<string, unknown>> & { readonly type: string };
  readonly text: string;
}

const actor = {
  title: 'Actor',
  type: 'object',
  properties: {
    name: { title: 'Name', description: 'name of an actor', type: 'string' },
    films: { title: 'Films', description: 'titles of films', type: 'array', items: { type: 'string' } },
    alive: { title: 'Alive', description: 'whether alive', type: 'boolean' },
  },
  required: ['name', 'films', 'alive'],
};
const actorJson = '{\n  "name": "Ida \\"Bo\\" Stern",\n  "films": ["Harbour", "Long Way"],\n  "alive": true\n}';
const inFence = (language: string, body: string) => `\`\`\`${language}\n${body}\n\`\`\``;
const bash = {
  name: 'bash',
  docstring: 'runs the given command directly in bash',
  signature: '<command>',
  arguments: [{ name: 'command', type: 'string', description: 'The bash command to execute.', required: true }],
};
const finder = {
  name: 'find_file',
  docstring: 'finds all files with the given name or pattern',
  signature: 'find_file <file_name> [<dir>]',
  arguments: [
    { name: 'file_name', type: 'string', description: 'name or pattern', required: true },
    { name: 'dir', type: 'string', description: 'where to look', required: false },
  ],
};
/** A message with one call, as a log has it. */
const called = (name: string, given: object) =>
  JSON.stringify({
    role: 'assistant',
    content: 'I look around first.',
    tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(given) } }],
  });
const functionCalled = (name: string, given: object) =>
  JSON.stringify({ role: 'assistant', content: '', function_call: { name, arguments: JSON.stringify(given) } });
const ida = { name: 'Ida Stern', films: ['Harbour', 'Long Way'], alive: true };
const agentBlob = '{\n  "action": "search",\n  "action_input": "weather in Paris"\n}';

/** One good answer at least for every type, in every runtime and mode that it has. */
export const answers: readonly GoodAnswer[] = [
  {
    name: 'MarkdownCodeBlockParser',
    keys: { type: 'MarkdownCodeBlockParser', language_name: 'python' },
    text: inFence('python', 'for name in names:\n    print("Hello", name)'),
  },
  {
    name: 'MarkdownJsonObjectParser',
    keys: { type: 'MarkdownJsonObjectParser', content_hint: ['a film'] },
    text: inFence('json', '["Harbour", "Long Way", true]'),
  },
  {
    name: 'MarkdownJsonDictParser',
    keys: {
      type: 'MarkdownJsonDictParser',
      content_hint: { thought: 'what you think', vote: 'a name', sure: 'true or false' },
      required_keys: ['thought', 'vote'],
    },
    text: inFence('json', '{\n  "thought": "It is \\"him\\".",\n  "vote": "Eve",\n  "sure": true\n}'),
  },
  {
    name: 'MultiTaggedContentParser',
    keys: {
      type: 'MultiTaggedContentParser',
      tagged_contents: [
        { name: 'thought', tag_begin: '[THOUGHT]', content_hint: 'what you think', tag_end: '[/THOUGHT]' },
        { name: 'votes', tag_begin: '[VOTES]', content_hint: 'names', tag_end: '[/VOTES]', parse_json: true },
      ],
    },
    text: '[THOUGHT]It is Eve.[/THOUGHT]\n[VOTES]{"names": ["Eve", "Bo"], "sure": true}[/VOTES]',
  },
  {
    name: 'MultiTaggedContentParser, angle brackets',
    keys: {
      type: 'MultiTaggedContentParser',
      tagged_contents: [
        { name: 'thought', tag_begin: '<thought>', content_hint: 'what you think', tag_end: '</thought>' },
        { name: 'vote', tag_begin: '<vote>', content_hint: 'a name', tag_end: '</vote>' },
      ],
    },
    text: '<thought>It is Eve.</thought>\n<vote>Eve</vote>',
  },
  {
    name: 'RegexTaggedContentParser',
    keys: {
      type: 'RegexTaggedContentParser',
      format_instruction: 'Respond so:\n<thought>{what you thought}</thought>\n<function>{name}</function>',
      required_keys: ['thought', 'function'],
    },
    text: '<thought>I need it.</thought>\n<function>get_weather</function>\n<days>[1, 2]</days>',
  },
  {
    name: 'thought_action',
    keys: { type: 'thought_action' },
    text: `I look around.\n\n${inFence('', 'ls -F src')}\n`,
  },
  {
    name: 'function_calling',
    keys: { type: 'function_calling', commands: [bash, finder] },
    text: called('find_file', { file_name: 'a "b".py', dir: 'src' }),
  },
  {
    name: 'xml_function_calling',
    keys: { type: 'xml_function_calling', commands: [bash, finder] },
    text: 'I search for it.\n\n<function=find_file>\n<parameter=file_name>date.py</parameter>\n<parameter=dir>src</parameter>\n</function>',
  },
  {
    name: 'xml_thought_action',
    keys: { type: 'xml_thought_action' },
    text: 'I look around.\n\n<command>\nls -F src\n</command>',
  },
  {
    name: 'json',
    keys: { type: 'json', strict: true, commands: [finder] },
    text: '{\n  "thought": "The \\"parser\\" is here.",\n  "command": {"name": "find_file", "arguments": {"file_name": "a.py", "dir": "src"}}\n}',
  },
  {
    name: 'single_bash_code_block',
    keys: { type: 'single_bash_code_block' },
    text: `I look around.\n\n${inFence('bash', 'ls -F src')}`,
  },
  {
    name: 'all_bash_code_blocks',
    keys: { type: 'all_bash_code_blocks' },
    text: `I look around.\n\n${inFence('bash', 'ls -F src')}`,
  },
  {
    name: 'action',
    keys: { type: 'action', commands: [{ name: 'ls', docstring: 'lists files', signature: 'ls' }] },
    text: 'ls -F src',
  },
  { name: 'action_only', keys: { type: 'action_only' }, text: 'ls -F src' },
  { name: 'edit_format', keys: { type: 'edit_format' }, text: `I print it.\n\n${inFence('', 'print("Hello")')}\n` },
  { name: 'identity', keys: { type: 'identity' }, text: 'ls -F src' },
  {
    name: 'mini_swe_agent, text',
    keys: { type: 'mini_swe_agent', mode: 'actions_text' },
    text: `I look around.\n\n${inFence('mswea_bash_command', 'ls -F src && cat a.py')}`,
  },
  {
    name: 'mini_swe_agent, a pattern of its own',
    keys: {
      type: 'mini_swe_agent',
      mode: 'actions_text',
      action_regex: '<run>(.*?)</run>',
      instance_template: 'Task: {{task}}\n\nGive exactly one command: <run>ls -la src</run>',
    },
    text: 'I look around.\n\n<run>ls -F src</run>',
  },
  {
    name: 'mini_swe_agent, calls',
    keys: { type: 'mini_swe_agent', mode: 'actions_toolcall' },
    text: called('bash', { command: 'echo "a" && ls' }),
  },
  {
    name: 'mini_swe_agent, Responses API',
    keys: { type: 'mini_swe_agent', mode: 'actions_toolcall_response' },
    text: JSON.stringify({
      object: 'response',
      status: 'completed',
      output: [
        { type: 'function_call', call_id: 'call_1', name: 'bash', arguments: JSON.stringify({ command: 'echo "a"' }) },
      ],
    }),
  },
  {
    name: 'response_template',
    keys: {
      type: 'response_template',
      response_template: {
        start_anchor: '<assistant>',
        fields: {
          tool_calls: { open: '<tool_call>', close: '</tool_call>', repeats: true, content: 'json' },
          content: {},
        },
      },
    },
    text: '<tool_call>{"name": "ls", "arguments": {"path": "src", "all": true}}</tool_call>',
  },
  {
    name: 'ToolMessage',
    keys: {
      type: 'ToolMessage',
      tools: [
        {
          request: 'search_books',
          purpose: 'To find books about a <topic>.',
          schema: {
            type: 'object',
            properties: { topic: { type: 'string' }, limit: { type: 'integer' }, old: { type: 'boolean' } },
            required: ['topic', 'limit', 'old'],
          },
        },
      ],
    },
    text: 'I search.\n\n{\n  "request": "search_books",\n  "topic": "the \\"sea\\"",\n  "limit": 5,\n  "old": true\n}',
  },
  {
    name: 'XMLToolMessage',
    keys: {
      type: 'XMLToolMessage',
      tools: [
        {
          request: 'write_file',
          purpose: 'To write <code> to <path>.',
          schema: {
            type: 'object',
            properties: { path: { type: 'string' }, code: { type: 'string', verbatim: true } },
            required: ['path', 'code'],
          },
        },
      ],
    },
    text: 'I write it.\n\n<tool>\n  <request>write_file</request>\n  <path>src/hello.py</path>\n  <code><![CDATA[print("hello")]]></code>\n</tool>',
  },
  {
    name: 'JsonOutputParser, Python',
    keys: { type: 'JsonOutputParser', runtime: 'python', content_schema: actor },
    text: actorJson,
  },
  {
    name: 'JsonOutputParser, JavaScript',
    keys: { type: 'JsonOutputParser', runtime: 'js', content_schema: actor },
    text: actorJson,
  },
  {
    name: 'PydanticOutputParser',
    keys: { type: 'PydanticOutputParser', class_name: 'Actor', content_schema: actor },
    text: actorJson,
  },
  {
    name: 'structured_output',
    keys: { type: 'structured_output', content_schema: actor },
    text: actorJson,
  },
  {
    name: 'StructuredOutputParser',
    keys: {
      type: 'StructuredOutputParser',
      runtime: 'js',
      names_and_descriptions: { answer: 'the answer', source: 'from where' },
    },
    text: inFence('json', '{\n  "answer": "\\"Paris\\"",\n  "source": "an atlas"\n}'),
  },
  {
    name: 'JsonMarkdownStructuredOutputParser',
    keys: { type: 'JsonMarkdownStructuredOutputParser', content_schema: actor },
    text: inFence('json', actorJson),
  },
  {
    name: 'StandardSchemaOutputParser',
    keys: { type: 'StandardSchemaOutputParser', content_schema: actor },
    text: actorJson,
  },
  ...(['python', 'js'] as const).flatMap((runtime): readonly GoodAnswer[] => [
    {
      name: `CommaSeparatedListOutputParser, ${runtime}`,
      keys: { type: 'CommaSeparatedListOutputParser', runtime },
      text: 'dark red, light blue, green',
    },
    {
      name: `NumberedListOutputParser, ${runtime}`,
      keys: { type: 'NumberedListOutputParser', runtime },
      text: '1. dark red\n2. light blue\n3. green',
    },
    {
      name: `MarkdownListOutputParser, ${runtime}`,
      keys: { type: 'MarkdownListOutputParser', runtime },
      text: '- dark red\n- light blue\n- green',
    },
    {
      name: `XMLOutputParser, ${runtime}`,
      keys: { type: 'XMLOutputParser', runtime, tags: ['films', 'film', 'title', 'year'] },
      text: '<films>\n  <film><title>Harbour</title><year>1999</year></film>\n  <film><title>Long Way</title><year>2001</year></film>\n</films>',
    },
    {
      name: `XMLOutputParser without tags, ${runtime}`,
      keys: { type: 'XMLOutputParser', runtime },
      text: '<films>\n  <film><title>Harbour</title><year>1999</year></film>\n  <film><title>Long Way</title><year>2001</year></film>\n</films>',
    },
    {
      name: `JsonOutputToolsParser, ${runtime}`,
      keys: { type: 'JsonOutputToolsParser', runtime },
      text: called('Actor', ida),
    },
    {
      name: `JsonOutputKeyToolsParser, ${runtime}`,
      keys: { type: 'JsonOutputKeyToolsParser', runtime, key_name: 'Actor', keyName: 'Actor' },
      text: called('Actor', ida),
    },
    {
      name: `OutputFunctionsParser, ${runtime}`,
      keys: { type: 'OutputFunctionsParser', runtime },
      text: functionCalled('Actor', ida),
    },
    {
      name: `JsonOutputFunctionsParser, ${runtime}`,
      keys: { type: 'JsonOutputFunctionsParser', runtime },
      text: functionCalled('Actor', ida),
    },
    {
      name: `JsonKeyOutputFunctionsParser, ${runtime}`,
      keys: { type: 'JsonKeyOutputFunctionsParser', runtime, key_name: 'films', attrName: 'films' },
      text: functionCalled('Actor', ida),
    },
  ]),
  {
    name: 'CustomListOutputParser',
    keys: { type: 'CustomListOutputParser', length: 3, separator: '\n' },
    text: 'dark red\nlight blue\ngreen',
  },
  {
    name: 'RegexParser',
    keys: {
      type: 'RegexParser',
      runtime: 'js',
      regex: 'Rating: (\\d+)/10\\nReason: (.*)',
      outputKeys: ['rating', 'reason'],
    },
    text: 'Rating: 7/10\nReason: It is long.',
  },
  {
    name: 'CombiningOutputParser',
    keys: {
      type: 'CombiningOutputParser',
      runtime: 'js',
      parsers: [
        { type: 'StructuredOutputParser', runtime: 'js', names_and_descriptions: { answer: 'the answer' } },
        { type: 'RegexParser', regex: 'Confidence: (A|B|C)', outputKeys: ['confidence'] },
      ],
    },
    text: '-----Output 1-----\n{"answer": "Paris"}\n-----\n\n-----Output 2-----\nConfidence: A\n-----',
  },
  { name: 'DatetimeOutputParser', keys: { type: 'DatetimeOutputParser', runtime: 'js' }, text: '2011-10-05T14:48:00Z' },
  {
    name: 'RouterOutputParser',
    keys: {
      type: 'RouterOutputParser',
      content_schema: {
        type: 'object',
        properties: {
          destination: { type: 'string', description: 'name of the system' },
          next_inputs: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
        },
        required: ['destination', 'next_inputs'],
      },
    },
    text: inFence('json', '{\n  "destination": "maths",\n  "next_inputs": {"query": "two and two"}\n}'),
  },
  ...['ReActSingleInputOutputParser', 'ZeroShotAgentOutputParser'].flatMap((type): readonly GoodAnswer[] => [
    {
      name: type,
      keys: { type, toolNames: ['search'], ...(type.startsWith('ReAct') && { runtime: 'js' }) },
      text: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
    },
    {
      name: `${type}, the answer`,
      keys: { type, toolNames: ['search'], ...(type.startsWith('ReAct') && { runtime: 'js' }) },
      text: 'Thought: I know it now.\nFinal Answer: It rains.',
    },
  ]),
  {
    name: 'ChatAgentOutputParser',
    keys: { type: 'ChatAgentOutputParser' },
    text: `Thought: I look it up.\nAction:\n${inFence('', agentBlob)}`,
  },
  {
    name: 'ChatConversationalAgentOutputParser',
    keys: { type: 'ChatConversationalAgentOutputParser' },
    text: inFence('json', agentBlob),
  },
  {
    name: 'StructuredChatOutputParser',
    keys: { type: 'StructuredChatOutputParser', runtime: 'js' },
    text: inFence('json', agentBlob),
  },
  {
    name: 'StructuredChatOutputParserWithRetries',
    keys: { type: 'StructuredChatOutputParserWithRetries' },
    text: inFence('json', agentBlob),
  },
  {
    name: 'XMLAgentOutputParser',
    keys: { type: 'XMLAgentOutputParser', runtime: 'js' },
    text: '<tool>search</tool><tool_input>weather in Paris</tool_input>',
  },
  {
    name: 'XMLAgentOutputParser, the answer',
    keys: { type: 'XMLAgentOutputParser', runtime: 'js' },
    text: '<final_answer>It rains.</final_answer>',
  },
  {
    name: 'StructuredOutputParser, python',
    keys: {
      type: 'StructuredOutputParser',
      runtime: 'python',
      response_schemas: [
        { name: 'answer', description: 'the answer' },
        { name: 'source', description: 'from where' },
      ],
    },
    text: inFence('json', '{\n  "answer": "\\"Paris\\"",\n  "source": "an atlas"\n}'),
  },
  {
    name: 'RegexParser, python',
    keys: {
      type: 'RegexParser',
      runtime: 'python',
      regex: 'Rating: (\\d+)/10\\nReason: (.*)',
      output_keys: ['rating', 'reason'],
    },
    text: 'Rating: 7/10\nReason: It is long.',
  },
  {
    name: 'CombiningOutputParser, python',
    keys: {
      type: 'CombiningOutputParser',
      runtime: 'python',
      parsers: [
        { type: 'StructuredOutputParser', response_schemas: [{ name: 'answer', description: 'the answer' }] },
        { type: 'RegexParser', regex: 'Confidence: (A|B|C)', output_keys: ['confidence'] },
      ],
    },
    text: '{"answer": "Paris"}\n\nConfidence: A',
  },
  {
    name: 'DatetimeOutputParser, python',
    keys: { type: 'DatetimeOutputParser', runtime: 'python', format: '%d.%m.%Y' },
    text: '14.03.2026',
  },
  {
    name: 'ReActSingleInputOutputParser, python',
    keys: { type: 'ReActSingleInputOutputParser', runtime: 'python' },
    text: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
  },
  {
    name: 'StructuredChatOutputParser, python',
    keys: { type: 'StructuredChatOutputParser', runtime: 'python' },
    text: inFence('json', agentBlob),
  },
  {
    name: 'XMLAgentOutputParser, python',
    keys: { type: 'XMLAgentOutputParser', runtime: 'python' },
    text: '<tool>search</tool><tool_input>weather in Paris</tool_input>',
  },
  {
    name: 'PydanticToolsParser',
    keys: { type: 'PydanticToolsParser', tools: [{ class_name: 'Actor', content_schema: actor }] },
    text: called('Actor', ida),
  },
  ...(['python', 'js'] as const).flatMap(runtime => {
    const schema = { class_name: 'Actor', content_schema: actor };
    return [
      { name: `ToolStrategy, ${runtime}`, keys: { type: 'ToolStrategy', runtime, schema }, text: called('Actor', ida) },
      { name: `AutoStrategy, ${runtime}`, keys: { type: 'AutoStrategy', runtime, schema }, text: called('Actor', ida) },
      { name: `ProviderStrategy, ${runtime}`, keys: { type: 'ProviderStrategy', runtime, schema }, text: actorJson },
    ];
  }),
  {
    name: 'PydanticOutputFunctionsParser',
    keys: { type: 'PydanticOutputFunctionsParser', class_name: 'Actor', content_schema: actor },
    text: functionCalled('Actor', ida),
  },
  {
    name: 'PydanticAttrOutputFunctionsParser',
    keys: { type: 'PydanticAttrOutputFunctionsParser', class_name: 'Actor', content_schema: actor, attr_name: 'name' },
    text: functionCalled('Actor', ida),
  },
  { name: 'StrOutputParser', keys: { type: 'StrOutputParser' }, text: 'It rains.' },
  { name: 'StringOutputParser', keys: { type: 'StringOutputParser' }, text: 'It rains.' },
  {
    name: 'AgentOutput',
    keys: { type: 'AgentOutput', allowed_kinds: ['agent.spoke'], fallback_kind: 'agent.spoke' },
    text: '{\n  "kind": "agent.spoke",\n  "text": "I \\"saw\\" it."\n}',
  },
  {
    name: 'AgentOutput, validated',
    keys: { type: 'AgentOutput', mode: 'validated', allowed_kinds: ['verdict'], extra_fields: ['winner', 'scores'] },
    text: '{\n  "kind": "verdict",\n  "text": "She hinted best.",\n  "winner": "Cara",\n  "scores": {"Cara": 9}\n}',
  },
];
