import type { Span } from '../../core/span.ts';
import { isWhite, stripSpan } from '../../python/whitespace.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { LiteralSearch } from '../../text/growing/literalSearch.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';
import { defaultActionRegex } from './defaults.ts';
import { type ActionEnds, actionEnds } from './scanActions.ts';

const feed = 0x0a;
const openBrace = 0x7b;

/**
 * The command of a response that grows, when its fence closes: final, as a second one is an error. In words why none closes
 * for patterns that need a pattern engine. Linear.
 */
export function streamActions(response: GrowingText, events: StreamEvents, pattern: string): StreamReader | string {
  const ends = actionEnds(pattern);
  if (!ends) return 'The pattern is the author’s own: what it matches is known only when the response is complete.';
  return pattern === defaultActionRegex
    ? scanner(response, events, ends)
    : unlessMessage(scanner(response, events, ends));
}

/** A message as JSON text is not read here: its content is another text, and a pattern could match the JSON. */
function unlessMessage(read: StreamReader): StreamReader {
  let isMessage: boolean | undefined;
  return (unit, at) => {
    if (isMessage === undefined && !/\s/.test(String.fromCharCode(unit))) isMessage = unit === openBrace;
    if (!isMessage) read(unit, at);
  };
}

/** `scanActions` for a text that grows. A fence that closes directly behind its blanks is known only at the end. */
function scanner(response: GrowingText, events: StreamEvents, { begin, end, skipsBlanks }: ActionEnds): StreamReader {
  const opens = new LiteralSearch(begin);
  const closes = new LiteralSearch(end);
  let state: 'text' | 'blanks' | 'body' = 'text';
  let start = 0;
  /** Where the command begins; in blanks, behind their last line feed so far, -1 without one. */
  let from = -1;
  let isRead = false;

  const enter = () => {
    state = 'body';
    closes.reset();
    events.open('command', start);
  };
  const close = (at: number) => {
    state = 'text';
    opens.reset();
    events.leave();
    if (isRead) return;
    isRead = true;
    const body = { start: from, end: at - end.length };
    const inner: Span = stripSpan(response.slice(body.start, body.end));
    const place = { start: inner.start + from, end: inner.end + from };
    const value = response.slice(place.start, place.end);
    events.close({ key: 'command', value, span: { start, end: at }, inner: place, final: true });
  };

  return (unit, at) => {
    if (state === 'blanks') {
      if (isWhite(unit)) {
        if (unit === feed) from = at + 1;
        return;
      }
      if (from === -1) state = 'text';
      else enter();
    }
    if (state === 'body') {
      if (closes.push(unit)) close(at + 1);
    } else if (opens.push(unit)) {
      start = at + 1 - begin.length;
      from = skipsBlanks ? -1 : at + 1;
      if (skipsBlanks) state = 'blanks';
      else enter();
    }
  };
}
