import type { Span } from '../../engine/index.ts';
import type { TextChange } from '../responses/trackSpan.ts';

/**
 * Where the text that an answer has so far lies after a change by the user. What is typed at its edges is not the answer's, so
 * that more of the answer goes before what the user types behind it.
 */
export function growingSpan({ start, end }: Span, { rangeOffset, rangeLength, text }: TextChange): Span {
  const changeEnd = rangeOffset + rangeLength;
  const growth = text.length - rangeLength;
  const newStart = start < rangeOffset ? start : start >= changeEnd ? start + growth : rangeOffset + text.length;
  const newEnd = end <= rangeOffset ? end : end >= changeEnd ? end + growth : rangeOffset;
  return { start: newStart, end: Math.max(newStart, newEnd) };
}
