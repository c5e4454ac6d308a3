import { EngineError, ResponseError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import { pyStrip } from '../../python/index.ts';
import { errorMessage } from '../../validation/index.ts';
import type { ApiCall } from './apiCalls.ts';
import { expandTabs } from './expandTabs.ts';
import { findJsonCandidates } from './jsonCandidates.ts';
import { readCandidate } from './readCandidate.ts';

/** A text with its reasoning apart; `start` is where `final` stands in it. */
export interface SplitReasoning {
  readonly reasoning: string;
  readonly final: string;
  readonly start: number;
}

/** `get_reasoning_final`: what stands between the delimiters, and what follows; text before is lost, and so is a second block. Raises the `ValueError` of delimiters that do not pair. */
export function splitReasoning(text: string, [open, close]: readonly [string, string]): SplitReasoning {
  if (!text.includes(open) || !text.includes(close)) return { reasoning: '', final: text, start: 0 };
  if (open === '' || close === '') throw new EngineError('ValueError', 'empty separator');
  const begin = text.indexOf(open) + open.length;
  const next = text.indexOf(open, begin);
  const parts = text.slice(begin, next === -1 ? text.length : next).split(close);
  const [reasoning, final] = parts;
  if (parts.length > 2) throw new EngineError('ValueError', 'too many values to unpack (expected 2)');
  if (reasoning === undefined || final === undefined)
    throw new EngineError('ValueError', 'not enough values to unpack (expected 2, got 1)');
  return { reasoning, final, start: begin + reasoning.length + close.length };
}

const blanks = ' \\t\\n\\r';
const addressed = new RegExp(`^[${blanks}]*TO\\[[${blanks}]*([A-Za-z0-9]+)[${blanks}]*\\]:`);

/** `parse_message`: the name in `TO[name]:`, and the text behind it, with its tabs expanded; no name where it does not begin so. */
function splitRecipient(text: string): { recipient: string; content: string } {
  const match = addressed.exec(text);
  if (!match) return { recipient: '', content: text };
  const expanded = expandTabs(text).text;
  const behind = expanded.slice(addressed.exec(expanded)?.[0].length ?? 0);
  return { recipient: match[1] ?? '', content: behind.replace(/^[ \t\n\r]+/, '') };
}

/** `top_level_json_field`: the field's value in the first JSON object of the text that has it; `""` where none has. Never raises. */
export function topLevelJsonField(text: string, field: string): PyValue {
  let values: readonly PyValue[];
  try {
    values = findJsonCandidates(text).flatMap(candidate => readCandidate(candidate.text)?.value ?? []);
  } catch (error) {
    // Where reading one raises, the function gives up.
    if (error instanceof EngineError) return '';
    throw error;
  }
  for (const value of values)
    for (const item of isPyList(value) ? value : [value])
      if (isPyDict(item) && item.has(field)) return item.get(field) ?? null;
  return '';
}

/** What becomes of a model's answer when it enters the dialog. */
export interface LlmDocument {
  readonly content: string;
  readonly recipient: string;
  /** Whether the answer had no content, not an empty one. */
  readonly isContentNone: boolean;
}

/**
 * `ChatDocument.from_LLMResponse`: the recipient, from a call's arguments, from `TO[name]:` or from the JSON in the text, and the
 * content. Raises the `ValidationError` of a recipient that is not a string.
 */
export function llmDocument(
  text: string | null,
  calls: { readonly toolCalls: readonly ApiCall[] | null; readonly functionCall: ApiCall | null },
  recognizesRecipient: boolean,
): LlmDocument {
  const { recipient, content } = recipientAndContent(text ?? '', calls, recognizesRecipient);
  const stripped = pyStrip(content);
  return {
    content: stripped === "''" || stripped === '""' ? '' : stripped,
    recipient: checkedRecipient(recipient),
    isContentNone: text === null,
  };
}

function recipientAndContent(
  text: string,
  { toolCalls, functionCall }: { toolCalls: readonly ApiCall[] | null; functionCall: ApiCall | null },
  recognizesRecipient: boolean,
): { recipient: PyValue; content: string } {
  if (functionCall) return { recipient: functionCall.arguments?.get('recipient') ?? '', content: '' };
  for (const call of toolCalls ?? []) {
    const recipient = call.arguments?.get('recipient') ?? null;
    if (recipient !== null && recipient !== '') return { recipient, content: '' };
  }
  if (!recognizesRecipient) return { recipient: '', content: text };
  const { recipient, content } = splitRecipient(text);
  if (recipient !== '') return { recipient, content };
  return { recipient: text === '' ? '' : topLevelJsonField(text, 'recipient'), content: text };
}

function checkedRecipient(recipient: PyValue): string {
  if (typeof recipient === 'string') return recipient;
  const message = errorMessage('ChatDocMetaData', [
    {
      type: 'string_type',
      msg: 'Input should be a valid string',
      input: recipient,
      place: { outer: undefined, key: 'recipient', label: false },
      within: false,
    },
  ]);
  throw new ResponseError('ValidationError', message, {});
}
