// Streams: milliseconds for a response of 1 MB that comes in pieces of 4 characters, what is closed looked at as it comes, and what twice the response costs.
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { createReader, readDefinitions } = createRequire(import.meta.url)('../../dist/engine.js');

const MB = quick(1024 * 1024, 20_000);
const repeated = (line, size) => Array.from({ length: Math.ceil(size / line(0).length) }, (_, i) => line(i)).join('');
const json = size =>
  `{${repeated(i => `"key ${i}": {"text": "It's a \\"line\\".", "list": [true, ${i}]},\n`, size)}"z": 0}`;
const commands = [
  {
    name: 'run',
    docstring: 'runs',
    signature: '<text>',
    arguments: [{ name: 'text', type: 'string', description: 'what', required: true }],
  },
];
const tool = {
  request: 'note',
  purpose: 'To note a <text>',
  schema: { properties: { text: { type: 'string' } }, required: ['text'] },
};
const call = (name, given) => `{"id": "c", "function": {"name": "${name}", "arguments": ${JSON.stringify(given)}}}`;
const message = (size, given) =>
  `{"content": "", "tool_calls": [${repeated(() => `${call('bash', given)},`, size)}${call('bash', given)}]}`;
const pair = name => ({ name, tag_begin: `<${name}>`, content_hint: '…', tag_end: `</${name}>` });
const cases = [
  ['JSON in a fence', { type: 'MarkdownJsonDictParser' }, size => `\`\`\`json\n${json(size)}\n\`\`\``],
  [
    'JSON, equal keys',
    { type: 'MarkdownJsonObjectParser' },
    size => `{${repeated(i => `"${i % 5000}":${i},`, size)}"z":0}`,
  ],
  [
    'two pairs of tags',
    { type: 'MultiTaggedContentParser', tagged_contents: [pair('a'), pair('b')] },
    size => `<a>${'word '.repeat(size / 10)}</a><b>${'word '.repeat(size / 10)}</b>`,
  ],
  ['any tags', { type: 'RegexTaggedContentParser' }, size => repeated(i => `<tag${i}>some words</tag${i}>\n`, size)],
  ['any tags, none closed', { type: 'RegexTaggedContentParser' }, size => repeated(i => `<tag${i}>`, size)],
  [
    'a code fence',
    { type: 'MarkdownCodeBlockParser', language_name: 'js' },
    size => `\`\`\`js\n${'let a = `1`;\n'.repeat(size / 13)}\`\`\``,
  ],
  ['fences', { type: 'thought_action' }, size => repeated(() => 'Text.\n```\nls -l\n```\n', size)],
  ['bash fences', { type: 'all_bash_code_blocks' }, size => repeated(() => 'Text.\n```bash\nls -l\n```\n', size)],
  ['command tags', { type: 'xml_thought_action' }, size => `<command>${repeated(() => 'ls -l\n</command>', size)}`],
  [
    'function tags',
    { type: 'xml_function_calling', commands },
    size =>
      `${'<function='.repeat(size / 20)}<function=run>\n<parameter=text>${'word '.repeat(size / 10)}</parameter></function>`,
  ],
  [
    'tools of Langroid',
    { type: 'ToolMessage', tools: [tool] },
    size => repeated(i => `{"request": "note", "text": "${i}"}\n`, size),
  ],
  [
    'AgentOutput',
    { type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a' },
    size => repeated(i => `<think>so</think>{"kind": "a", "text": "${i}"}\n`, size),
  ],
  [
    'a command in a fence',
    { type: 'mini_swe_agent', mode: 'actions_text' },
    size => `Text.\n\`\`\`mswea_bash_command\n${'ls -l\n'.repeat(size / 6)}\`\`\`${'\n'.repeat(size / 6)}`,
  ],
  [
    'calls of a message',
    { type: 'mini_swe_agent', mode: 'actions_toolcall' },
    size => message(size, '{"command": "ls"}'),
  ],
  [
    'one call, a long text',
    { type: 'function_calling', commands },
    size => `{"content": "${'word '.repeat(size / 5)}", "tool_calls": [${call('run', '{"text": "x"}')}]}`,
  ],
  ['calls of LangChain', { type: 'JsonOutputToolsParser' }, size => message(size, '{"command": "ls"}')],
  [
    'a function of LangChain',
    { type: 'JsonOutputFunctionsParser', runtime: 'js' },
    size => `{"function_call": {"name": "f", "arguments": ${JSON.stringify(json(size / 2))}}}`,
  ],
  ['LangChain’s JSON', { type: 'JsonOutputParser' }, size => `\`\`\`json\n${json(size)}\n\`\`\``],
  ...[
    ['Pydantic', 'PydanticOutputParser'],
    ['zod', 'StructuredOutputParser'],
    ['zod, a fence at the end', 'RouterOutputParser', '```'],
  ].map(([name, type, tail = '']) => [
    name,
    { type, content_schema: { type: 'object', properties: {}, additionalProperties: { type: 'object' } } },
    size => json(size).replace('"z": 0', '"z": {}') + tail,
  ]),
  ['a validated object', { type: 'AgentOutput', allowed_kinds: ['a'], mode: 'validated' }, json],
  [
    'a structured agent',
    { type: 'StructuredChatOutputParser' },
    size => `\`\`\`{"action": "a", "action_input": ${json(size)}}\`\`\``,
  ],
  [
    'a chat agent, keys again',
    { type: 'ChatAgentOutputParser' },
    size => `{${repeated(i => `"action": "${i}", "action_input": {},`, size)}"z": 0}`,
  ],
  ['ReAct', { type: 'ReActSingleInputOutputParser' }, size => repeated(() => 'Action: a\nb Action 1', size)],
  ['ReAct, blanks', { type: 'ReActSingleInputOutputParser' }, size => `Action:${' '.repeat(size)}Action Input: x\n`],
  ['zero-shot', { type: 'ZeroShotAgentOutputParser' }, size => `Action: ${repeated(() => '\nAction Inpu', size)}`],
  ['an XML agent', { type: 'XMLAgentOutputParser' }, size => repeated(() => '<tool>a<tool_input>b</tool_input>', size)],
  [
    'CSV with quotes',
    { type: 'CommaSeparatedListOutputParser' },
    size => repeated(i => `"item ${i}, with a comma", and one without\n`, size),
  ],
  [
    'a list by lines',
    { type: 'CustomListOutputParser', separator: '\n' },
    size => repeated(i => `item ${i}\n`, size / 2) + '\n'.repeat(size / 2),
  ],
];

/** The time for a whole response; what is closed is looked at ten times on the way. */
function read(definition, text) {
  const reader = createReader(definition);
  const step = Math.floor(text.length / 40);
  let closed = 0;
  const start = performance.now();
  const used = process.cpuUsage();
  for (let at = 0, i = 0; at < text.length; at += 4, i++) {
    const partial = reader.push(text.slice(at, at + 4));
    if (i % step === 0) closed = Math.max(closed, partial.closed.length);
  }
  // By the clock, or by the processor's time where others keep the machine busy.
  return { ms: Math.min(performance.now() - start, process.cpuUsage(used).user / 1000), closed };
}

// Part of a name: only those.
const [only = ''] = process.argv.slice(2);
for (const [name, keys, response] of cases.filter(([each]) => each.includes(only))) {
  const [definition] = readDefinitions(JSON.stringify(keys), 'bench.parser.json').definitions;
  const best = size => {
    const text = response(size);
    const runs = [0, 1, 2].slice(0, quick(3, 1)).map(() => read(definition, text));
    return { ms: Math.min(...runs.map(run => run.ms)), closed: runs[0].closed };
  };
  const one = best(MB);
  const ratio = best(2 * MB).ms / one.ms;
  console.log(
    `${name.padEnd(24)} 1 MB in fours ${one.ms.toFixed(0).padStart(5)} ms   ${String(one.closed).padStart(6)} closed on the way   2 MB / 1 MB ${ratio.toFixed(2)}`,
  );
  if (one.ms > 1000) console.log('  TOO SLOW: more than a second');
  if (ratio > 2.5) console.log('  TOO STEEP: twice the response should take at most 2.5 times as long');
}
