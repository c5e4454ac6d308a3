import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { pyStrip, stripSpan } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { CommandTags } from './commandTags.ts';

/** The action between the last `<command>` and the last `</command>` of a response that grows. */
export function streamCommandTags(response: GrowingText, events: StreamEvents): PieceReader {
  const tags = new CommandTags();
  let opened = tags.open;
  let isClosed = false;

  const tell = () => {
    const { open, command } = tags;
    if (!open) return;
    if (isClosed) events.reopen('action');
    isClosed = open === opened;
    opened = open;
    if (!isClosed || !command) return events.open('action', open.start);
    const { start, end } = command.content;
    events.close({
      key: 'action',
      value: () => pyStrip(response.slice(start, end)),
      span: command.span,
      get inner() {
        const stripped = stripSpan(response.slice(start, end));
        return { start: start + stripped.start, end: start + stripped.end };
      },
      final: false,
    });
  };

  return {
    take(piece, at) {
      for (let from = tags.find(piece, 0, at); from >= 0; from = tags.find(piece, from, at)) tell();
    },
  };
}
