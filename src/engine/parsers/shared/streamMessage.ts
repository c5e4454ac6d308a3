import { EngineError } from '../../core/errors.ts';
import type { Span } from '../../core/span.ts';
import { isBlank } from '../../json/jsonSpans.ts';
import type { GrowingText } from '../../text/index.ts';
import type { ReadField } from '../parser.ts';
import type { StreamEvents, StreamReader } from './streamReader.ts';

/** How a type reads a provider's message that is given as JSON text. */
export interface MessageRules {
  /** What a call is while it is open. */
  readonly callKey: string;
  /** The fields of a whole message. Throws `EngineError` where the type raises. */
  read(text: string): readonly ReadField[];
  /** Whether JSON that does not end is an error: else it is a message without calls, and nothing is known before its end. */
  readonly cutIsError: boolean;
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;
const isOpener = (unit: number) => unit === 0x7b || unit === 0x5b;
const isCloser = (unit: number) => unit === 0x7d || unit === 0x5d;

/** Under which keys a message has lists of calls, and a call. */
const lists: ReadonlySet<string | undefined> = new Set(['tool_calls', 'output', 'content']);
const call = 'function_call';

/**
 * A provider's message as JSON text that grows. Where a call ends, the message is read as if it ended there: what that gives
 * is told, and again what the whole message gives, if that is something else. Linear: of a message with many calls, some of
 * the readings are left out.
 */
export function streamMessage(response: GrowingText, events: StreamEvents, rules: MessageRules): StreamReader {
  const { read, callKey, cutIsError } = rules;
  const open = openContainers(response);
  let closed: readonly ReadField[] = [];
  let spent = 0;
  let place: 'lead' | 'inside' | 'behind' | 'over' = 'lead';

  const tell = (text: string, end: number) => {
    const fields = attemptDeep(() => read(text).filter(({ span }) => span.end <= end)) ?? [];
    events.leave();
    if (fields.length === 0) return;
    if (closed.some((field, i) => !isSame(field, fields[i]))) {
      events.reopen();
      closed = [];
    }
    for (const field of fields.slice(closed.length)) events.close({ ...field, final: false });
    closed = fields;
  };
  const tellSoFar = (end: number) => {
    if (!cutIsError || spent + end > 2 * end + 65536) return events.leave();
    spent += end;
    tell(response.slice(0, end) + open.closers(), end);
  };
  const tellAll = (end: number) => {
    place = 'behind';
    tell(response.slice(0, end), end);
    if (cutIsError) events.settle();
  };

  return (unit, at) => {
    if (place === 'over') return;
    if (place === 'inside') {
      const change = open.push(unit, at);
      if (change === 'call begins') events.open(callKey, at);
      else if (change === 'call ends') tellSoFar(at + 1);
      else if (change === 'ends') tellAll(at + 1);
    } else if (!isBlank(unit)) {
      const isJson = place === 'lead' && isOpener(unit);
      // What stands behind it makes it a text of another kind.
      if (place === 'behind' && !cutIsError) events.reopen();
      place = isJson ? 'inside' : 'over';
      if (isJson) open.push(unit, at);
    }
  };
}

/** What `read` gives; `undefined` where the type raises, or where the message is nested too deeply. */
function attemptDeep<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof EngineError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function isSame(a: ReadField, b: ReadField | undefined): boolean {
  const isAt = (one: Span, other: Span) => one.start === other.start && one.end === other.end;
  return b !== undefined && a.key === b.key && isAt(a.span, b.span) && isAt(a.inner, b.inner);
}

/** The objects and lists of JSON that are open, and where a call begins and ends among them. */
function openContainers(response: GrowingText) {
  const closing: number[] = [];
  /** The key that each of them stands under; none for an item of a list. */
  const names: (string | undefined)[] = [];
  let textStart = -1;
  let isEscaped = false;
  let key: string | undefined;

  const inText = (unit: number, at: number) => {
    if (isEscaped) isEscaped = false;
    else if (unit === backslash) isEscaped = true;
    else if (unit === quote) {
      key = at - textStart < 100 ? response.slice(textStart + 1, at) : undefined;
      textStart = -1;
    }
  };
  /** Whether the innermost container is a call. */
  const isCall = () => {
    const depth = names.length;
    if (closing[depth - 1] !== 0x7d) return false;
    if (names[depth - 1] === call) return true;
    return closing[depth - 2] === 0x5d && (depth === 2 || lists.has(names[depth - 2]));
  };

  return {
    /** What would close them. */
    closers: () =>
      closing
        .map(unit => String.fromCharCode(unit))
        .reverse()
        .join(''),
    push(unit: number, at: number): 'call begins' | 'call ends' | 'ends' | undefined {
      if (textStart >= 0) inText(unit, at);
      else if (unit === quote) {
        textStart = at;
        isEscaped = false;
      } else if (isOpener(unit)) {
        closing.push(unit + 2);
        names.push(key);
        key = undefined;
        if (isCall()) return 'call begins';
      } else if (isCloser(unit)) {
        const wasCall = isCall();
        key = undefined;
        names.pop();
        closing.pop();
        if (closing.length === 0) return 'ends';
        if (wasCall) return 'call ends';
      } else if (unit !== colon && !isBlank(unit)) key = undefined;
      return undefined;
    },
  };
}
