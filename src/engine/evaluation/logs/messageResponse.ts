import type { ModelMessage } from '../../core/result.ts';
import { dataAt, listAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { RecordParts } from '../../messages/logReader.ts';

/**
 * What the message of a chat completion answers: its text, or the message where it calls tools or has no text. Calls
 * become OpenAI's, whoever wrote them: LangChain's, Inspect's, or blocks of Anthropic's.
 */
export function messageResponse(message: unknown): Pick<RecordParts, 'response' | 'skip' | 'isThought'> {
  const fields = objectAt(message);
  if (!fields) return { skip: 'no-response' };
  return { ...responseOf(fields), ...thoughtBeside(fields) };
}

function responseOf(fields: Readonly<Record<string, unknown>>): Pick<RecordParts, 'response'> {
  const blocks = listAt(fields.content);
  const calls = listAt(fields.tool_calls);
  const single = objectAt(fields.function_call);
  const used = calls.length > 0 ? [] : blocks.filter(block => memberAt(block, 'type') === 'tool_use');
  if (calls.length > 0 || used.length > 0 || single) {
    const tool_calls = [...calls.map(chatCall), ...used.map(chatCall)];
    return {
      response: {
        content: textAt(fields.content) ?? textOf(blocks),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...(single && { function_call: single }),
      },
    };
  }
  const content = textAt(fields.content) ?? (textOf(blocks) === null ? null : blocks);
  return { response: typeof content === 'string' ? content : { content } };
}

const thoughtKeys = ['reasoning_content', 'reasoning', 'thinking'];
const blockKeys = ['content', 'parts', 'output'];
const isThoughtBlock: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking', 'reasoning']);

/** Whether a message has what its model thought beside its answer: as a text, or in blocks, parts or items of an output. */
export function hasThoughtBeside(message: unknown): boolean {
  if (!objectAt(message)) return false;
  return (
    hasThoughtText(message) ||
    hasThoughtText(memberAt(message, 'additional_kwargs')) ||
    blockKeys.some(key => listAt(memberAt(message, key)).some(isThought))
  );
}

/** The same as a part of a record. */
export function thoughtBeside(message: unknown): Pick<RecordParts, 'isThought'> {
  return hasThoughtBeside(message) ? { isThought: true } : {};
}

function hasThoughtText(message: unknown): boolean {
  if (!objectAt(message)) return false;
  for (const key of thoughtKeys) if (textAt(memberAt(message, key))?.trim()) return true;
  return false;
}

function isThought(block: unknown): boolean {
  return isThoughtBlock.has(memberAt(block, 'type')) || memberAt(block, 'thought') === true;
}

/** An answer without calls of tools, with those that stand beside it in its row's member `tool_calls`, or as JSON text in a table's cell. */
export function withCallsBeside(
  response: RecordParts['response'],
  record: unknown,
): NonNullable<RecordParts['response']> | undefined {
  const calls = listAt(dataAt(memberAt(record, 'tool_calls')));
  // A row that is a message itself has its own calls.
  if (response === undefined || response === record || calls.length === 0 || !calls.every(isCall)) return response;
  const content = typeof response === 'string' ? response : response.content;
  if (typeof response !== 'string' && ((response.tool_calls?.length ?? 0) > 0 || Array.isArray(content)))
    return response;
  return { content: content === '' ? null : (content ?? null), tool_calls: calls.map(chatCall) };
}

function isCall(call: unknown): boolean {
  const names = [memberAt(call, 'name'), memberAt(call, 'function'), memberAt(call, 'function', 'name')];
  return names.some(name => textAt(name) !== undefined);
}

/** The texts of blocks, one behind the other; `null`: none of them is one. What a model thinks is not a part of its answer. */
export function textOf(blocks: readonly unknown[]): string | null {
  const texts = blocks.flatMap(block => {
    const type = memberAt(block, 'type');
    const isText = type === undefined || type === 'text' || type === 'output_text';
    return textAt(block) ?? (isText ? textAt(memberAt(block, 'text')) : undefined) ?? [];
  });
  return texts.length > 0 ? texts.join('') : null;
}

/** Blocks of an answer: their texts put together, and calls of tools as OpenAI writes them. */
export function blocksResponse(
  texts: readonly string[],
  calls: readonly ToolCall[],
): { readonly response: string | ModelMessage } {
  const content = texts.length > 0 ? texts.join('') : null;
  if (content !== null && calls.length === 0) return { response: content };
  return { response: { content, ...(calls.length > 0 && { tool_calls: calls.map(writtenCall) }) } };
}

/** A call of a tool, as providers other than OpenAI have it. `input`: an object, or its JSON text. */
export interface ToolCall {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
}

function writtenCall({ id, name, input }: ToolCall): unknown {
  const written = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return { id, type: 'function', function: { name, arguments: written } };
}

/** A call as OpenAI writes it; one that nobody knows stays as it is. */
function chatCall(call: unknown): unknown {
  const fields = objectAt(call);
  if (!fields || objectAt(fields.function)) return call;
  const name = textAt(fields.function) ?? textAt(fields.name);
  const input = fields.arguments ?? fields.args ?? fields.input;
  return name === undefined ? call : writtenCall({ id: fields.id, name, input });
}

/** The first choice of a chat completion. */
export function firstChoice(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return objectAt(listAt(memberAt(body, 'choices'))[0]);
}
