import {
  type ConversationMessage,
  type FormatResult,
  type InstructionOutcome,
  isPyDict,
  isPyList,
  type MessageOutcome,
  type PlacedExample,
  type PyValue,
  pyStr,
  type Span,
} from '../engine/index.ts';
import type { MessageRow, OutcomeView, SummaryView } from '../protocol/conversationView.ts';
import { clip, oneLine } from './valuePreview.ts';

/** The longest text of a row, in UTF-16 units. */
const maxWords = 200;
/** Blocks that a row names. */
const maxBlocks = 8;

/** Where the bars of messages begin, and where the last one ends, in tokens. */
export interface Bars {
  readonly starts: Float64Array;
  readonly extent: number;
  /** Tokens that belong to no message: the counter's own, and those that messages share. */
  readonly shared: number;
}

/**
 * Lays the bars of what is kept end to end, in the order of the file: the last one ends at `tokens`, the payload's count.
 * What is dropped takes no room there; its bars begin where the first one does.
 */
function layBars(outcomes: readonly MessageOutcome[], tokens: number): Bars {
  const starts = new Float64Array(outcomes.length);
  const kept = outcomes.reduce((sum, outcome) => sum + (outcome.kept ? (outcome.tokens ?? 0) : 0), 0);
  const shared = Math.max(0, tokens - kept);
  let at = shared;
  let extent = shared;
  for (const [i, outcome] of outcomes.entries()) {
    starts[i] = outcome.kept ? at : shared;
    const end = starts[i]! + Math.max(0, outcome.tokens ?? 0);
    if (outcome.kept) at = end;
    extent = Math.max(extent, end);
  }
  return { starts, extent, shared };
}

/**
 * A message as a row of the preview. `other`: what becomes of it under another truncation. `unread`: why images could not
 * be counted, by their addresses.
 */
export function messageRow(
  message: ConversationMessage,
  index: number,
  outcome: MessageOutcome | undefined,
  start: number | undefined,
  other?: OutcomeView,
  unread: ReadonlyMap<string, string> = new Map(),
): MessageRow {
  const uncounted = unread.size > 0 ? firstUnread(message.content, unread) : undefined;
  return {
    kind: 'message',
    index,
    name: clip(oneLine(pyStr(message.name)), 80),
    role: message.role,
    words: firstWords(message.content),
    span: { start: message.span.start, end: message.span.end },
    kept: outcome?.kept ?? true,
    ...(outcome?.step !== undefined && { step: outcome.step }),
    ...(outcome?.reason !== undefined && { reason: outcome.reason.replaceAll('`', '') }),
    ...(outcome?.tokens !== undefined && { tokens: outcome.tokens }),
    ...(start !== undefined && { start }),
    ...(uncounted !== undefined && { uncounted }),
    ...(other && (outcome?.step !== undefined || other.step !== undefined) && { other }),
  };
}

