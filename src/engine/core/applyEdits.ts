import type { Edit, Span } from './span.ts';
import { TextBuilder } from './textBuilder.ts';

/** A text, or the part of it within a span, after edits (whose offsets may also stand beside their texts) that lie in it in order and do not overlap. Linear. */
export function applyEdits(
  text: string,
  edits: readonly (Edit | (Span & { readonly text: string }))[],
  within: Span = { start: 0, end: text.length },
): string {
  const pieces = new TextBuilder();
  let done = within.start;
  for (const edit of edits) {
    const { start, end } = 'span' in edit ? edit.span : edit;
    pieces.add(text, done, start);
    pieces.add(edit.text, 0, edit.text.length);
    done = end;
  }
  pieces.add(text, done, within.end);
  return pieces.join();
}
