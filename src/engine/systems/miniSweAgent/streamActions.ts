import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { stripSpan } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { defaultActionRegex } from './defaults.ts';
import { ActionSearch } from './scanActions.ts';

/**
 * The command of a response that grows, when its fence closes: final, as a second one is an error. One that closes directly
 * behind its blanks is known only at the end. In words why none closes for patterns that need a pattern engine. Linear.
 */
export function streamActions(response: GrowingText, events: StreamEvents, pattern: string): PieceReader | string {
  const search = ActionSearch.of(pattern);
  if (!search) return 'The pattern is the author’s own: what it matches is known only when the response is complete.';
  let isRead = false;

  const close = ({ start, end, from, to }: NonNullable<typeof search.closed>) => {
    events.leave();
    if (isRead) return;
    isRead = true;
    const body = response.slice(from, to);
    const { start: left, end: right } = stripSpan(body);
    const inner = { start: from + left, end: from + right };
    events.close({ key: 'command', value: body.slice(left, right), span: { start, end }, inner, final: true });
  };
  const read: PieceReader = {
    take(piece, at) {
      for (let from = search.find(piece, 0, at); from >= 0; from = search.find(piece, from, at)) {
        const { closed } = search;
        if (closed) close(closed);
        else events.open('command', search.start);
      }
    },
  };
  return pattern === defaultActionRegex ? read : unlessMessage(read);
}

/** A message as JSON text is not read here: its content is another text, and a pattern could match the JSON. */
function unlessMessage(read: PieceReader): PieceReader {
  let isMessage: boolean | undefined;
  return {
    take(piece, at) {
      const blanks = isMessage === undefined ? piece.search(/\S/) : -1;
      if (blanks >= 0) isMessage = piece.startsWith('{', blanks);
      if (!isMessage) read.take(piece, at);
      else if (blanks > 0) read.take(piece.slice(0, blanks), at);
    },
  };
}
