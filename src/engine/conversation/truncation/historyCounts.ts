import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { contentBlocks, historyLine, type Msg } from '../../messages/msg.ts';
import { pyEquals, pyGetItem } from '../../python/index.ts';
import type { AdditiveCounting, TextCounts } from '../../tokens/index.ts';
import type { FormatContext, ProviderStyle } from '../formatters/formatter.ts';
import { PieceSums } from './pieceSums.ts';

/** A history whose count is known without any of its messages. `i` counts from the history's first message. */
export interface HistoryCounts {
  /** The tokens of all of it. */
  readonly total: number;
  /** The tokens of the history without its first `i` messages. */
  from(i: number): number;
  /** The tokens of the history without message `i`. */
  without(i: number): number;
}

/**
 * Takes a history apart by its lines; `undefined` where that is not possible: the counter does not count by pieces, or
 * media of the messages reach the payload. Linear in the history.
 */
export async function historyCounts(
  msgs: readonly Msg[],
  prompt: string,
  style: ProviderStyle,
  context: FormatContext,
  counting: AdditiveCounting,
): Promise<HistoryCounts | undefined> {
  const { pieces, leading = '' } = counting;
  const countsOf = pieces ? (text: string) => new PieceSums(text, pieces) : counting.textCounts;
  const [message] = await style.conversation(msgs, prompt, context);
  if (!countsOf || !message) return undefined;
  const head = `${leading}${prompt}${style.open}`;
  const lines: string[] = [];
  const starts: number[] = [];
  const texts: Msg[] = [];
  let end = head.length;
  for (const msg of msgs) {
    starts.push(end);
    const blocks = contentBlocks(msg).filter(block => pyGetItem(block, 'type') === 'text');
    texts.push({ ...msg, content: blocks });
    for (const block of blocks) {
      const line = historyLine(msg, block);
      lines.push(line);
      end += line.length + 1;
    }
  }
  starts.push(end);
  const text = `${head}${lines.join('\n')}\n</history>`;
  if (lines.length === 0 || !holdsText(message, text.slice(leading.length))) return undefined;
  const [textOnly] = await style.conversation(texts, prompt, context);
  if (!textOnly || !pyEquals(textOnly, message)) return undefined;

  const sums: TextCounts = countsOf(text);
  const total = counting.message(message);
  const rest = total - sums.total;
  // Without any line there is no message at all, not an empty history.
  const without = (start: number, stop: number) =>
    stop - start === end - head.length ? 0 : rest + (start === stop ? sums.total : sums.without(start, stop));
  return {
    total,
    from: i => without(head.length, starts[i]!),
    without: i => without(starts[i]!, starts[i + 1]!),
  };
}

/** True where one of the message's texts, at any depth, is exactly `text`. */
function holdsText(value: PyValue | PyDict, text: string): boolean {
  if (isPyList(value)) return value.some(item => holdsText(item, text));
  if (isPyDict(value)) return [...value.values()].some(item => holdsText(item, text));
  return value === text;
}
