import type { PyDict } from '../../../core/pyValue.ts';
import { type Block, type ContentBlock, type DataBlock, type Message, withBlocks } from '../messages/block.ts';
import { type Drawn, newHintBlock, newTextBlock } from '../messages/readMsg.ts';

/** The messages with the images that are left, and the places of those that lost some. */
export interface LimitedImages {
  readonly messages: readonly Message[];
  readonly replaced: readonly number[];
}

/** `_limit_context_images`: the oldest images beyond a number are replaced by a text that says so. Linear. */
export function limitImages(messages: readonly Message[], maxImages: number, drawn: Drawn): LimitedImages {
  let exceeding = messages.reduce((count, { blocks }) => count + blocks.map(imagesIn).reduce(sum, 0), 0) - maxImages;
  const replaced: number[] = [];
  if (exceeding <= 0) return { messages, replaced };
  const takes = (block: Block): block is DataBlock => isImage(block) && exceeding-- > 0;
  const inside = (content: string | readonly ContentBlock[]): string | readonly ContentBlock[] =>
    typeof content === 'string'
      ? content
      : content.map(each => (takes(each) ? newTextBlock(reminder(each), drawn) : each));
  const limited = messages.map((message, index) => {
    if (exceeding <= 0 || message.blocks.map(imagesIn).reduce(sum, 0) === 0) return message;
    replaced.push(index);
    const replacement = (block: DataBlock): Block =>
      message.role === 'user' ? newTextBlock(reminder(block), drawn) : newHintBlock(reminder(block), drawn);
    return withBlocks(
      message,
      message.blocks.map(block => {
        if (block.type === 'tool_result') {
          const output = inside(block.output);
          return { ...block, output, written: rewritten(block.written, 'output', output) };
        }
        if (block.type === 'hint') {
          const hint = inside(block.hint);
          return { ...block, hint, written: rewritten(block.written, 'hint', hint) };
        }
        return takes(block) ? replacement(block) : block;
      }),
    );
  });
  return { messages: limited, replaced };
}

function sum(a: number, b: number): number {
  return a + b;
}

function isImage(block: Block): block is DataBlock {
  return block.type === 'data' && block.source.mediaType.startsWith('image/');
}

function imagesIn(block: Block): number {
  const content = block.type === 'tool_result' ? block.output : block.type === 'hint' ? block.hint : [block];
  return typeof content === 'string' ? 0 : content.filter(isImage).length;
}

function reminder({ name, source }: DataBlock): string {
  const image = `The image ${name ? `named '${name}' ` : ''}is`;
  const words =
    source.type === 'url' && source.url !== ''
      ? `offloaded into ${source.url}, you can refer to it when needed.`
      : 'removed to free up context space.';
  return `<system-reminder>${image} ${words}</system-reminder>`;
}

/** A block as it is written once its content is another. */
function rewritten(written: PyDict, key: string, content: string | readonly ContentBlock[]): PyDict {
  const value = typeof content === 'string' ? content : content.map(each => each.written);
  return new Map([...written, [key, value]]);
}
