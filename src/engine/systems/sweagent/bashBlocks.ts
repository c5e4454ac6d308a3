import type { Span } from '../../core/span.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { firstLine, type GrowingText, PairSearch } from '../../text/index.ts';
import { formatError } from './formatError.ts';
import { messageText, type ParsedAction } from './parseFunction.ts';

/** The search for a block, in a text that is whole or grows. */
function bashPair(): PairSearch {
  return new PairSearch('```bash\n', '\n```');
}

const replacement = '<extracted_code_block>';

/**
 * The matches of ```` ```bash\n(.*?)\n``` ````, anywhere in a line: each block's body is a line of the action, and in the
 * thought a mark takes each block's place. `single`: more than one is refused. Linear.
 */
export function parseBashBlocks(input: ResponseInput, options: { readonly single: boolean }): ParsedAction {
  const text = messageText(input);
  const blocks = findBlocks(text);
  const [first] = blocks;
  const last = blocks.at(-1);
  if (!first || !last) throw formatError('No bash code blocks were detected in your output.', firstLine(text));
  if (options.single && blocks.length > 1)
    throw formatError(
      'We detected multiple bash code blocks in your output. You need to include EXACTLY ONE bash code block in your output.',
      blocks[1]?.span,
    );
  const around = blocks.map(({ span }, i) => text.slice(blocks[i - 1]?.span.end ?? 0, span.start) + replacement);
  const end = { start: last.span.end, end: text.length };
  const hasThoughtBefore = text.slice(0, first.span.start).trim() !== '' || text.slice(end.start).trim() === '';
  return {
    thought: around.join('') + text.slice(end.start),
    action: blocks.map(({ inner }) => text.slice(inner.start, inner.end)).join('\n'),
    thoughtPlace: { span: hasThoughtBefore ? { start: 0, end: first.span.start } : end },
    actionPlace: {
      span: { start: first.span.start, end: last.span.end },
      inner: { start: first.inner.start, end: last.inner.end },
    },
  };
}

function findBlocks(text: string): readonly { readonly span: Span; readonly inner: Span }[] {
  const blocks: { readonly span: Span; readonly inner: Span }[] = [];
  const pair = bashPair();
  for (let from = 0; from >= 0; ) {
    from = pair.find(text, from, 0);
    if (!pair.isClosed) continue;
    blocks.push(pair.closed!);
    pair.next();
  }
  return blocks;
}

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
