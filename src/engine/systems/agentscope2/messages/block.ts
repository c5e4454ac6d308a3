import type { PyDict, PyValue } from '../../../core/pyValue.ts';

/** A block of AgentScope 2, as its class reads it. `written` is what the block is written back as, every field in its order. */
export type Block = TextBlock | ThinkingBlock | HintBlock | ToolCallBlock | ToolResultBlock | DataBlock;

interface BaseBlock {
  readonly id: string;
  readonly written: PyDict;
}

/** Text. */
export interface TextBlock extends BaseBlock {
  readonly type: 'text';
  readonly text: string;
}

/** What the model thought; `written` also holds what the provider sent with it, such as a signature. */
export interface ThinkingBlock extends BaseBlock {
  readonly type: 'thinking';
  readonly thinking: string;
}

/** A remark for the model, which it is sent as a message of the user's. */
export interface HintBlock extends BaseBlock {
  readonly type: 'hint';
  readonly hint: string | readonly ContentBlock[];
}

/** A call; `input` is a text of JSON that nothing has read yet. */
export interface ToolCallBlock extends BaseBlock {
  readonly type: 'tool_call';
  readonly name: string;
  readonly input: string;
  readonly state: string;
}

/** The result of a call. */
export interface ToolResultBlock extends BaseBlock {
  readonly type: 'tool_result';
  readonly name: string;
  readonly output: string | readonly ContentBlock[];
  readonly state: string;
}

/** A medium. */
export interface DataBlock extends BaseBlock {
  readonly type: 'data';
  readonly source: DataSource;
  readonly name: string | null;
}

/** What hints and results are made of. */
export type ContentBlock = TextBlock | DataBlock;

/** Where the bytes of a medium are: here (`data`), or behind a `url` as the class rewrites it. */
export type DataSource =
  | { readonly type: 'base64'; readonly data: string; readonly mediaType: string }
  | { readonly type: 'url'; readonly url: string; readonly mediaType: string };

/** A message of AgentScope 2. `written` is what it is written back as. */
export interface Message {
  readonly name: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly id: string;
  readonly blocks: readonly Block[];
  readonly written: PyDict;
}

/** The message with other blocks: written so too. */
export function withBlocks(message: Message, blocks: readonly Block[]): Message {
  const content: PyValue = blocks.map(({ written }) => written);
  return { ...message, blocks, written: new Map([...message.written, ['content', content]]) };
}

/** `get_text_content()`: the texts, each on a line of its own; `null` without any. */
export function textContent({ blocks }: Message): string | null {
  const texts = textsOf(blocks);
  return texts.length === 0 ? null : texts.join('\n');
}

/** The texts of the text blocks. */
export function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(block => (block.type === 'text' ? [block.text] : []));
}

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
