import type { Edit, Span } from './span.ts';

/** An edit whose offsets stand beside its text. */
type FlatEdit = Span & { readonly text: string };

/** A text, or the part of it within a span, after edits that lie in it in order and do not overlap. Linear. */
export function applyEdits(
  text: string,
  edits: readonly (Edit | FlatEdit)[],
  within: Span = { start: 0, end: text.length },
): string {
  const parts: string[] = [];
  let done = within.start;
  for (const edit of edits) {
    const { start, end } = 'span' in edit ? edit.span : edit;
    parts.push(text.slice(done, start), edit.text);
    done = end;
  }
  parts.push(text.slice(done, within.end));
  return parts.join('');
}
