import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { isBlank } from '../../json/jsonSpans.ts';
import { jsonLoads } from '../../python/index.ts';
import type { GrowingText } from './growingText.ts';

/** A direct member of a JSON object or list that has been read to its end; a value that is neither has one member, `value`. */
export interface JsonMember {
  /** The key, or the index in digits. */
  readonly key: string;
  readonly value: PyValue;
  /** Quotes included. */
  readonly span: Span;
  /** Without quotes. */
  readonly inner: Span;
}

/** What the reading of a growing JSON text tells. */
export interface JsonMemberEvents {
  /** A key has been read, `start` is behind it; told again, or for a list's item the first time, where the value begins. */
  open(key: string, start: number): void;
  close(member: JsonMember): void;
  /** The object or list has ended. */
  end?(): void;
  /** The text is not JSON from here on; nothing follows. */
  fail(): void;
}

/** The reading of a JSON text that comes unit by unit. */
export interface JsonMembers {
  /** What the text is, once its first unit has come. */
  readonly kind: 'object' | 'list' | 'scalar' | undefined;
  push(unit: number, at: number): void;
  /** The text ends before `at`. */
  finish(at: number): void;
}

type State =
  | 'start'
  | 'first-key'
  | 'key'
  | 'key-text'
  | 'colon'
  | 'first-item'
  | 'value'
  | 'text'
  | 'nested'
  | 'word'
  | 'after'
  | 'scalar'
  | 'ended'
  | 'failed';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openDict = 0x7b;
const closeDict = 0x7d;

/**
 * Reads the members of the JSON value that a growing text holds, each as soon as its end is there; a number or a word
 * ends with what follows it. A single scalar is read when the text ends. `strict`: control characters in strings are not
 * JSON, as usual. Linear: each member is parsed once.
 */
export function jsonMembers(text: GrowingText, events: JsonMemberEvents, strict = true): JsonMembers {
  let state: State = 'start';
  let kind: JsonMembers['kind'];
  let key = '';
  let count = 0;
  let from = 0;
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;

  const fail = () => {
    state = 'failed';
    events.fail();
  };
  const loaded = (start: number, end: number): PyValue | undefined => {
    const result = jsonLoads(text.slice(start, end), { strict });
    if (result.ok) return result.value;
    fail();
    return undefined;
  };
  const close = (end: number): boolean => {
    const value = loaded(from, end);
    if (value === undefined) return false;
    const span = { start: from, end };
    const inner = state === 'text' ? { start: from + 1, end: end - 1 } : span;
    state = 'after';
    events.close({ key, value, span, inner });
    return true;
  };
  const begin = (unit: number, at: number) => {
    if (unit === comma || unit === colon || isCloser(unit)) return fail();
    if (kind === 'list') key = String(count++);
    from = at;
    isQuoted = isEscaped = false;
    depth = 1;
    state = unit === quote ? 'text' : unit === openDict || unit === openList ? 'nested' : 'word';
    events.open(key, at);
  };
  const end = () => {
    state = 'ended';
    events.end?.();
  };
  /** Whether a string that has begun ends with this unit. */
  const endsString = (unit: number) => {
    if (isEscaped) isEscaped = false;
    else if (unit === backslash) isEscaped = true;
    else return unit === quote;
    return false;
  };

  const start = (unit: number, at: number) => {
    kind = unit === openDict ? 'object' : unit === openList ? 'list' : 'scalar';
    state = kind === 'object' ? 'first-key' : kind === 'list' ? 'first-item' : 'scalar';
    from = at;
  };
  const inKeys = (unit: number, at: number) => {
    if (unit === quote) {
      from = at;
      isEscaped = false;
      state = 'key-text';
    } else if (unit === closeDict && state === 'first-key') end();
    else fail();
  };
  const inKey = (unit: number, at: number) => {
    if (!endsString(unit)) return;
    const name = loaded(from, at + 1);
    if (typeof name !== 'string') return;
    key = name;
    state = 'colon';
    events.open(key, at + 1);
  };
  const inNested = (unit: number, at: number) => {
    if (isQuoted) isQuoted = !endsString(unit);
    else if (unit === quote) isQuoted = true;
    else if (unit === openDict || unit === openList) depth++;
    else if (isCloser(unit) && --depth === 0) close(at + 1);
  };
  const after = (unit: number) => {
    if (unit === comma) state = kind === 'object' ? 'key' : 'value';
    else if (unit === (kind === 'object' ? closeDict : closeList)) end();
    else fail();
  };

  const inWord = (unit: number, at: number) => {
    if (close(at) && !isBlank(unit)) after(unit);
  };

  return {
    get kind() {
      return kind;
    },
    push(unit, at) {
      switch (state) {
        case 'text':
          if (endsString(unit)) close(at + 1);
          return;
        case 'nested':
          return inNested(unit, at);
        case 'key-text':
          return inKey(unit, at);
        case 'word':
          if (isBlank(unit) || unit === comma || isCloser(unit)) inWord(unit, at);
          return;
        case 'scalar':
        case 'failed':
          return;
        case 'after':
          if (!isBlank(unit)) after(unit);
          return;
      }
      if (isBlank(unit)) return;
      if (state === 'start') start(unit, at);
      else if (state === 'first-key' || state === 'key') inKeys(unit, at);
      else if (state === 'colon' && unit === colon) state = 'value';
      else if (state === 'first-item' && unit === closeList) end();
      else if (state === 'first-item' || state === 'value') begin(unit, at);
      else fail();
    },
    finish(at) {
      if (state !== 'scalar') return;
      const result = jsonLoads(text.slice(from, at), { strict });
      state = 'failed';
      if (!result.ok) return events.fail();
      const to = from + text.slice(from, at).trimEnd().length;
      const isText = typeof result.value === 'string';
      const inner = isText ? { start: from + 1, end: to - 1 } : { start: from, end: to };
      events.close({ key: 'value', value: result.value, span: { start: from, end: to }, inner });
    },
  };
}

function isCloser(unit: number): boolean {
  return unit === closeDict || unit === closeList;
}
