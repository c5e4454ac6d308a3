import type { PyValue } from '../../core/pyValue.ts';
import { contentBlocks, historyLine, type Msg } from '../../messages/msg.ts';
import { pyGetItem, pyTruth } from '../../python/index.ts';

/** A block of a conversation's history while it is put together. */
export type HistoryBlock = Map<string, PyValue>;

/** How a provider writes a history. */
export interface HistoryStyle {
  /** The tag that opens the history, with the line feed if the provider has one. */
  readonly open: string;
  /** A text block of accumulated lines. */
  text(text: string): HistoryBlock;
  /** A text block that holds only the opening or closing tag. */
  tag(text: string): HistoryBlock;
  /** What a block that is not text adds: blocks (then the text so far is closed before them), or `undefined` to drop it in silence. */
  medium(block: PyValue, type: PyValue, msg: Msg): Promise<readonly HistoryBlock[] | undefined>;
}

/**
 * The blocks of a run of messages: lines `name: text`, media in between, and the history's tags around it all, the
 * opening one behind `prompt`. Empty where nothing came together.
 */
export async function historyBlocks(run: readonly Msg[], prompt: string, style: HistoryStyle): Promise<HistoryBlock[]> {
  const blocks: HistoryBlock[] = [];
  let lines: string[] = [];
  const closeText = () => {
    if (lines.length > 0) blocks.push(style.text(lines.join('\n')));
    lines = [];
  };
  for (const msg of run)
    for (const block of contentBlocks(msg)) {
      const type = pyGetItem(block, 'type');
      if (type === 'text') {
        lines.push(historyLine(msg, block));
        continue;
      }
      const added = await style.medium(block, type, msg);
      if (!added) continue;
      closeText();
      blocks.push(...added);
    }
  closeText();
  return wrap(blocks, prompt, style);
}

function wrap(blocks: HistoryBlock[], prompt: string, style: HistoryStyle): HistoryBlock[] {
  const [first] = blocks;
  if (!first) return blocks;
  const text = first.get('text') ?? null;
  if (pyTruth(text)) first.set('text', `${prompt}${style.open}${text}`);
  else blocks.unshift(style.tag(`${prompt}${style.open}`));
  const last = blocks.at(-1)!;
  const end = last.get('text') ?? null;
  if (pyTruth(end)) last.set('text', `${end}\n</history>`);
  else blocks.push(style.tag('</history>'));
  return blocks;
}
