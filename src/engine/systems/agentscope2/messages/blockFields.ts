/** The keys of a `Msg`; all others vanish when it is loaded. */
export const messageFields: readonly string[] = [
  'name',
  'content',
  'role',
  'id',
  'metadata',
  'created_at',
  'usage',
  'finished_at',
  'finished_reason',
  'structured_output',
  'error',
];

const times = ['type', 'id', 'created_at', 'finished_at'];

/** The keys of each type of block that drops others. A `thinking` block keeps all. */
export const blockFields: Readonly<Record<string, readonly string[]>> = {
  text: [...times, 'text'],
  hint: [...times, 'hint', 'source'],
  tool_call: [...times, 'name', 'input', 'state', 'suggested_rules'],
  tool_result: [...times, 'name', 'output', 'state', 'metadata'],
  data: [...times, 'source', 'name'],
};

/** The class of each type of block. */
export const blockClasses: Readonly<Record<string, string>> = {
  text: 'TextBlock',
  thinking: 'ThinkingBlock',
  hint: 'HintBlock',
  tool_call: 'ToolCallBlock',
  tool_result: 'ToolResultBlock',
  data: 'DataBlock',
};

/** Blocks of AgentScope 1, each with what stands for it in AgentScope 2. */
const earlierBlocks: Readonly<Record<string, string>> = {
  tool_use: 'it is `{ "type": "tool_call", "id", "name", "input" }`, whose `input` is a text of JSON.',
  image: 'it is a `data` block, whose `source` has a `media_type` also beside a `url`.',
  audio: 'it is a `data` block, whose `source` has a `media_type` also beside a `url`.',
  video: 'it is a `data` block, whose `source` has a `media_type` also beside a `url`.',
};

/** What to say of a type that no block of AgentScope 2 has. */
export function blockWords(type: string): string {
  if (Object.hasOwn(earlierBlocks, type))
    return `\`${type}\` is a block of AgentScope 1; in AgentScope 2 ${earlierBlocks[type]}`;
  const types = Object.keys(blockClasses).join('`, `');
  return `No block of AgentScope 2 has the type \`${type}\`. The types are \`${types}\`.`;
}
