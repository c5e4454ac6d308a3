import {
  type Conversation,
  conversationProblems,
  counterRaises,
  EngineError,
  type FormatConversationOptions,
  type FormatResult,
  formatConversation,
  type InstructionOutcome,
  type MessageOutcome,
  type Problem,
  type Resources,
  raisedProblem,
  recordedReleases,
  resolveConversation,
  toJsonText,
} from '../engine/index.ts';
import type { FormattedView } from '../protocol/conversationView.ts';
import { type Bars, firstUnread, instructionRows, layRows, summaryView } from '../views/conversationRows.ts';
import type { DifferingLines } from '../views/differingLines.ts';
import { type FormatRequest, type FormatSurroundings, guarded, optionsOf, providerCounter } from './formatRequest.ts';

/** A formatted conversation. `text` and `lines` are made on their first use. */
export interface Formatted {
  readonly formatter: string;
  readonly result: FormatResult;
  /** What became of each message; empty where formatting raises whatever the limit. */
  readonly outcomes: readonly MessageOutcome[];
  /** Where the bars of the rows begin. */
  readonly bars?: Bars;
  /** The instruction of the conversation's parser; absent where there is none. */
  readonly instruction?: InstructionOutcome;
  text?: string;
  lines?: readonly string[];
}

/** A conversation as last read, with its last results. */
export interface OpenedConversation {
  readonly text: string;
  readonly conversation?: Conversation;
  /** Results without a limit, by formatter and counter: dragging the limit needs them again and again. */
  readonly unlimited: Map<string, FormatResult>;
  /** The images that could not be had, by their addresses; fetched again only when `unreadOf` changes. */
  unread: Map<string, UnreadImage>;
  /** The attempt and the hosts that `unread` is of. */
  unreadOf?: string;
  main?: Formatted;
  other?: Formatted;
  differing?: DifferingLines;
  /** The same as the other generation of AgentScope has it, from when it was compared with that. */
  converted?: { readonly folder: string; readonly opened: OpenedConversation };
}

/** Why an image could not be had. `host`: nobody allowed it. */
export interface UnreadImage {
  readonly class: string;
  readonly message: string;
  readonly host?: string;
}

async function format(
  opened: OpenedConversation,
  conversation: Conversation,
  request: FormatRequest,
  { host, resourcesFor }: FormatSurroundings,
) {
  const { cancel, counter } = request;
  const blocked = new Map<string, string>();
  const signal = {
    get aborted() {
      return cancel !== undefined && Atomics.load(cancel, 0) === 1;
    },
  };
  const attempt = JSON.stringify([request.attempt, request.allowedHosts]);
  if (opened.unreadOf !== attempt) opened.unread = new Map();
  opened.unreadOf = attempt;
  const { unread } = opened;
  const reached = guarded(resourcesFor(request), request.allowedHosts, blocked);
  const resources: Resources = {
    ...reached,
    async fetch(url) {
      // Once is enough: every change of the limit asks again.
      const unreadable = unread.get(url);
      if (unreadable) throw new EngineError(unreadable.class, unreadable.message);
      return reached.fetch!(url);
    },
    unreadImage(url, error) {
      const host = blocked.get(url);
      if (!unread.has(url)) unread.set(url, { ...error, ...(host !== undefined && { host }) });
    },
  };
  const options: FormatConversationOptions = {
    ...optionsOf(request),
    signal,
    resources,
  };
  const resolved = resolveConversation(conversation, options, host);
  const { agentscopeVersion, formatter, limit, compresses } = resolved;
  const key = JSON.stringify([agentscopeVersion, formatter, counter, attempt, request.definitionText]);
  let full = opened.unlimited.get(key);
  if (!full) {
    full = await formatConversation(conversation, { ...options, maxTokens: null }, host);
    if (full.ok) opened.unlimited.set(key, full);
  }
  // An agent's context is more than its messages, so that only planning tells whether it is compressed.
  const fits = limit === undefined || (!compresses && full.ok && (full.tokens === undefined || full.tokens <= limit));
  // A file's limit may be one that the class refuses, which only the class says.
  const isOdd = limit === undefined && request.maxTokens === undefined && resolved.maxTokens !== null;
  const result = full.ok && fits && !isOdd ? full : await formatConversation(conversation, options, host);
  if (signal.aborted) throw new EngineError('AbortError', 'Formatting was cancelled.');
  const hosts = [...unread.values()].flatMap(({ host: each }) => each ?? []);
  const blockedHosts = new Set([...blocked.values(), ...hosts]);
  const found = { full, result, resolved, blockedHosts, counterError: undefined };
  if (full.ok) return found;
  // What formats without a counter fails because of the counter.
  const { tokenCounter: _, ...uncounted } = conversation;
  const { tokenCounter: __, ...rest } = options;
  const payload = await formatConversation(uncounted, { ...rest, maxTokens: null }, host);
  if (signal.aborted) throw new EngineError('AbortError', 'Formatting was cancelled.');
  return payload.ok ? { ...found, result: payload, counterError: full.error } : found;
}

