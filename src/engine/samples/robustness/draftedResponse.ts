import { applyEdits } from '../../core/applyEdits.ts';
import type { Edit } from '../../core/span.ts';
import { memberSpans } from '../../json/jsonSpans.ts';
import type { Anatomy } from './anatomy.ts';
import { at } from './editText.ts';

const omission = '...';

/**
 * The form of an answer with dots in place of what it says, as a model writes that thinks of what to say; `undefined`
 * where the answer has no form.
 */
export function draftOf({ text, answer, fences, tags, json }: Anatomy): string | undefined {
  const edits: Edit[] = [];
  const outer = tags.filter(({ isInner }) => !isInner);
  const inner = tags.filter(({ isInner }) => isInner);
  const pairs = (inner.length > 0 ? inner : outer).filter(({ end }) => end.end > end.start);
  if (pairs.length > 0)
    for (const { begin, end } of pairs) edits.push({ span: { start: begin.end, end: end.start }, text: omission });
  else if (json) for (const { span } of memberSpans(text, json.span.start)) edits.push({ span, text: `"${omission}"` });
  else for (const { inner: span } of fences) edits.push({ span, text: `${omission}\n` });
  if (edits.length === 0) return undefined;
  const drafted = applyEdits(text.slice(0, answer.end), edits);
  return at(drafted, { start: answer.start, end: drafted.length });
}
