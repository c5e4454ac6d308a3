import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonDumps } from '../../python/index.ts';
import { inlineImageSize } from './inlineImage.ts';

/** Claude's vocabulary makes more tokens of a text than OpenAI's; by how much differs with the text. */
const textFactor = 1.2;
const tokensPerMessage = 4;
/** What the API takes for an image at most, and for one whose size is not known. */
const maxImageTokens = 1600;

/** The tokens of a request in Anthropic's form, estimated with another vocabulary. */
export function anthropicEstimate(request: PyDict, countText: (text: string) => number): number {
  let texts = 0;
  let others = 0;
  const add = (value: PyValue): void => {
    if (typeof value === 'string') texts += countText(value);
    else if (isPyList(value)) for (const item of value) add(item);
    else if (isPyDict(value)) addBlock(value);
  };
  const addBlock = (block: PyDict): void => {
    switch (block.get('type')) {
      case 'image':
        others += imageTokens(block);
        break;
      case 'tool_use':
        add(block.get('name') ?? null);
        texts += countText(jsonDumps(block.get('input') ?? null, { ensureAscii: false }));
        break;
      default:
        // Text and thinking; a tool's result holds blocks of its own.
        for (const key of ['text', 'thinking', 'content']) add(block.get(key) ?? null);
    }
  };
  add(request.get('system') ?? null);
  for (const message of (request.get('messages') as readonly PyValue[] | undefined) ?? []) {
    others += tokensPerMessage;
    add(isPyDict(message) ? (message.get('content') ?? null) : null);
  }
  const tools = request.get('tools');
  if (tools !== undefined) texts += countText(jsonDumps(tools, { ensureAscii: false }));
  return Math.ceil(textFactor * texts) + others;
}

/** Anthropic's rule of thumb: width × height / 750, of an image that is scaled down to the maximum. */
function imageTokens(block: PyDict): number {
  const source = block.get('source') ?? null;
  const size = isPyDict(source) ? inlineImageSize(source.get('data')) : undefined;
  return size ? Math.min(maxImageTokens, Math.ceil((size.width * size.height) / 750)) : maxImageTokens;
}
