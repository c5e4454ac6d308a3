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

/** An edit of any kind. */
type AnyEdit = Span & { readonly text: string };

/**
 * The edits of a text that do what `first` does to it, and then `second` to what that gives, which the offsets of `second`
 * index. Both are in order and do not overlap. Where they touch the same stretch they become one edit, with what else the
 * last of `second` there says. Linear.
 */
export function composeEdits<E extends AnyEdit>(text: string, first: readonly E[], second: readonly E[]): readonly E[] {
  const composed: E[] = [];
  let i = 0;
  let j = 0;
  /** What is added to an offset behind the edits of `first` that were passed, to have one of `text`. */
  let shift = 0;
  while (i < first.length || j < second.length) {
    const one = first[i];
    const other = second[j];
    const start = one ? one.start - shift : Number.POSITIVE_INFINITY;
    const end = one ? start + one.text.length : start;
    if (one && (!other || end <= other.start)) {
      composed.push(one);
      shift += one.end - one.start - one.text.length;
      i++;
    } else if (other && other.end <= start) {
      composed.push({ ...other, start: other.start + shift, end: other.end + shift });
      j++;
    } else touching();
  }
  return composed;

  /** One edit for all that touch one another from here on. */
  function touching(): void {
    const from = { i, j, shift, start: Math.min(first[i]!.start - shift, second[j]!.start) };
    let end = from.start;
    for (;;) {
      const one = first[i];
      const other = second[j];
      if (one && (one.start - shift < end || end === from.start)) {
        end = Math.max(end, one.start - shift + one.text.length);
        shift += one.end - one.start - one.text.length;
        i++;
      } else if (other && (other.start < end || end === from.start)) {
        end = Math.max(end, other.end);
        j++;
      } else break;
    }
    const stretch = { start: from.start + from.shift, end: end + shift };
    const between = applyEdits(text, first.slice(from.i, i), stretch);
    const edits = second
      .slice(from.j, j)
      .map(edit => ({ ...edit, start: edit.start - from.start, end: edit.end - from.start }));
    composed.push({ ...second[j - 1]!, ...stretch, text: applyEdits(between, edits) });
  }
}
