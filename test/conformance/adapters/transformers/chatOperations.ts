import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { JinjaError } from '../../../../src/engine/python/jinja/jinjaError.ts';
import { type LocalTime, readLocalTime } from '../../../../src/engine/python/strftime.ts';
import {
  type AppliedChatTemplate,
  applyChatTemplate,
  type ChatTemplateRequest,
  chatTemplateOf,
} from '../../../../src/engine/tokens/chatTemplates/applyChatTemplate.ts';
import type { TransformersInput } from './transformersInput.ts';

/** What the keys of a case say of a chat template and its conversation. */
export function requestOf(input: TransformersInput): ChatTemplateRequest {
  return {
    chatTemplate: given(input.chat_template),
    template: given(input.template),
    messages: given(input.messages),
    tools: given(input.tools),
    documents: given(input.documents),
    addGenerationPrompt: input.add_generation_prompt === undefined ? false : given(input.add_generation_prompt),
    continueFinalMessage: input.continue_final_message === undefined ? false : given(input.continue_final_message),
    specialTokens: dictOf(input.special_tokens),
    kwargs: dictOf(input.kwargs),
    now: timeOf(input.now),
    withGenerations: input.return_assistant_tokens_mask === true,
  };
}

function given(data: unknown): PyValue {
  return fromPlain(data ?? null);
}

function dictOf(data: unknown): PyDict {
  const value = given(data);
  return isPyDict(value) ? value : new Map();
}

function timeOf(data: unknown): LocalTime | undefined {
  return typeof data === 'string' ? readLocalTime(data) : undefined;
}

/** `apply_chat_template(…, tokenize=False)`; with `return_assistant_tokens_mask` also where the model is to write. Throws `EngineError` as transformers does; a fault of the template's syntax has its `lineno`. */
export function renderChatTemplate(input: TransformersInput): unknown {
  const request = requestOf(input);
  const { isBatch, chats } = withLines(() => applyChatTemplate(request), request);
  if (!request.withGenerations) return isBatch ? chats.map(({ text }) => text) : chats[0]?.text;
  const made = chats.map(({ text, generations }) => ({ text, generation_indices: generations }));
  return isBatch ? made : made[0];
}

/** An error with the line of the template that it is in, as Jinja's syntax errors have it. */
class TemplateFault extends EngineError {
  /** Its name, also in a build with short ones. */
  static override readonly name: string = 'TemplateFault';
  lineno = 0;
}

const syntaxErrors = ['TemplateSyntaxError', 'TemplateAssertionError'];

function withLines(run: () => AppliedChatTemplate, request: ChatTemplateRequest): AppliedChatTemplate {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof JinjaError) || !error.span || !syntaxErrors.includes(error.class)) throw error;
    const template = chatTemplateOf(request.chatTemplate, request.template ?? null, request.tools ?? null);
    const before = template.slice(0, error.span.start).replace(/\r\n?/g, '\n');
    throw Object.assign(new TemplateFault(error.class, error.message), { lineno: before.split('\n').length });
  }
}
