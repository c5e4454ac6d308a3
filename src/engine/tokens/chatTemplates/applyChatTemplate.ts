import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import {
  compareCodePoints,
  JinjaError,
  type LocalTime,
  pyContains,
  pyIterate,
  pyRepr,
  pyTruth,
} from '../../python/index.ts';
import { type CompiledChatTemplate, compileChatTemplate, type RenderedChat } from './compiledChatTemplate.ts';
import { cutAtMark, markFinalMessage } from './continueFinalMessage.ts';

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
  const given = pyIterate(messages);
  if (given.length === 0)
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
