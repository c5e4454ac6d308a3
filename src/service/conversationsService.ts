import {
  type Conversation,
  type DefinitionName,
  type DefinitionReference,
  definitionNames,
  type Edit,
  type ParserReferenceSpans,
  type Problem,
  parserReferenceSpans,
  readConversation,
  renameParserReference,
  resolveConversation,
  type Span,
  splitReference,
  type TokenCounterSpec,
  toPlain,
} from '../engine/index.ts';
import type {
  ConversationChoice,
  LineSlice,
  MessageRows,
  Pane,
  ShownPayload,
} from '../protocol/conversationProtocol.ts';
import type { FormattedView, MessageRow, OutcomeView } from '../protocol/conversationView.ts';
import {
  exampleRow,
  instructionIndex,
  instructionRow,
  instructionRows,
  messageRow,
} from '../views/conversationRows.ts';
import { differingLines } from '../views/differingLines.ts';
import { type FormattingChoices, formattingChoices } from '../views/formattingChoices.ts';
import { clip } from '../views/valuePreview.ts';
import { choiceEdits } from './choiceEdits.ts';
import { comparedWith } from './comparedRelease.ts';
import { type ConversationAnswersApi, conversationAnswers } from './conversationAnswers.ts';
import { conversationMigration, type MigrationApi } from './conversationMigration.ts';
import type { FormatRequest, FormatSurroundings } from './formatRequest.ts';
import { formatPane, linesOf, type OpenedConversation, requestOf, textOf } from './formattedPane.ts';
import { type ProviderCountsApi, providerCounts } from './providerCounts.ts';

/** What a text is as a conversation. */
export interface ConversationOutline {
  /** Absent: the text is not a conversation. */
  readonly count?: number;
  readonly problems: readonly Problem[];
  readonly file: {
    readonly agentscopeVersion?: string;
    readonly formatter?: string;
    readonly counter?: string;
    readonly maxTokens?: number;
    readonly truncation?: string;
    /** The parser that the file names, relative to it, with the places of its parts. */
    readonly parser?: DefinitionReference & { readonly spans: ParserReferenceSpans };
    /** The module that the file names, relative to it. */
    readonly module?: string;
  };
}

/** A formatted conversation, in numbers; the rest stays here. */
export interface FormatAnswer {
  readonly main: FormattedView;
  readonly other?: FormattedView;
  /** What the provider would refuse, and names that do not exist. */
  readonly problems: readonly Problem[];
}

/** A payload's text, cut where it is too long. */
export interface PayloadText {
  readonly text: string;
  readonly cut: boolean;
}

/** A conversation's reference to a definition by its name. */
export interface NamedParser extends Required<DefinitionReference> {
  /** The name, or the whole reference where it has escapes. */
  readonly span: Span;
  readonly edit: Edit;
}

/** Conversations by an id of the caller's: read, formatted, and looked at piece by piece. Results stay in the worker. */
export interface ConversationsApi extends ProviderCountsApi, ConversationAnswersApi, MigrationApi {
  readConversation(id: string, text: string, fileName: string): Promise<ConversationOutline>;
  /** Rejects with an error named `AbortError` when cancelled. */
  formatConversation(id: string, request: FormatRequest): Promise<FormatAnswer | undefined>;
  conversationRows(id: string, from: number, to: number): Promise<MessageRows>;
  /** Where each of the first `limit` messages begins in the text. */
  messageStarts(id: string, limit: number): Promise<readonly number[]>;
  messageOutcome(id: string, index: number): Promise<OutcomeView | undefined>;
  payloadLines(id: string, pane: Pane, from: number, to: number): Promise<LineSlice>;
  payloadText(id: string, pane: ShownPayload, limit: number): Promise<PayloadText | undefined>;
  saveChoice(id: string, choice: ConversationChoice): Promise<readonly Edit[]>;
  /** The parser that a text names as a conversation, and the edit after which it names another definition of that file. */
  parserNamed(text: string, fileName: string, newName: string): Promise<NamedParser | undefined>;
  /** The names under `parsers` of a definition file's text. */
  definitionNames(text: string): Promise<readonly DefinitionName[]>;
  closeConversation(id: string): Promise<void>;
  conversationChoices(): Promise<FormattingChoices>;
}

/** The longest line of a payload that is shown, in UTF-16 units. */
const maxLine = 2000;

