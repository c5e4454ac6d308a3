import type { Span } from '../../core/span.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';
import { bashPair } from './bashBlocks.ts';

/** The blocks of `parseBashBlocks` in a response that grows. A second block is an error where only a `single` one may be, else the action is longer by it. */
export function streamBashBlocks(
  response: GrowingText,
  events: StreamEvents,
  options: { readonly single: boolean },
): PieceReader {
  const pair = bashPair();
  const bodies: Span[] = [];
  let first = 0;

  const close = ({ span, inner }: { readonly span: Span; readonly inner: Span }) => {
    const count = bodies.push(inner);
    if (count === 1) first = span.start;
    pair.next();
    if (count > 1 && options.single) return events.leave();
    if (count > 1) events.reopen('action');
    const action = () => {
      const read = bodies.slice(0, count);
      return read.map(({ start, end }) => response.slice(start, end)).join('\n');
    };
    events.close({
      key: 'action',
      value: action,
      span: { start: first, end: span.end },
      inner: { start: bodies[0]!.start, end: inner.end },
      final: options.single,
    });
  };

  return {
    take(piece, at) {
      for (let from = pair.find(piece, 0, at); from >= 0; from = pair.find(piece, from, at)) {
        const { closed } = pair;
        if (closed) close(closed);
        else events.open('action', pair.opened!.start);
      }
    },
  };
}
