import {
  builtInChats,
  builtInTools,
  type ChatPreviewRequest,
  chatTemplateArguments,
  fromPlain,
  isPyDict,
  type ModelChatTemplate,
  type OpenModel,
  type PyDict,
  placesOf,
  previewChat,
  readChatConversation,
  readLocalTime,
  readOpenModel,
  reasoningKey,
} from '../engine/index.ts';
import type { ChatPieceView, ModelChoice, PromptView } from '../protocol/modelProtocol.ts';
import { changesSince } from '../views/changes.ts';
import { positionsIn } from '../views/position.ts';

/** The files of a model's folder: their paths in it, and their texts. */
export type ModelTexts = readonly (readonly [path: string, text: string])[];

/** A conversation's file. */
export interface ConversationText {
  readonly name: string;
  readonly text: string;
}

/** What is to be shown of a model. */
export interface ModelViewRequest {
  readonly texts: ModelTexts;
  readonly choice: ModelChoice;
  /** The choice before the last one, to mark what changed since. */
  readonly before?: ModelChoice;
  /** The files of the two choices, where they name some. */
  readonly conversation?: ConversationText;
  readonly conversationBefore?: ConversationText;
  /** The local time, as in `2026-01-02T03:04:05`. */
  readonly now: string;
}

/** A prompt, or why there is none; the whole text is for counting. */
export type PromptAnswer = { readonly view: PromptView; readonly text: string } | { readonly broken: string };

/** How much of a prompt a page gets, in UTF-16 units. */
const maxShown = 200_000;

/** The prompt of a choice, with what changed since the one before. Raises what reading the files raises. */
export function promptOf(files: ReadonlyMap<string, string>, request: ModelViewRequest): PromptAnswer {
  const { choice, before, conversation, conversationBefore, now } = request;
  const model = readOpenModel(files);
  const template = templateOf(model, choice);
  if (!template) return { broken: 'The model has no chat template.' };
  const source = files.get(template.file) ?? '';
  const placeOf = placesOf(template, source);
  const rendered = rendering(model, template, choice, conversation, now);
  const head = {
    templates: model.chatTemplates.map(({ name }) => name),
    template: template.name,
    file: template.file,
    args: chatTemplateArguments(template.text).map(({ name, values }) => ({
      name,
      values: values.map(value => JSON.stringify(value)),
    })),
  };
  if (!rendered.ok) {
    const { error, span } = rendered;
    const origin = span && placeOf(span);
    const line = origin && source.slice(0, origin.start).split('\n').length;
    const failure = { class: error.class, message: error.message, ...(origin && { origin }), ...(line && { line }) };
    return { view: { ...head, pieces: [], length: 0, hasGenerations: false, error: failure }, text: '' };
  }
  const text = rendered.pieces.map(piece => piece.text).join('');
  const other = before && rendering(model, templateOf(model, before) ?? template, before, conversationBefore, now);
  const changes = other?.ok ? changesSince(other.pieces.map(piece => piece.text).join(''), text) : undefined;
  const lineOf = positionsIn(template.text);
  const pieces: ChatPieceView[] = [];
  let length = 0;
  for (const { text: piece, origin, isGeneration } of rendered.pieces) {
    if (length >= maxShown) break;
    const part = piece.slice(0, maxShown - length);
    length += part.length;
    const { line } = lineOf(origin.start);
    pieces.push({ text: part, origin: placeOf(origin), line, ...(isGeneration && { generation: true as const }) });
  }
  const hasGenerations = rendered.pieces.some(({ isGeneration }) => isGeneration);
  return { view: { ...head, pieces, length: text.length, hasGenerations, ...(changes && { changes }) }, text };
}

function rendering(
  model: OpenModel,
  template: ModelChatTemplate,
  choice: ModelChoice,
  conversation: ConversationText | undefined,
  now: string,
) {
  const reasoning = reasoningKey(model);
  const own = conversation && readChatConversation(conversation.text, conversation.name, reasoning);
  const chats = builtInChats(reasoning);
  const messages = own?.messages ?? chats.get(choice.conversation ?? '') ?? [...chats.values()].at(-1) ?? [];
  const tools = choice.tools ? (own?.tools ?? builtInTools()) : null;
  const request: ChatPreviewRequest = {
    messages,
    tools,
    addGenerationPrompt: choice.generationPrompt,
    kwargs: argumentsOf(choice),
    now: readLocalTime(now),
  };
  return previewChat(model, template, request);
}

function templateOf({ chatTemplates }: OpenModel, choice: ModelChoice): ModelChatTemplate | undefined {
  const named = (name: string) => chatTemplates.find(each => each.name === name);
  return (choice.template !== undefined ? named(choice.template) : undefined) ?? named('default') ?? chatTemplates[0];
}

/** The arguments of a chat template, as a page says them. */
export function argumentsOf({ args }: ModelChoice): PyDict {
  const value = fromPlain(args);
  return isPyDict(value) ? value : new Map();
}
