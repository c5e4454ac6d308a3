import { attempt } from '../../parsers/shared/attempt.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';
import { CallSearch, type TaggedCall } from './callSearch.ts';
import type { ParsedAction } from './parseFunction.ts';

/**
 * The first call between function tags of a response that grows: final, because only the first one counts. `read` reads
 * the call in the response so far.
 */
export function streamFunctionTags(
  response: GrowingText,
  events: StreamEvents,
  read: (text: string, call: TaggedCall) => ParsedAction,
): PieceReader {
  const search = new CallSearch();
  const close = (call: TaggedCall) => {
    const parsed = attempt(() => read(response.slice(0, call.span.end), call));
    if (!parsed) return events.leave();
    const { span, inner = span } = parsed.actionPlace;
    events.close({ key: 'action', value: parsed.action, span, inner, final: true });
  };
  return {
    take(piece, at) {
      for (let from = 0; !search.closed; ) {
        from = search.find(piece, from, at);
        if (from < 0) return;
        if (search.closed) close(search.closed);
        else events.open('action', search.start);
      }
    },
  };
}
