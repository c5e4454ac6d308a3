/** A call of an operation, with its arguments. */
type Call = readonly [operation: string, ...args: unknown[]];

const tool = {
  request: 'add',
  purpose: 'To add two numbers',
  handler: 'add',
  schema: {
    type: 'object',
    properties: {
      a: { type: 'integer', description: 'the first' },
      b: { type: 'number', default: 2.5 },
      tags: { type: 'array', items: { type: 'string' } },
      code: { type: 'string', verbatim: true },
      inner: { $ref: '#/$defs/Inner' },
    },
    required: ['a'],
    $defs: { Inner: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] } },
  },
  examples: [{ a: 1 }, ['I think so', { a: 2, b: 3 }], { tool: { a: 3 }, description: 'three' }],
  instructions: 'Add them.',
  max_retained_tokens: 5,
};
const xmlTool = { ...tool, type: 'XMLToolMessage', root_element: 'tool' };
const agent = {
  tools: [tool, { request: 'stop', purpose: 'To stop' }],
  agent: { strict: true, use_tools: true, parsing: { splitter: 'tokens' }, system_message: 'Be brief.' },
};
const json = 'So: {"request": "add", "a": 1, "b": 2.5} and {"request": "stop"} or {a: 1,}';
const xml = '<tool><request>add</request><a>1</a><code><![CDATA[x < 1]]></code><tags><item>u</item></tags></tool>';
const message = {
  role: 'assistant',
  content: json,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a": 1}' } }],
};
const history = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'How much is one and two? '.repeat(4) },
    { role: 'assistant', content: 'three '.repeat(20) },
    { role: 'user', content: 'And now?' },
  ],
  agent: agent.agent,
  tools: agent.tools,
  llm: { chat_context_length: 60, min_output_tokens: 4, max_output_tokens: 30 },
};

/** Langroid's, each operation at least once. */
export const langroidCalls: readonly Call[] = [
  ['jsonCandidates', json],
  ['extractJson', json],
  ['imperfectJson', "{'a': True, b: [1, 2"],
  ['jsonField', json, 'request'],
  ['xmlCandidates', `text ${xml} and ${xml}`, 'tool'],
  ['xmlCandidates', xml, xmlTool],
  ['xmlFields', xml],
  ['xmlFields', xml, xmlTool],
  ['parseXml', xml, xmlTool],
  ['functionSchema', tool, { request: true, defaults: false, strict: true }],
  ['strictSchema', tool],
  ['strictSchema', tool.schema],
  ['simpleSchema', tool],
  ['defaultValue', tool, 'b'],
  ['valueOfType', tool, { a: 1, b: 2, inner: { x: 'y' } }, 'int'],
  ['usageExamples', tool],
  ['usageExamples', xmlTool],
  ['formatExample', tool, { a: 1, tags: ['u'] }],
  ['formatExample', xmlTool, { a: 1, tags: ['u'], inner: { x: 'y' } }],
  ['formatInstructions', tool],
  ['formatInstructions', xmlTool],
  ['formatRules', agent],
  ['toolInstructions', agent],
  ['systemMessage', agent],
  ['sampleDialog', agent],
  ['sampleDialog', { tools: [{ request: 'stop', purpose: 'To stop' }] }],
  ['strictRecovery', agent, { optional: true, schema: true }],
  ['toolNames', json],
  ['fromLlmResponse', 'TO[bob]: hello', { recognize_recipient_in_content: true }],
  ['fromLlmResponse', message],
  ['fromLlmResponse', null],
  ['fromChatDocument', agent, json, 'add'],
  ['fromChatDocument', agent, '3', 'int'],
  ['reasoningFinal', '<think>so</think> three', ['<think>', '</think>']],
  ['reasoningFinal', '[so] three', { thought_delimiters: ['[', ']'] }],
  ['hasToolAttempt', agent, json],
  ['hasToolAttempt', agent, message],
  ['handleMessage', agent, json],
  ['handleMessage', agent, message],
  ['historyTokens', history],
  ['historyText', history, 1],
  ['truncateMessage', history, 2, { tokens: 3, warning: '…', inplace: false }],
  ['cutMessage', history, -2, { tokens: 3 }],
  ['truncateHistory', history],
  ['truncateHistory', history.messages, { ...history, message: 'Go on.', pending_tool_calls: ['c1'] }],
  ['nextMessage', 'three', ['c1']],
  ['retainResult', history, 2, tool],
];

const kinds = ['say', 'vote'];
const prose =
  '<think>We need to say it.</think> Mood: calm. {"kind": "say", "text": "The \\"tide\\" turns.", "scores": {"a": 1}} "text": "A line';

/** multi-agent-lab's, each operation at least once. */
export const structuredCalls: readonly Call[] = [
  ['buildOutputModel', kinds, ['winner', 'scores', 'mood', '_private']],
  ['jsonInstruction', kinds, ['winner', 'mood']],
  ['parseAgentOutput', prose, kinds, 'say'],
  ['parseAgentOutput', null, kinds, 'say'],
  ['stripReasoning', prose],
  ['extractReasoning', prose, 20],
  ['balancedObjects', prose],
  ['salvageText', prose],
  ['cleanClue', prose],
  ['isUsableLine', ' [model error 500]'],
  ['isUsableLine', 'A brief, evocative response.'],
];
