import type { Edit, Span } from '../../core/span.ts';

/** A text after some edits, which do not overlap and are in order. Linear. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { span, text: inserted } of edits) {
    parts.push(text.slice(done, span.start), inserted);
    done = span.end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** The same for one edit. */
export function replaced(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** What stands at a span. */
export function at(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
