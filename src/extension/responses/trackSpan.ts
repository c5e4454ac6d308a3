import type { Span } from '../../engine/index.ts';

/** A change of a text, as VS Code tells it: `text` replaces `rangeLength` units at `rangeOffset`. */
export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Where a span lies after a change, and whether the change touched its text. */
export interface TrackedSpan {
  readonly span: Span;
  readonly touched: boolean;
}

/**
 * Follows a span through a change. Text typed at either edge belongs to the span, because what a response lacks is
 * mostly a fence or a tag at its edge. A change that covers the span and more leaves it empty.
 */
export function trackSpan(span: Span, { rangeOffset, rangeLength, text }: TextChange): TrackedSpan {
  const end = rangeOffset + rangeLength;
  const growth = text.length - rangeLength;
  if (end < span.start) return { span: { start: span.start + growth, end: span.end + growth }, touched: false };
  if (rangeOffset > span.end) return { span, touched: false };
  if (rangeOffset >= span.start && end <= span.end)
    return { span: { start: span.start, end: span.end + growth }, touched: true };
  // The change reaches over an edge: what replaces the text there is no longer the response's.
  const after = rangeOffset + text.length;
  if (rangeOffset < span.start && end >= span.end) return { span: { start: after, end: after }, touched: true };
  if (rangeOffset < span.start) {
    // Deleting or replacing just what stands before the span leaves its text alone.
    return { span: { start: after, end: span.end + growth }, touched: end > span.start };
  }
  return { span: { start: span.start, end: rangeOffset }, touched: rangeOffset < span.end };
}
