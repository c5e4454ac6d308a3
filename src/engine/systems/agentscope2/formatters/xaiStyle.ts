import { EngineError } from '../../../core/errors.ts';
import { dict, isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyRepr } from '../../../python/index.ts';
import {
  type ContentBlock,
  type Message,
  type ToolCallBlock,
  type ToolResultBlock,
  textContent,
  textsOf,
} from '../messages/block.ts';
import { type FormatContext, historyText, type MediaForm, type ProviderStyle, partDict } from './formatContext.ts';
import { xaiMedia } from './mediaForms.ts';

const userMedia = xaiMedia('block');
const hintMedia = xaiMedia('hint sub-block');

/** A message of xAI's SDK in the JSON form of protobuf, which leaves out what is empty. */
function proto(role: string, content: readonly PyDict[], more: Readonly<Record<string, PyValue>> = {}): PyDict {
  return dict({ content: content.length > 0 ? content : undefined, role: `ROLE_${role}`, ...more });
}

const textPart = (text: string) => dict({ text });

function callPart({ id, name, input }: ToolCallBlock): PyDict {
  return dict({
    id: id || undefined,
    type: 'TOOL_CALL_TYPE_CLIENT_SIDE_TOOL',
    function: dict({ name: name || undefined, arguments: input || undefined }),
  });
}

async function userParts(blocks: readonly ContentBlock[], form: MediaForm, context: FormatContext): Promise<PyDict[]> {
  const parts: PyDict[] = [];
  for (const block of blocks) {
    const part = block.type === 'text' ? textPart(block.text) : partDict(await form(block, context));
    if (part) parts.push(part);
  }
  return parts;
}

async function chat(message: Message, context: FormatContext): Promise<PyDict[]> {
  const { role, blocks } = message;
  if (role === 'system') return [proto('SYSTEM', [textPart(textsOf(blocks).join('\n'))])];
  if (role === 'user') {
    const content = blocks.filter(block => block.type === 'text' || block.type === 'data');
    const parts = await userParts(content, userMedia, context);
    return parts.length === 0 ? [] : [proto('USER', parts)];
  }
  return assistantMessages(message, context);
}

/** Texts are joined in front of the calls they stand among; media are dropped without a word. */
async function assistantMessages({ blocks }: Message, context: FormatContext): Promise<PyDict[]> {
  const emitted: PyDict[] = [];
  let texts: string[] = [];
  let calls: ToolCallBlock[] = [];
  const flush = () => {
    const text = texts.join('\n');
    if (calls.length > 0)
      emitted.push(proto('ASSISTANT', texts.length > 0 ? [textPart(text)] : [], { tool_calls: calls.map(callPart) }));
    else if (text !== '') emitted.push(proto('ASSISTANT', [textPart(text)]));
    [texts, calls] = [[], []];
  };
  for (const block of blocks)
    if (block.type === 'text') texts.push(block.text);
    else if (block.type === 'tool_call') calls.push(block);
    else if (block.type === 'tool_result') {
      flush();
      emitted.push(proto('TOOL', [textPart(resultText(block))], { tool_call_id: block.id }));
    } else if (block.type === 'hint') {
      flush();
      const { hint } = block;
      const parts = typeof hint === 'string' ? [textPart(hint)] : await userParts(hint, hintMedia, context);
      if (parts.length > 0) emitted.push(proto('USER', parts));
    }
  flush();
  return emitted;
}

/** A medium is printed as Python prints its block. */
function resultText({ output }: ToolResultBlock): string {
  if (typeof output === 'string') return output;
  return output.map(block => (block.type === 'text' ? block.text : printed(block.written))).join('\n');
}

function printed(block: PyDict): string {
  return [...block].map(([key, value]) => `${key}=${printedValue(key, value)}`).join(' ');
}

function printedValue(key: string, value: PyValue): string {
  if (key === 'url' && typeof value === 'string') return `AnyUrl(${pyRepr(value)})`;
  if (!isPyDict(value)) return pyRepr(value);
  const fields = [...value].map(([name, each]) => `${name}=${printedValue(name, each)}`);
  return `${value.get('type') === 'url' ? 'URLSource' : 'Base64Source'}(${fields.join(', ')})`;
}

/** xAI. */
export const xaiStyle: ProviderStyle = {
  presents: false,
  chat,
  system(message) {
    const text = textContent(message);
    if (text !== null) return proto('SYSTEM', [textPart(text)]);
    throw new EngineError(
      'TypeError',
      "Parameter to MergeFrom() must be instance of same class: expected <class 'xai.api.v1.chat_pb2.Content'> got <class 'NoneType'>.",
    );
  },
  async talk(run, prompt) {
    const lines = run.flatMap(({ name, blocks }) => {
      const parts = [...(name === '' ? [] : [`${name}:`]), ...textsOf(blocks)];
      return parts.length === 0 ? [] : [parts.join(' ')];
    });
    return lines.length === 0 ? [] : [proto('USER', [textPart(historyText(lines, prompt))])];
  },
};
