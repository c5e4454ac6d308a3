import type { Span } from '../../core/span.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { LiteralSearch } from '../../text/growing/literalSearch.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';
import { closing, opening } from './bashBlocks.ts';

/** The blocks of `parseBashBlocks` in a response that grows. A second block is an error where only a `single` one may be, else the action is longer by it. */
export function streamBashBlocks(
  response: GrowingText,
  events: StreamEvents,
  options: { readonly single: boolean },
): StreamReader {
  const opens = new LiteralSearch(opening);
  const closes = new LiteralSearch(closing);
  const bodies: Span[] = [];
  let first = 0;
  let body = -1;

  const close = (end: number) => {
    const isAgain = bodies.push({ start: body, end: end - closing.length }) > 1;
    const count = bodies.length;
    body = -1;
    if (isAgain && options.single) return events.leave();
    if (isAgain) events.reopen('action');
    const action = () => {
      const read = bodies.slice(0, count);
      return read.map(({ start, end }) => response.slice(start, end)).join('\n');
    };
    events.close({
      key: 'action',
      value: action,
      span: { start: first, end },
      inner: { start: bodies[0]!.start, end: end - closing.length },
      final: options.single,
    });
  };

  return (unit, at) => {
    if (body !== -1) {
      if (closes.push(unit)) close(at + 1);
    } else if (opens.push(unit)) {
      body = at + 1;
      if (bodies.length === 0) first = body - opening.length;
      events.open('action', body - opening.length);
      closes.reset();
    }
  };
}
