import type { Span } from '../../core/span.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { isWhite, skipWhite } from '../../python/index.ts';
import { firstLine, type GrowingText } from '../../text/index.ts';
import { formatError } from './formatError.ts';
import { messageText, type ParsedAction, thoughtSpan } from './parseFunction.ts';

/** The action is the last outermost fenced block, the thought what stands around it, put together without separator; neither is stripped. */
export function parseFencedAction(input: ResponseInput): ParsedAction {
  const text = messageText(input);
  const block = lastFencedBlock(text);
  if (!block) throw formatError('No action found in model response.', firstLine(text));
  const { span, inner } = block;
  return {
    thought: text.slice(0, span.start) + text.slice(span.end),
    action: text.slice(inner.start, inner.end),
    thoughtPlace: { span: thoughtSpan(text, span) },
    actionPlace: { span, inner },
  };
}

/** A block between two fences: `span` with the fences and the blank lines after each, `inner` without. */
interface FencedBlock {
  readonly span: Span;
  readonly inner: Span;
}

/** A fence at the start of a line. `opens`: whether it may open a block, which one at the very end without a line feed may not. */
interface Fence {
  readonly start: number;
  readonly end: number;
  readonly isNamed: boolean;
  readonly opens: boolean;
}

/**
 * The last outermost block of a text, as SWE-agent's `ThoughtActionParser` finds it: a bare fence closes the innermost
 * open block, any other opens one; blocks inside blocks stay in them. Linear.
 */
function lastFencedBlock(text: string): FencedBlock | undefined {
  const open: Fence[] = [];
  let last: FencedBlock | undefined;
  for (const fence of fences(text)) {
    if (open.length > 0 && !fence.isNamed) {
      const opening = open.pop()!;
      if (open.length === 0)
        last = { span: { start: opening.start, end: fence.end }, inner: { start: opening.end, end: fence.start } };
    } else if (fence.opens) open.push(fence);
  }
  return last;
}

/** The matches of ^```(\S*)\s*\n|^```\s*$ under `re.MULTILINE`. */
function* fences(text: string): Generator<Fence> {
  for (let start = text.indexOf('```'); start !== -1; ) {
    let next = start + 1;
    if (start === 0 || text.charAt(start - 1) === '\n') {
      let nameEnd = start + 3;
      while (nameEnd < text.length && !isWhite(text.charCodeAt(nameEnd))) nameEnd++;
      const blanksEnd = skipWhite(text, nameEnd);
      const feed = blanksEnd > nameEnd ? text.lastIndexOf('\n', blanksEnd - 1) : -1;
      const isNamed = nameEnd > start + 3;
      if (feed >= nameEnd) yield { start, end: feed + 1, isNamed, opens: true };
      else if (!isNamed && blanksEnd === text.length) yield { start, end: blanksEnd, isNamed, opens: false };
      // What a fence's line holds cannot be a fence as well.
      next = feed >= nameEnd ? feed + 1 : nameEnd;
    }
    start = text.indexOf('```', next);
  }
}

const backtick = 0x60;
const feed = 0x0a;

type State = 'line' | 'start' | 'ticks' | 'name' | 'blanks';

/**
 * `lastFencedBlock` for a response that grows: each outermost block is the action until another one opens. A fence is read when something other than blanks follows it, because its blank lines belong to it.
 */
export function streamFences(response: GrowingText, events: StreamEvents): StreamReader {
  /** The openers of the blocks that are open: where each stands, and where its content begins. */
  const open: { readonly start: number; readonly end: number }[] = [];
  let state: State = 'start';
  let start = 0;
  let isNamed = false;
  /** Behind the last line feed of the fence's blanks; -1: none. */
  let end = -1;
  let hasAction = false;

  const fence = () => {
    if (open.length === 0 || isNamed) {
      open.push({ start, end });
      if (open.length > 1) return;
      if (hasAction) events.reopen('action');
      hasAction = false;
      events.open('action', start);
      return;
    }
    const opener = open.pop()!;
    if (open.length > 0) return;
    const inner = { start: opener.end, end: start };
    hasAction = true;
    events.close({
      key: 'action',
      value: () => response.slice(inner.start, inner.end),
      span: { start: opener.start, end },
      inner,
      final: false,
    });
  };
  const atLineStart = (unit: number, at: number) => {
    if (unit !== backtick) state = unit === feed ? 'start' : 'line';
    else {
      state = 'ticks';
      start = at;
    }
  };

  return (unit, at) => {
    if (state === 'line') {
      if (unit === feed) state = 'start';
    } else if (state === 'start') atLineStart(unit, at);
    else if (state === 'ticks') {
      if (unit !== backtick) state = unit === feed ? 'start' : 'line';
      else if (at === start + 2) {
        state = 'name';
        isNamed = false;
        end = -1;
      }
    } else if (!isWhite(unit)) {
      if (state === 'name') isNamed = true;
      else if (end === -1) state = 'line';
      else {
        fence();
        if (end === at) atLineStart(unit, at);
        else state = 'line';
      }
    } else {
      state = 'blanks';
      if (unit === feed) end = at + 1;
    }
  };
}