/** The engine's side of the API; runs in a worker. */
export function conversationsService(surroundings: FormatSurroundings): ConversationsApi {
  const all = new Map<string, OpenedConversation>();

  return {
    ...providerCounts(id => all.get(id), surroundings),
    ...conversationAnswers(id => all.get(id), surroundings),
    ...conversationMigration(surroundings.host, cwd => ({
      cwd,
      readFile: surroundings.resourcesFor({ cwd, folder: cwd, allowedHosts: [] }).readFile,
    })),
    async readConversation(id, text, fileName) {
      const { conversation, problems } = readConversation(text, fileName);
      const { unread = new Map(), unreadOf } = all.get(id) ?? {};
      all.set(id, {
        text,
        unlimited: new Map(),
        unread,
        ...(unreadOf !== undefined && { unreadOf }),
        ...(conversation && { conversation }),
      });
      return {
        problems,
        file: conversation ? declaredBy(conversation) : {},
        ...(conversation && { count: conversation.messages.length }),
      };
    },
    async formatConversation(id, request) {
      const opened = all.get(id);
      if (!opened?.conversation) return undefined;
      const { conversation } = opened;
      const main = await formatPane(opened, conversation, request, surroundings);
      const second = comparedWith(opened, conversation, request);
      const other = second && (await formatPane(second.opened, second.conversation, second.request, surroundings));
      opened.main = main.formatted;
      if (other) opened.other = other.formatted;
      else delete opened.other;
      delete opened.differing;
      return { main: main.view, problems: main.problems, ...(other && { other: other.view }) };
    },
    async conversationRows(id, from, to) {
      const { conversation, main, other, unread } = all.get(id) ?? {};
      if (!conversation) return { from, items: [] };
      const reasons = new Map([...(unread ?? [])].map(([url, { message }]) => [url, message]));
      const { messages, optionSpans } = conversation;
      const { instruction, bars } = main ?? {};
      const at = instruction ? instructionIndex(instruction, messages) : messages.length;
      const isSameRelease = main?.result.agentscopeVersion === other?.result.agentscopeVersion;
      const others =
        main?.result.ok && other?.result.ok && main.formatter === other.formatter && isSameRelease
          ? other.outcomes
          : [];
      const row = (index: number): MessageRow => {
        const start = bars?.starts[index];
        const place = optionSpans?.parser ?? { start: 0, end: 0 };
        if (instruction && index === at) return instructionRow(instruction, index, place, start);
        const example = index > at ? instruction?.examples?.[index - at - 1] : undefined;
        if (instruction && example) return exampleRow(instruction, example, index, place, start);
        const i = index > at ? index - instructionRows(instruction) : index;
        return messageRow(messages[i]!, index, main?.outcomes[i], start, others[i], reasons);
      };
      const end = Math.min(to, messages.length + instructionRows(instruction));
      return {
        from,
        items: Array.from({ length: Math.max(0, end - from) }, (_, i) => row(from + i)),
        ...(instruction && { instruction: row(at) }),
      };
    },
    messageStarts: async (id, limit) =>
      all
        .get(id)
        ?.conversation?.messages.slice(0, limit)
        .map(({ span }) => span.start) ?? [],
    async messageOutcome(id, index) {
      const main = all.get(id)?.main;
      return main?.result.ok ? main.result.perMessage[index] : undefined;
    },
    async payloadLines(id, pane, from, to) {
      const opened = all.get(id);
      const lines = linesOf(opened?.[pane]).slice(from, to);
      const items = lines.map(line => clip(line, maxLine));
      if (!opened?.main?.result.ok || !opened.other?.result.ok) return { from, items };
      opened.differing ??= differingLines(linesOf(opened.main), linesOf(opened.other));
      const differing = opened.differing[pane];
      return { from, items, differing: lines.map((_, i) => from + i).filter(i => differing.has(i)) };
    },
    async payloadText(id, pane, limit) {
      const { main, other } = all.get(id) ?? {};
      const text = pane === 'request' ? requestOf(main) : textOf(pane === 'main' ? main : other);
      if (text === undefined) return undefined;
      return { text: text.slice(0, limit), cut: text.length > limit };
    },
    async saveChoice(id, choice) {
      const opened = all.get(id);
      return opened ? choiceEdits(opened, choice) : [];
    },
    async parserNamed(text, fileName, newName) {
      const { conversation } = readConversation(text, fileName);
      const edit = conversation && renameParserReference(conversation, newName);
      const { file, name } = splitReference(conversation?.parser ?? '');
      return edit && name !== undefined ? { file, name, span: edit.span, edit } : undefined;
    },
    definitionNames: async text => definitionNames(text),
    async closeConversation(id) {
      all.delete(id);
    },
    conversationChoices: async () => formattingChoices(),
  };
}

function declaredBy(conversation: Conversation): ConversationOutline['file'] {
  const { agentscopeVersion, formatter, tokenCounter, maxTokens, truncation, module, parser } = conversation;
  const spans = parserReferenceSpans(conversation);
  const limit = resolveConversation(conversation).compresses ? thresholdOf(conversation) : toPlain(maxTokens ?? null);
  return {
    ...(agentscopeVersion !== undefined && { agentscopeVersion }),
    ...(formatter !== undefined && { formatter }),
    ...(truncation !== undefined && { truncation }),
    ...(module !== undefined && { module }),
    ...(parser !== undefined && spans && { parser: { ...splitReference(parser), spans } }),
    ...(tokenCounter && { counter: counterName(toPlain(tokenCounter) as TokenCounterSpec) }),
    ...(typeof limit === 'number' && { maxTokens: limit }),
  };
}

/** Where compression begins, in whole tokens. */
function thresholdOf(conversation: Conversation): number | undefined {
  const { limit } = resolveConversation(conversation);
  return limit === undefined ? undefined : Math.round(limit);
}

/** A counter in few words: its model or repository, else its type. */
function counterName({ type, ...options }: TokenCounterSpec): string {
  const model = Object.values(options).find(value => typeof value === 'string');
  return typeof model === 'string' ? model : String(type);
}
