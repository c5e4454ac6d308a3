import {
  type ConversationMessage,
  type InstructionFate,
  isPyDict,
  isPyList,
  type MessageFate,
  type PyValue,
  pyStr,
} from '../engine/index.ts';
import type { FateView, InstructionRow, MessageRow } from '../protocol/conversationProtocol.ts';
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
 * Lays bars end to end as FIFO sees them: first what is safe, a leading system message, then the newest message and so
 * on to the oldest, so that what is dropped lies beyond what is kept. What is kept ends at `tokens`, the payload's count.
 */
export function layBars(fates: readonly MessageFate[], tokens: number, hasSystem: boolean): Bars {
  const starts = new Float64Array(fates.length);
  const kept = fates.reduce((sum, fate) => sum + (fate.kept ? (fate.tokens ?? 0) : 0), 0);
  const shared = Math.max(0, tokens - kept);
  let at = shared;
  const first = hasSystem && fates[0]?.kept ? 1 : 0;
  const lay = (i: number) => {
    starts[i] = at;
    at += Math.max(0, fates[i]!.tokens ?? 0);
  };
  if (first > 0) lay(0);
  for (const wanted of [true, false])
    for (let i = fates.length - 1; i >= first; i--) if (fates[i]!.kept === wanted) lay(i);
  return { starts, extent: at, shared };
}

/** A message as a row of the preview. `other`: what becomes of it under another truncation. */
export function messageRow(
  message: ConversationMessage,
  index: number,
  fate: MessageFate | undefined,
  start: number | undefined,
  other?: FateView,
): MessageRow {
  return {
    index,
    name: clip(oneLine(pyStr(message.name)), 80),
    role: message.role,
    words: firstWords(message.content),
    span: { start: message.span.start, end: message.span.end },
    kept: fate?.kept ?? true,
    ...(fate?.step !== undefined && { step: fate.step }),
    ...(fate?.reason !== undefined && { reason: fate.reason }),
    ...(fate?.tokens !== undefined && { tokens: fate.tokens }),
    ...(start !== undefined && { start }),
    ...(other && (fate?.step !== undefined || other.step !== undefined) && { other }),
  };
}

/** The instruction of the conversation's parser as a row of its own kind. */
export function instructionRow({ parser, text, place, isOurs, note, fate }: InstructionFate): InstructionRow {
  const { kept, step, reason, tokens } = fate;
  return {
    parser: clip(oneLine(parser), 80),
    words: words(text),
    place,
    isOurs,
    note: note.replaceAll('`', ''),
    kept,
    ...(step !== undefined && { step }),
    ...(reason !== undefined && { reason }),
    ...(tokens !== undefined && { tokens }),
  };
}

/** The first words of a content: its texts, every other block by what it is. */
export function firstWords(content: PyValue): string {
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
  if (type === 'tool_use') return `${words(block.get('name') ?? null)}(${inputWords(block.get('input') ?? null)})`;
  if (type === 'tool_result') {
    const output = block.get('output') ?? null;
    return `${words(block.get('name') ?? null)} → ${isPyList(output) ? output.slice(0, maxBlocks).map(textOf).join(' ') : words(output)}`;
  }
  return `[${words(type)}]`;
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
