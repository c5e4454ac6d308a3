import type { ModelMessage } from '../core/result.ts';
import { type FieldPath, valueAtField } from './fieldPath.ts';

/** The members of a provider's message that make it a response. */
const messageKeys = ['message', 'content', 'tool_calls', 'function_call'];

/**
 * The response in a row of a log, which is plain data: a text, or a provider's message. With a path what stands there, also
 * what has a message as an object, and the blocks of its content; without one the row itself, its `response`, or its `message` where that is an object.
 * `undefined`: the row has none.
 */
export function rowResponse(row: unknown, field?: FieldPath): string | ModelMessage | undefined {
  if (field) {
    const value = valueAtField(row, field);
    if (Array.isArray(value)) return value.length > 0 && value.every(isBlock) ? { content: value } : undefined;
    return asResponse(isObject(value) && isObject(value.message) ? value.message : value, messageKeys);
  }
  // A provider's answer has the message itself as an object.
  const value = isObject(row) ? (row.response ?? (isObject(row.message) ? row.message : row)) : row;
  return asResponse(value, ['message', 'content']);
}

function asResponse(value: unknown, keys: readonly string[]): string | ModelMessage | undefined {
  if (typeof value === 'string') return value;
  return isObject(value) && (keys.some(key => Object.hasOwn(value, key)) || isResponsesAnswer(value))
    ? value
    : undefined;
}

/** Whether a value is an answer of OpenAI's Responses API. */
function isResponsesAnswer({ object, output }: Readonly<Record<string, unknown>>): boolean {
  return object === 'response' && Array.isArray(output);
}

function isBlock(value: unknown): boolean {
  return typeof value === 'string' || (isObject(value) && typeof value.type === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
