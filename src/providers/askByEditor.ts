import type { Conversation, FormatConversationOptions, Host, PyDict, PyList } from '../engine/index.ts';
import type { AskedConversation } from './askConversation.ts';
import { payloadToSend } from './askConversation.ts';
import {
  type LanguageModelAnswer,
  type LanguageModelMessage,
  languageModelBody,
  languageModelMessages,
} from './languageModel.ts';
import { formatterFor } from './modelApis.ts';
import { ModelFailure } from './modelFailure.ts';

/** A question to one of VS Code's language models. */
interface EditorTarget {
  readonly format: FormatConversationOptions;
  /** What the framework sets in a request beside its tools; it cannot be sent. Absent: nothing. */
  readonly bound?: PyDict | undefined;
  readonly host: Host;
}

/** What is sent to one of VS Code's language models, which know the user and the assistant only, and no functions of ours. */
export async function editorRequest(
  conversation: Conversation,
  { name }: { readonly name: string },
  { format, bound, host }: EditorTarget,
): Promise<{
  readonly body: PyDict;
  readonly messages: readonly LanguageModelMessage[];
  readonly payload: unknown;
  readonly warnings: readonly string[];
}> {
  const formatter = formatterFor({ api: 'openai', host: '' }, conversation.formatter);
  const result = await payloadToSend(conversation, { ...format, formatter }, host);
  const messages = languageModelMessages(result.exactPayload as PyList);
  const withTools = conversation.tools && conversation.tools.length > 0;
  const lost = withTools ? ['Functions are not sent: ParserLens asks models of VS Code for texts only.'] : [];
  if (bound && bound.size > 0)
    lost.push(
      `The binding (${[...bound.keys()].map(key => `\`${key}\``).join(', ')}) is not sent: a model of VS Code answers in words, so that no call and no format of the provider’s can come of it. Run this against a provider.`,
    );
  const { payload } = result;
  return { body: languageModelBody(name, messages), messages, payload, warnings: [...result.warnings, ...lost] };
}

/**
 * Asks one of VS Code's language models; `send` does it, once: what passes and what does not is for the model's
 * extension alone. Rejects with `ModelFailure` of kind `cancelled`, and with what the formatter raises.
 */
export async function askByEditor(
  conversation: Conversation,
  model: { readonly name: string },
  how: EditorTarget,
  signal: AbortSignal,
  send: (messages: readonly LanguageModelMessage[]) => Promise<LanguageModelAnswer>,
): Promise<AskedConversation> {
  const { body, messages, payload, warnings } = await editorRequest(conversation, model, how);
  const sent = { request: { url: '', headers: {}, body }, payload, attempts: 1, warnings };
  const answer = await send(messages);
  if (signal.aborted) throw new ModelFailure('cancelled', 'The run was cancelled.');
  const { ms } = answer;
  if ('failure' in answer) return { ...sent, ms, error: answer.message };
  const { text, usage } = answer;
  return { ...sent, ms, response: text, reply: { text, calls: [], ...(usage && { usage }) } };
}
