import type { PyDict } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { Reading } from '../../parsers/parser.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { streamMembers } from '../../parsers/shared/streamMembers.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';
import { buildModel } from '../../validation/index.ts';
import { reasoningTag } from './reasoning.ts';

const quote = 0x22;
const lessThan = 0x3c;
const greaterThan = 0x3e;
const backslash = 0x5c;
const backtick = 0x60;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * The objects of a response that grows, outside of reasoning; the last one counts, so each takes the place of the one before.
 * `read` reads the text of one alone. Nothing comes of an open reasoning tag: where it never closes, all that follows is cut.
 * Tags and fences inside each other, which taking out the inner ones could change, hold back all.
 */
export function streamOutput(
  response: GrowingText,
  events: StreamEvents,
  read: (text: string) => Reading,
): StreamReader {
  const objects = objectScanner();
  const tags = tagScanner(response);
  let isOver = false;
  let ticks = 0;
  let hasClosed = false;

  const giveUp = () => {
    isOver = true;
    events.reopen();
    events.leave();
  };
  const close = ({ start, end }: Span) => {
    events.leave();
    const reading = attempt(() => read(response.slice(start, end)));
    if (!reading || reading.value === null || reading.fields.length === 0) return;
    if (hasClosed) events.reopen();
    hasClosed = true;
    const moved = (span: Span) => ({ start: span.start + start, end: span.end + start });
    for (const { key, value, span, inner } of reading.fields)
      events.close({ key, value, span: moved(span), inner: moved(inner), final: false });
  };

  return (unit, at) => {
    if (isOver) return;
    const place = tags.push(unit, at);
    if (place === 'unclear') return giveUp();
    if (place === 'reasoning') return;
    ticks = unit === backtick ? ticks + 1 : 0;
    // Behind a backslash a fence would go, and the backslash stand before what follows it.
    if (ticks === 3 && objects.escapedSince(at - 3)) return giveUp();
    const object = objects.push(unit, at);
    if (object === 'begins') events.open('object', at);
    else if (object) close(object);
  };
}

/** Where a unit stands: in the text, in reasoning (its opening tag's last unit included), or where that is not certain. */
type UnitKind = 'text' | 'reasoning' | 'unclear';

/** Finds the blocks between reasoning tags, unit by unit. */
function tagScanner(response: GrowingText) {
  /** Where the last `<` stands that may begin a tag; -1: none. */
  let start = -1;
  /** Whether that `<` stands where another tag might have been going on. */
  let isInside = false;
  let word: string | undefined;

  return {
    push(unit: number, at: number): UnitKind {
      const wasInReasoning = word !== undefined;
      if (unit === lessThan) {
        isInside = start !== -1;
        start = at;
      } else if (start !== -1 && unit === greaterThan) {
        const tag = reasoningTag(response.slice(start, at + 1));
        start = -1;
        if (tag && word === undefined && !tag.closes) {
          if (isInside) return 'unclear';
          word = tag.word;
        } else if (tag?.closes && tag.word === word) word = undefined;
      } else if (start !== -1 && unit === backtick && word === undefined) {
        return 'unclear';
      } else if (start !== -1 && !mayBeInTag(unit)) start = -1;
      return wasInReasoning || word !== undefined ? 'reasoning' : 'text';
    },
  };
}

/** Whether a unit may stand between the `<` and the `>` of a tag: letters, blanks and a slash, and whatever is not ASCII. */
function mayBeInTag(unit: number): boolean {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || unit <= 0x20 || unit === 0x2f || unit >= 0x80;
}

/** `objectSpans`, unit by unit. */
function objectScanner() {
  let depth = 0;
  let start = 0;
  let isQuoted = false;
  let isEscaped = false;
  /** Where the last unit behind a backslash stands. */
  let lastEscaped = -1;

  return {
    /** Whether a unit at this offset or behind it was escaped. */
    escapedSince: (at: number): boolean => lastEscaped >= at,
    push(unit: number, at: number): Span | 'begins' | undefined {
      if (isQuoted) {
        if (isEscaped) {
          isEscaped = false;
          lastEscaped = at;
        } else if (unit === backslash) isEscaped = true;
        else if (unit === quote) isQuoted = false;
      } else if (unit === quote) isQuoted = true;
      else if (unit === openBrace) {
        if (depth++ > 0) return undefined;
        start = at;
        return 'begins';
      } else if (unit === closeBrace && depth > 0 && --depth === 0) return { start, end: at + 1 };
      return undefined;
    },
  };
}

/**
 * The keys of the object that a growing response is, as the output model converts them one by one; without those that the
 * model drops or refuses. All are final with the object, since nothing but blanks may follow it.
 */
export function streamValidated(response: GrowingText, events: StreamEvents, schema: PyDict): StreamReader {
  const model = buildModel(new Map(schema).set('required', []));
  const json = streamMembers(response, events, {
    made(key, value) {
      const outcome = model.validate(new Map([[key, value]]));
      return outcome.ok ? outcome.value.get(key) : undefined;
    },
    end: () => events.settle(),
    fail: () => events.leave(),
  });
  return (unit, at) => json.push(unit, at);
}