/** Formats a conversation as a request says, but for its second pane. Rejects with an error named `AbortError` when cancelled. */
export async function formatPane(
  opened: OpenedConversation,
  conversation: Conversation,
  request: FormatRequest,
  surroundings: FormatSurroundings,
): Promise<{ readonly formatted: Formatted; readonly view: FormattedView; readonly problems: readonly Problem[] }> {
  const { host, resourcesFor } = surroundings;
  const formatting = await format(opened, conversation, request, surroundings);
  const { full, result, resolved, blockedHosts, counterError } = formatting;
  const { formatter = '', truncation, usualTruncation, limit } = resolved;
  // Where the limit makes the class raise, the bars without a limit still show why.
  const counted = result.ok ? result : full;
  const bars =
    counted.ok && counted.tokens !== undefined
      ? layRows(conversation.messages, counted.perMessage, counted.instruction, counted.tokens)
      : undefined;
  const outcomes = counted.ok ? counted.perMessage : [];
  const instruction = counted.ok ? counted.instruction : undefined;
  const formatted: Formatted = {
    formatter,
    result,
    outcomes,
    ...(bars && { bars }),
    ...(instruction && { instruction }),
  };
  const options = { ...optionsOf(request), resources: resourcesFor(request) };
  const problems = await conversationProblems(conversation, result, options, host);
  if (counterError) {
    const start = conversation.messages[0]?.span.start ?? 0;
    const span = conversation.optionSpans?.token_counter ?? { start, end: start + 1 };
    problems.push(raisedProblem(counterRaises(counterError, formatter), span));
  }
  const reasons = new Map([...opened.unread].map(([url, each]) => [url, counterRaises(each)]));
  const inMessages = conversation.messages.map(({ content }) => firstUnread(content, reasons));
  const uncounted = inMessages.filter(each => each !== undefined).length;
  for (const [i, reason] of inMessages.entries()) {
    const isBlocked = [...opened.unread.values()].some(each => each.host && reason?.endsWith(each.message));
    if (reason !== undefined && !isBlocked) problems.push(raisedProblem(reason, conversation.messages[i]!.span));
  }
  const provider = result.ok && result.tokens !== undefined && providerCounter(resolved);
  const summary = summaryView(result, conversation.messages);
  const view: FormattedView = {
    formatter,
    rows: conversation.messages.length + instructionRows(instruction),
    exact: (result.ok && result.exact && uncounted === 0) ?? false,
    dropped: result.ok ? droppedBy(result) : 0,
    examples: instruction?.examples?.length ?? 0,
    changed: result.ok ? result.perMessage.filter(({ kept, step }) => kept && step !== undefined).length : 0,
    warnings: result.ok ? unsaid(result.warnings, problems).slice(0, 50) : [],
    refusals: refusalsOf(problems),
    blockedHosts: [...blockedHosts],
    shared: bars?.shared ?? 0,
    extent: bars?.extent ?? 0,
    payloadLines: linesOf(formatted).length,
    ...(result.agentscopeVersion !== undefined && { agentscopeVersion: result.agentscopeVersion }),
    ...(result.ok && isBetween(result.agentscopeVersion) && { releaseRules: result.releaseRules }),
    ...(truncation !== undefined && { truncation }),
    ...(usualTruncation !== undefined && { usualTruncation }),
    ...(result.ok && result.tokens !== undefined && { tokens: result.tokens }),
    ...(result.ok && result.formula && { formula: result.formula }),
    ...(result.ok && result.basis !== undefined && { basis: result.basis }),
    ...(provider && { provider: provider.api.provider }),
    ...(full.ok && full.tokens !== undefined && { full: full.tokens }),
    ...(limit !== undefined && { limit }),
    ...(summary && { summary }),
    ...(uncounted > 0 && { uncounted }),
    ...(!result.ok && { error: result.error }),
    ...(counterError && { error: counterError, counterFailed: true }),
  };
  return { formatted, view, problems };
}

/** The messages that are dropped, those of the instruction's examples among them. */
function droppedBy({ perMessage, instruction }: FormatResult & { readonly ok: true }): number {
  const examples = instruction?.examples?.map(({ outcome }) => outcome) ?? [];
  return [...perMessage, ...examples].filter(({ kept }) => !kept).length;
}

/** Problems by what they say, each with all its places, as many as anyone reads. */
function refusalsOf(problems: readonly Problem[]): FormattedView['refusals'] {
  const spans = new Map<string, Problem['span'][]>();
  for (const { message, span } of problems) spans.set(message, [...(spans.get(message)?.slice(0, 999) ?? []), span]);
  return [...spans].slice(0, 50).map(([message, places]) => ({ message: message.replaceAll('`', ''), spans: places }));
}

/** The warnings of AgentScope's log but for those that a problem tells already. */
function unsaid(warnings: readonly string[], problems: readonly Problem[]): readonly string[] {
  const dropped = problems.filter(({ code }) => code === 'unsupported-block').map(({ message }) => message);
  return warnings.filter(warning => {
    const type = /^Unsupported block type (\w+) in the message, skipped\.$/.exec(warning)?.[1];
    return type === undefined || !dropped.some(message => message.includes(`\`${type}\``));
  });
}

/** True for a release that no recording holds. */
function isBetween(release: string): boolean {
  return !recordedReleases.some(each => each === release);
}

/** The payload's lines; none where formatting raises. */
export function linesOf(formatted: Formatted | undefined): readonly string[] {
  if (!formatted?.result.ok) return [];
  formatted.lines ??= textOf(formatted)!.split('\n');
  return formatted.lines;
}

/** The payload as indented JSON; `undefined` where formatting raises. */
export function textOf(formatted: Formatted | undefined): string | undefined {
  if (!formatted?.result.ok) return undefined;
  formatted.text ??= toJsonText(formatted.result.exactPayload);
  return formatted.text;
}

/** What a model is sent to write the summary of what is compressed, as indented JSON; `undefined` where it is not known, or nothing is. */
export function requestOf(formatted: Formatted | undefined): string | undefined {
  const request = formatted?.result.ok ? formatted.result.compression?.cut?.request : undefined;
  return request && toJsonText(request);
}
