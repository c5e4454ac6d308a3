import {
  type Answer,
  answerSpan,
  appendAnswer,
  type Conversation,
  type ConversationMessage,
  createParser,
  type Edit,
  EngineError,
  formattingFor,
  foundSuspicion,
  isAnswer,
  type PyValue,
  readAnswer,
  type Span,
  split,
} from '../engine/index.ts';
import type { ErrorView } from '../protocol/instructionProtocol.ts';
import type { AnswerView } from '../views/answerLens.ts';
import { responseModel } from '../views/responseModel.ts';
import { selectedText } from '../views/selectedText.ts';
import { valueModel } from '../views/valueModel.ts';
import { choiceOf, type SuspicionNames } from './choiceOf.ts';
import type { SelectedResponse } from './findService.ts';
import type { FormatRequest, FormatSurroundings } from './formatRequest.ts';
import type { OpenedConversation } from './formattedPane.ts';

/** How the answers of a conversation are to be read. */
export interface AnswerRequest
  extends Pick<FormatRequest, 'cwd' | 'folder' | 'definitionText' | 'allowedHosts' | 'usualRelease'>,
    SuspicionNames {
  /** The parser in place of the conversation's own, `FILE#NAME`; `definitionText` is its file's text. */
  readonly parser?: string;
}

/** What is read: a message of the conversation by its index, or a text as the model gave it, unescaped where it was selected within a JSON string. */
export type AnswerSource = { readonly index: number } | { readonly selected: SelectedResponse };

/** The edits that add what is remembered of an answer, or why nothing is. `note`: what the message's content is. */
export type AppendedAnswer = { readonly edits: readonly Edit[]; readonly note: string } | { readonly error: ErrorView };

/** A message that the conversation's parser can read. */
export interface AnswerPlace {
  readonly index: number;
  readonly span: Span;
}

/** The answers of conversations, by the ids of `ConversationsApi`. */
export interface ConversationAnswersApi {
  /** The messages among the first `limit` that a parser can read, whether the conversation names one or not. */
  answerPlaces(id: string, limit: number): Promise<readonly AnswerPlace[]>;
  /** The text of a message in the file, see `answerSpan`. */
  answerText(id: string, index: number): Promise<Span | undefined>;
  /** `undefined`: it is not an answer, or there is no parser. */
  readAnswerAt(id: string, index: number, request: AnswerRequest): Promise<AnswerView | undefined>;
  /** `undefined`: it is not an answer, or there is no parser. */
  appendedAnswer(id: string, source: AnswerSource, request: AnswerRequest): Promise<AppendedAnswer | undefined>;
}

/** The longest answer whose cause is looked for in passing, in UTF-16 units: lenses wait for it. */
const maxDiagnosed = 20_000;

/** The service over conversations that somebody else reads. */
export function conversationAnswers(
  get: (id: string) => OpenedConversation | undefined,
  { host, resourcesFor }: FormatSurroundings,
): ConversationAnswersApi {
  const read = async (
    conversation: Conversation,
    index: number,
    { parser, ...request }: AnswerRequest,
  ): Promise<Answer | { readonly error: ErrorView } | undefined> => {
    try {
      const sources = {
        resources: resourcesFor(request),
        ...(request.definitionText !== undefined && { definitionText: request.definitionText }),
      };
      return await readAnswer({ ...conversation, ...(parser !== undefined && { parser }) }, index, sources, host);
    } catch (error) {
      if (error instanceof EngineError) return { error: { class: error.class, message: error.message } };
      throw error;
    }
  };
  return {
    answerPlaces: async (id, limit) =>
      (get(id)?.conversation?.messages.slice(0, limit) ?? []).flatMap((message, index) =>
        isAnswer(message) ? [{ index, span: message.span }] : [],
      ),
    async answerText(id, index) {
      const { text = '', conversation } = get(id) ?? {};
      const message = conversation?.messages[index];
      return message && answerSpan(text, message);
    },
    async readAnswerAt(id, index, request) {
      const { conversation } = get(id) ?? {};
      const answer = conversation && (await read(conversation, index, request));
      if (!answer || 'error' in answer) return answer;
      const { definition, response, result, remembered } = answer;
      const text = typeof response === 'string' ? response : '';
      const splits = result.ok ? split(definition, result) : undefined;
      const isFailed = !result.ok;
      const isShort = text.length <= maxDiagnosed;
      const parser = isShort ? createParser(definition, host) : undefined;
      const { causes } = (isFailed && (await parser?.diagnose(text, { limit: 1, result }))) || { causes: [] };
      const { off, on } = choiceOf(request);
      const odd = result.ok ? ((await parser?.suspicions(response, result, undefined, on)) ?? []) : [];
      const suspicions = odd.filter(({ code }) => !off.includes(code)).map(foundSuspicion);
      return {
        model: { ...responseModel({ definition, result, splits, text }), suspicions },
        ...(causes.length > 0 && { causes: causes.map(({ code }) => code) }),
        remembered: 'error' in remembered ? remembered : valueModel(remembered.content),
      };
    },
    async appendedAnswer(id, source, request) {
      const { text = '', conversation } = get(id) ?? {};
      if (!conversation) return undefined;
      const { messages, file = '' } = conversation;
      const speaker = 'index' in source ? messages[source.index] : spoken(messages, source.selected);
      const answer = speaker && (await read({ ...conversation, messages: [speaker] }, 0, request));
      if (!answer || 'error' in answer) return answer;
      const { remembered } = answer;
      if ('error' in remembered) return remembered;
      const isTwo = formattingFor(conversation.agentscopeVersion ?? request.usualRelease);
      const content = isTwo ? asBlocks(remembered.content) : remembered.content;
      return { edits: appendAnswer(text, file, speaker, content), note: remembered.note };
    },
  };
}

/** A text as AgentScope 2 has it: the only content that it loads is a list of blocks. */
function asBlocks(content: PyValue): PyValue {
  return typeof content === 'string' ? [new Map(Object.entries({ type: 'text', text: content }))] : content;
}

/** A text as a message of the one who answered last. */
function spoken(
  messages: readonly ConversationMessage[],
  { text, surroundings }: SelectedResponse,
): ConversationMessage {
  const last = messages.findLast(({ role }) => role === 'assistant');
  return {
    name: last?.name ?? 'assistant',
    role: 'assistant',
    content: selectedText(text, surroundings).text,
    span: { start: 0, end: 0 },
  };
}
