import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import {
  compareCodePoints,
  isWhite,
  JinjaError,
  type LocalTime,
  pyContains,
  pyIterate,
  pyRepr,
  pyStrip,
  pyTruth,
  type Segment,
} from '../../python/index.ts';
import { type CompiledChatTemplate, compileChatTemplate, type RenderedChat } from './compiledChatTemplate.ts';

/** The arguments of {@link applyChatTemplate}, with the names that transformers gives them. */
export interface ChatTemplateRequest {
  /** What the tokenizer has: a template, several by their names, or `null`. */
  readonly chatTemplate: PyValue;
  /** The argument: a name, or a template. `null`: not given. */
  readonly template?: PyValue;
  /** A conversation, or a list of them. */
  readonly messages: PyValue;
  readonly tools?: PyValue;
  readonly documents?: PyValue;
  readonly addGenerationPrompt?: PyValue;
  /** `true`, or the key of the last message that is to be continued. */
  readonly continueFinalMessage?: PyValue;
  /** The tokenizer's special tokens that are set, by name. */
  readonly specialTokens?: PyDict;
  /** More variables of the template, such as `enable_thinking`. They win over special tokens. */
  readonly kwargs?: PyDict;
  /** What `strftime_now` sees; absent: there is no such function. */
  readonly now?: LocalTime | undefined;
  /** Asked for the places of what the model is to write. */
  readonly withGenerations?: boolean;
}

/** What a chat template made of a conversation, or of each of several. */
export interface AppliedChatTemplate {
  readonly isBatch: boolean;
  readonly chats: readonly RenderedChat[];
}

/**
 * transformers' `apply_chat_template(…, tokenize=False)`: checks in its order. Raises its `ValueError`s and `TypeError`s, and
 * what Jinja raises, with the place in the template. `compile` may keep what it read: who renders one template often reads it once.
 */
export function applyChatTemplate(
  request: ChatTemplateRequest,
  compile: (template: string) => CompiledChatTemplate = compileChatTemplate,
): AppliedChatTemplate {
  const { messages, tools = null, documents = null, kwargs, specialTokens } = request;
  const addGenerationPrompt = request.addGenerationPrompt ?? false;
  const continues = request.continueFinalMessage ?? false;
  const template = chatTemplateOf(request.chatTemplate, request.template ?? null, tools);
  const items = pyIterate(messages);
  if (items.length === 0)
    throw new EngineError(
      'ValueError',
      'Cannot apply chat template to an empty conversation. Provide at least one message.',
    );
  const isBatch = isPyList(messages) && isPyList(messages[0]);
  if (pyTruth(continues)) {
    if (pyTruth(addGenerationPrompt))
      throw new EngineError(
        'ValueError',
        'continue_final_message and add_generation_prompt are not compatible. Use continue_final_message when you want the model to continue the final message, and add_generation_prompt when you want to add a header that will prompt it to start a new assistant message instead.',
      );
    if (request.withGenerations)
      throw new EngineError(
        'ValueError',
        'continue_final_message is not compatible with return_assistant_tokens_mask.',
      );
  }
  const compiled = compile(template);
  checkTools(tools);
  checkDocuments(documents);
  const variables = (chat: PyValue) =>
    new Map<string, PyValue>([
      ...(specialTokens ?? []),
      ...(kwargs ?? []),
      ['messages', chat],
      ['tools', tools],
      ['documents', documents],
      ['add_generation_prompt', addGenerationPrompt],
    ]);
  const chats = (isBatch ? (messages as PyList) : [messages]).map(chat => {
    if (!pyTruth(continues)) return compiled.render(variables(chat), request.now);
    return continued(compiled, template, chat, continues, marked => variables(marked), request.now);
  });
  return { isBatch, chats };
}

function continued(
  compiled: CompiledChatTemplate,
  template: string,
  chat: PyValue,
  continues: PyValue,
  variables: (chat: PyValue) => ReadonlyMap<string, PyValue>,
  now: LocalTime | undefined,
): RenderedChat {
  const { marked, text } = markFinalMessage(chat, typeof continues === 'string' ? continues : 'content', template);
  return cutAtMark(compiled.render(variables(marked), now), text);
}

/** transformers' `get_chat_template`: the template that is meant. Raises its `ValueError`s. */
export function chatTemplateOf(chatTemplate: PyValue, argument: PyValue, tools: PyValue): string {
  if (isPyDict(chatTemplate)) {
    if (argument !== null)
      return textOf(pyContains(chatTemplate, argument) ? (chatTemplate.get(argument as string) ?? null) : argument);
    const name = tools !== null && chatTemplate.has('tool_use') ? 'tool_use' : 'default';
    if (!chatTemplate.has(name))
      throw new EngineError(
        'ValueError',
        `This model has multiple chat templates with no default specified! Please either pass a chat template or the name of the template you wish to use to the \`chat_template\` argument. Available template names are ${pyRepr([...chatTemplate.keys()].sort(compareCodePoints))}.`,
      );
    return textOf(chatTemplate.get(name) ?? null);
  }
  if (argument !== null) return textOf(argument);
  if (chatTemplate !== null) return textOf(chatTemplate);
  throw new EngineError(
    'ValueError',
    'Cannot use chat template functions because tokenizer.chat_template is not set and no template argument was passed! For information about writing templates and setting the tokenizer.chat_template attribute, please see the documentation at https://huggingface.co/docs/transformers/main/en/chat_templating',
  );
}