/** Why an image of a content could not be counted; `undefined` where all were. */
export function firstUnread(content: PyValue, unread: ReadonlyMap<string, string>): string | undefined {
  if (isPyList(content)) {
    for (const item of content) {
      const found = firstUnread(item, unread);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isPyDict(content)) return undefined;
  const url = content.get('url');
  if (typeof url === 'string' && unread.has(url)) return unread.get(url);
  return firstUnread([...content.values()], unread);
}

/** The place of the instruction's row: before all messages, behind them, or behind the system message that it is part of. */
export function instructionIndex({ place }: InstructionOutcome, messages: readonly ConversationMessage[]): number {
  if (place === 'after') return messages.length;
  return place !== 'before' && messages[0]?.role === 'system' ? 1 : 0;
}

/**
 * Lays the bars of all rows, see `layBars`. An instruction in a message of its own has a bar as any message has; one
 * that was appended is the end of the system message's bar. Its examples follow it.
 */
export function layRows(
  messages: readonly ConversationMessage[],
  outcomes: readonly MessageOutcome[],
  instruction: InstructionOutcome | undefined,
  tokens: number,
): Bars {
  if (!instruction) return layBars(outcomes, tokens);
  const at = instructionIndex(instruction, messages);
  const { place, outcome, examples = [] } = instruction;
  const all = outcomes.toSpliced(at, 0, ...examples.map(each => each.outcome));
  if (place === 'after' || place === 'before') return layBars(all.toSpliced(at, 0, outcome), tokens);
  const bars = layBars(all, tokens);
  const end = (bars.starts[0] ?? 0) + Math.max(0, outcomes[0]?.tokens ?? 0);
  const start = Math.max(0, end - (outcome.tokens ?? 0));
  return { ...bars, starts: Float64Array.from([...bars.starts.slice(0, at), start, ...bars.starts.slice(at)]) };
}

/** How many rows an instruction has: its own, and one for each message of its examples, behind it. */
export function instructionRows(instruction: InstructionOutcome | undefined): number {
  return instruction ? 1 + (instruction.examples?.length ?? 0) : 0;
}

/** A message of an example of the instruction as a row, see {@link instructionRow}. */
export function exampleRow(
  instruction: InstructionOutcome,
  { role, text, outcome }: PlacedExample,
  ...[index, span, start]: readonly [index: number, span: Span, start: number | undefined]
): MessageRow {
  const { note: _, ...row } = instructionRow({ ...instruction, text, outcome }, index, span, start);
  return { ...row, kind: 'example', role };
}

/** The instruction of a conversation's parser as a row; `span` is where the conversation names the parser. */
export function instructionRow(
  { parser, text, note, outcome }: InstructionOutcome,
  index: number,
  span: Span,
  start: number | undefined,
): MessageRow {
  const { kept, step, reason, tokens } = outcome;
  return {
    kind: 'instruction',
    index,
    name: clip(oneLine(parser), 80),
    role: 'system',
    words: words(text),
    note: note.replaceAll('`', ''),
    span: { start: span.start, end: span.end },
    kept,
    ...(step !== undefined && { step }),
    ...(reason !== undefined && { reason }),
    ...(tokens !== undefined && { tokens }),
    ...(start !== undefined && { start }),
  };
}

/** The first words of a content: its texts, every other block by what it is. */
function firstWords(content: PyValue): string {
  if (!isPyList(content)) return words(content);
  const parts = content.slice(0, maxBlocks).map(blockWords);
  if (content.length > maxBlocks) parts.push('…');
  return clip(parts.join(' '), maxWords);
}

function blockWords(block: PyValue): string {
  if (!isPyDict(block)) return words(block);
  const type = block.get('type') ?? null;
  if (type === 'text') return words(block.get('text') ?? null);
  if (type === 'thinking') return `[thinking] ${words(block.get('thinking') ?? null)}`;
  if (type === 'tool_use' || type === 'tool_call')
    return `${words(block.get('name') ?? null)}(${inputWords(block.get('input') ?? null)})`;
  if (type === 'hint') return `[hint] ${hintWords(block.get('hint') ?? null)}`;
  if (type === 'tool_result') {
    const output = block.get('output') ?? null;
    return `${words(block.get('name') ?? null)} → ${isPyList(output) ? output.slice(0, maxBlocks).map(textOf).join(' ') : words(output)}`;
  }
  return `[${words(type)}]`;
}

/** A hint is a text, or blocks. */
function hintWords(hint: PyValue): string {
  return isPyList(hint) ? hint.slice(0, maxBlocks).map(textOf).join(' ') : words(hint);
}

function textOf(block: PyValue): string {
  if (!isPyDict(block)) return words(block);
  return block.has('text') ? words(block.get('text') ?? null) : `[${words(block.get('type') ?? null)}]`;
}

function inputWords(input: PyValue): string {
  if (!isPyDict(input)) return input === null ? '' : words(input);
  return [...input]
    .slice(0, maxBlocks)
    .map(([key, value]) => `${key}: ${isPyList(value) || isPyDict(value) ? '…' : words(value)}`)
    .join(', ');
}

function words(value: PyValue): string {
  const text = typeof value === 'string' ? value : isPyList(value) || isPyDict(value) ? '…' : pyStr(value);
  return clip(oneLine(text.slice(0, 2 * maxWords)), maxWords, text.length > 2 * maxWords);
}

/** What is compressed of a conversation of AgentScope 2; `undefined` where nothing is. */
export function summaryView(result: FormatResult, messages: readonly ConversationMessage[]): SummaryView | undefined {
  const cut = result.ok ? result.compression?.cut : undefined;
  if (!result.ok || !cut) return undefined;
  const { instruction, perMessage } = result;
  // An instruction in a message of its own, before all others, is counted by the cut, and so are examples.
  const putIn = (instruction?.place === 'before' ? 1 : 0) + (instruction?.examples?.length ?? 0);
  const at = Math.max(0, cut.message - putIn);
  // All of its blocks may go.
  const kept = perMessage[at]?.kept === false ? at + 1 : at;
  const isAbove =
    instruction !== undefined && instruction.place !== 'after' && instructionIndex(instruction, messages) <= kept;
  return {
    messages: perMessage.filter((outcome, index) => !outcome.kept || (index === at && cut.blocks > 0)).length,
    row: kept + (isAbove ? instructionRows(instruction) : 0),
    requestTokens: cut.requestTokens,
    hasRequest: cut.request !== undefined,
  };
}
