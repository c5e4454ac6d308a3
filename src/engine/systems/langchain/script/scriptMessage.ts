import { LangchainError } from '../langchainError.ts';
import { parseScriptPartial } from './scriptJson.ts';

/** The fields of a message, as plain data. */
export type MessageFields = Readonly<Record<string, unknown>>;

/** A call as `AIMessage.tool_calls` holds it. */
export interface ScriptToolCall {
  readonly name: unknown;
  readonly args: unknown;
  readonly id: unknown;
}

/** What the parsers see of a JavaScript `AIMessage`. */
export interface ScriptMessage {
  readonly content: unknown;
  readonly toolCalls: readonly ScriptToolCall[];
  readonly additional: MessageFields;
}

interface RawCall {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

/** `new AIMessage(fields)`. */
export function scriptMessage(fields: MessageFields): ScriptMessage {
  const additional = (fields.additional_kwargs ?? {}) as MessageFields;
  const calls = fields.tool_calls as readonly ScriptToolCall[] | undefined;
  const raw = additional.tool_calls;
  const toolCalls = calls ?? (Array.isArray(raw) ? soundCalls(raw) : []);
  return { content: fields.content ?? [], toolCalls, additional };
}

function soundCalls(raw: readonly RawCall[]): ScriptToolCall[] {
  return raw.flatMap(({ id, function: made }) => {
    if (!made) return [];
    try {
      return [{ name: made.name || '', args: JSON.parse(made.arguments as string) || {}, id }];
    } catch {
      return [];
    }
  });
}

interface Block {
  readonly type?: unknown;
  readonly text?: unknown;
}

/** `message.text`. */
export function scriptText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly (Block | string)[])
    .map(block => (typeof block === 'string' ? block : block.type === 'text' ? String(block.text ?? '') : ''))
    .join('');
}

/** What most parsers take for the text: the content, or its JSON. */
export function contentText(content: unknown): string {
  return typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
}

/** What `StringOutputParser` makes of content. Throws `Error` for what is not text. */
export function stringContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return (Array.isArray(content) ? (content as readonly Block[]) : [])
    .map(block => {
      switch (block.type) {
        case 'text':
        case 'text_delta':
          if ('text' in block) return String(block.text);
          break;
        case 'image_url':
          if ('image_url' in block)
            throw new LangchainError('Error', 'Cannot coerce a multimodal "image_url" message part into a string.');
          break;
        case 'reasoning':
        case 'thinking':
        case 'redacted_thinking':
          return '';
        default:
          throw new LangchainError('Error', `Cannot coerce "${block.type}" message part into a string.`);
      }
      throw new LangchainError('Error', `Invalid content type: ${block.type}`);
    })
    .join('');
}

/** Throws `ModelRefusalError` where a block of the message refuses. */
export function throwIfRefused({ content }: ScriptMessage): void {
  const blocks = Array.isArray(content) ? (content as readonly Readonly<Record<string, unknown>>[]) : [];
  const refusal = blocks.find(block => block.type === 'refusal');
  if (!refusal) return;
  const said = refusal.refusal ? `: ${refusal.refusal}` : '';
  throw new LangchainError('ModelRefusalError', `Model refused to produce the requested output${said}`);
}

interface CallChunk {
  readonly name?: string;
  readonly args?: string;
  readonly id?: string;
  readonly index?: number;
}

/** Adds a chunk to what has come so far, as `AIMessageChunk.concat` does. */
export function addScriptChunk(before: MessageFields | undefined, chunk: MessageFields): MessageFields {
  if (!before) return chunk;
  return {
    ...before,
    content: mergeContent(before.content ?? '', chunk.content ?? ''),
    additional_kwargs: mergeDicts(
      (before.additional_kwargs ?? {}) as MessageFields,
      (chunk.additional_kwargs ?? {}) as MessageFields,
    ),
    tool_call_chunks: mergeChunks(
      (before.tool_call_chunks ?? []) as readonly CallChunk[],
      (chunk.tool_call_chunks ?? []) as readonly CallChunk[],
    ),
  };
}

/** Texts are joined; a list of blocks takes what comes as more blocks, those with an index or an id where their own stands. */
function mergeContent(left: unknown, right: unknown): unknown {
  if (left === '') return right;
  if (right === '' || (Array.isArray(right) && right.length === 0)) return left;
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (typeof left === 'string') return [{ type: 'text', text: left }, ...(right as readonly unknown[])];
  const blocks = left as readonly CallChunk[];
  if (typeof right === 'string') return [...blocks, { type: 'text', text: right }];
  const merged = mergeChunks(blocks, right as readonly CallChunk[]);
  // A block that comes without a word, and is not a part of another, is left out.
  return merged.filter((block, i) => i < blocks.length || (block as Block).text !== '');
}

function mergeDicts(left: MessageFields, right: MessageFields): MessageFields {
  const merged: Record<string, unknown> = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const old = merged[key];
    if (old === undefined || old === null) merged[key] = value;
    else if (value === undefined || value === null || key === 'type') continue;
    else if (typeof old === 'string' && typeof value === 'string') {
      if (!['id', 'name', 'output_version', 'model_provider'].includes(key)) merged[key] = old + value;
      else if (value !== '') merged[key] = value;
    } else if (Array.isArray(old) && Array.isArray(value))
      merged[key] = mergeChunks(old as readonly CallChunk[], value as readonly CallChunk[]);
    else if (typeof old === 'object' && typeof value === 'object')
      merged[key] = mergeDicts(old as MessageFields, value as MessageFields);
  }
  return merged;
}

function mergeChunks(left: readonly CallChunk[], right: readonly CallChunk[]): CallChunk[] {
  const merged = [...left];
  for (const chunk of right) {
    const at = chunk.index === undefined ? -1 : merged.findIndex(other => other.index === chunk.index);
    const old = merged[at];
    if (!old) merged.push(chunk);
    else {
      const { index: _, ...others } = chunk;
      merged[at] = mergeDicts(old as MessageFields, others) as CallChunk;
    }
  }
  return merged;
}

/** The message that chunks have made so far: calls are read from the arguments that are there, however cut. */
export function scriptChunkMessage(fields: MessageFields): ScriptMessage {
  const chunks = fields.tool_call_chunks as readonly CallChunk[] | undefined;
  if (!chunks?.length) return scriptMessage(fields);
  const toolCalls = chunks.flatMap(({ name = '', args = '', id }) => {
    const read = parseScriptPartial(args.trim() || '{}');
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    return id && isObject ? [{ name, args: read, id }] : [];
  });
  return { content: fields.content, toolCalls, additional: (fields.additional_kwargs ?? {}) as MessageFields };
}
