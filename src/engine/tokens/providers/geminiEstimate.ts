import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonDumps } from '../../python/index.ts';
import { inlineImageSize } from './inlineImage.ts';
import { listOf } from './options.ts';

const tokensPerMessage = 1;
const tokensPerTile = 258;
/** An image no larger than this, in pixels, is one tile; a larger one is cut into tiles of `tileSide`. */
const smallSide = 384;
const tileSide = 768;

/** The tokens of a payload in Gemini's form, estimated. Audio and video, whose length is not known, count nothing. */
export function geminiEstimate(payload: PyValue, tools: PyValue, countText: (text: string) => number): number {
  let count = 0;
  for (const message of listOf(payload)) {
    count += tokensPerMessage;
    for (const part of listOf(isPyDict(message) ? message.get('parts') : undefined))
      if (isPyDict(part)) count += partTokens(part, countText);
  }
  const hasTools = isPyList(tools) && tools.length > 0;
  return hasTools ? count + countText(jsonDumps(tools, { ensureAscii: false })) : count;
}

function partTokens(part: PyDict, countText: (text: string) => number): number {
  const text = part.get('text');
  if (typeof text === 'string') return countText(text);
  const data = part.get('inline_data');
  if (data !== undefined) return isPyDict(data) ? mediumTokens(data) : 0;
  return countText(jsonDumps(part, { ensureAscii: false }));
}

function mediumTokens(data: PyDict): number {
  const type = data.get('mime_type');
  const size = inlineImageSize(data.get('data'));
  // Local audio and video are named images as well, so only their bytes tell.
  if (!size) return typeof type === 'string' && type.startsWith('image/') ? tokensPerTile : 0;
  const { width, height } = size;
  if (width <= smallSide && height <= smallSide) return tokensPerTile;
  return tokensPerTile * Math.ceil(width / tileSide) * Math.ceil(height / tileSide);
}