function textOf(template: PyValue): string {
  if (typeof template === 'string') return template;
  throw new JinjaError('TypeError', `Can't compile non template nodes: ${pyTypeName(template)}`);
}

function checkTools(tools: PyValue): void {
  if (tools === null) return;
  for (const tool of pyIterate(tools))
    if (!isPyDict(tool))
      throw new EngineError(
        'ValueError',
        'Tools should either be a JSON schema, or a callable function with type hints and a docstring suitable for auto-conversion to a schema.',
      );
}

function checkDocuments(documents: PyValue): void {
  if (documents === null) return;
  for (const document of pyIterate(documents))
    if (!isPyDict(document))
      throw new EngineError('TypeError', "Documents should be a list of dicts with 'title' and 'text' keys!");
}

/** What transformers writes behind the text that is to be continued, to find it again. */
const mark = 'CONTINUE_FINAL_MESSAGE_TAG ';

/** A conversation whose last message's `key` ends with transformers' mark, and that text without it. Raises its `ValueError`s. */
function markFinalMessage(
  chat: PyValue,
  key: string,
  template: string,
): { readonly marked: PyValue; readonly text: string } {
  const messages: PyList = isPyList(chat) ? chat : [];
  const last = messages.at(-1) ?? null;
  if (!isPyDict(last)) {
    if (messages.length === 0) throw new EngineError('IndexError', 'list index out of range');
    throw new EngineError('AttributeError', `'${pyTypeName(last)}' object has no attribute 'get'`);
  }
  const value = last.get(key) ?? null;
  if (value === null) throw refusal(`the final message has no "${key}" to continue!`);
  if (!template.includes(key))
    throw new EngineError(
      'ValueError',
      `continue_final_message is set to "${key}" but this is not an accepted field in the chat_template`,
    );
  const [marked, text] = isPyList(value) ? markBlock(value) : [withMark(value), value];
  return {
    marked: [...messages.slice(0, -1), new Map([...last, [key, marked]])],
    text: continuedText(text),
  };
}

function refusal(what: string): EngineError {
  return new EngineError('ValueError', `continue_final_message is set but ${what}`);
}

/** Marks the last block that has a text. */
function markBlock(blocks: PyList): readonly [marked: PyValue, text: PyValue] {
  for (let i = blocks.length - 1; i >= 0; i--) {
    const block = blocks[i];
    if (!isPyDict(block) || !block.has('text')) continue;
    const text = block.get('text') ?? null;
    return [blocks.map((each, at) => (at === i ? new Map([...block, ['text', withMark(text)]]) : each)), text];
  }
  throw refusal('we could not find any text to continue in the final message!');
}

function withMark(value: PyValue): PyValue {
  return continuedText(value) + mark;
}

function continuedText(value: PyValue): string {
  if (typeof value === 'string') return value;
  throw new EngineError('TypeError', `unsupported operand type(s) for +: '${pyTypeName(value)}' and 'str'`);
}

/** What stands before the mark in a rendered conversation. Raises `ValueError` where the text or the mark got lost. */
function cutAtMark(chat: RenderedChat, finalText: string): RenderedChat {
  const text = pyStrip(finalText);
  const rendered = chat.text;
  if (!rendered.includes(text) || !rendered.includes(mark.trimEnd()))
    throw new EngineError(
      'ValueError',
      `continue_final_message is set but the final message does not appear in the chat after applying the chat template! This can happen if the chat template deletes portions of the final message. Please verify the chat template and final message in your chat to ensure they are compatible.Final message to continue: ${text}\nRendered chat:\n${rendered}`,
    );
  let end = rendered.lastIndexOf(mark.trimEnd());
  if (!rendered.startsWith(mark, end)) while (end > 0 && isWhite(rendered.charCodeAt(end - 1))) end--;
  return { text: rendered.slice(0, end), segments: firstSegments(chat.segments, end), generations: [] };
}

/** The segments of the first characters of a text. */
function firstSegments(segments: readonly Segment[], length: number): readonly Segment[] {
  const kept: Segment[] = [];
  let left = length;
  for (const segment of segments) {
    if (left <= 0) break;
    kept.push(segment.text.length <= left ? segment : { ...segment, text: segment.text.slice(0, left) });
    left -= segment.text.length;
  }
  return kept;
}
