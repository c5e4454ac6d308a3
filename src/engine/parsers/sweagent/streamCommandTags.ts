import { pyStrip, stripSpan } from '../../python/whitespace.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { LiteralSearch } from '../../text/growing/literalSearch.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';

const openTag = '<command>';
const closeTag = '</command>';

/** The action between the last `<command>` and the last `</command>` of a response that grows. */
export function streamCommandTags(response: GrowingText, events: StreamEvents): StreamReader {
  const opens = new LiteralSearch(openTag);
  const closes = new LiteralSearch(closeTag);
  let start = -1;
  let isClosed = false;

  const reopen = () => {
    if (isClosed) events.reopen('action');
    isClosed = false;
  };
  const close = (end: number) => {
    reopen();
    isClosed = true;
    const from = start + openTag.length;
    const to = end - closeTag.length;
    events.close({
      key: 'action',
      value: () => pyStrip(response.slice(from, to)),
      span: { start, end },
      get inner() {
        const { start: left, end: right } = stripSpan(response.slice(from, to));
        return { start: from + left, end: from + right };
      },
      final: false,
    });
  };

  return (unit, at) => {
    if (opens.push(unit)) {
      reopen();
      start = at + 1 - openTag.length;
      events.open('action', start);
    } else if (closes.push(unit) && start !== -1) close(at + 1);
  };
}
