import type { Span } from '../../core/span.ts';

/** A text with something else at a span. */
export function replaced(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** What stands at a span. */
export function at(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
