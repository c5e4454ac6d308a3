import { toPlain } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { jsonLoads } from '../python/jsonLoads.ts';
import type { RepairEdit } from './candidate.ts';
import { backslash, closeList, closeObject, openList, openObject, quote } from './characters.ts';
import type { EditList } from './reading.ts';

/** The edits of a reading in the order of the text, without what they leave as it is; `undefined` where two overlap. */
export function editsOf(list: EditList | undefined, text: string): readonly RepairEdit[] | undefined {
  const edits: RepairEdit[] = [];
  for (let node = list; node; node = node.before) edits.push(node.edit);
  edits.reverse();
  edits.sort((one, other) => one.start - other.start || one.end - other.end);
  const kept: RepairEdit[] = [];
  let last = 0;
  for (const edit of edits) {
    if (edit.start < last) return undefined;
    last = edit.end;
    const trimmed = trim(edit, text);
    const before = kept.at(-1);
    if (!trimmed) continue;
    if (before && before.end === trimmed.start && before.cause === trimmed.cause)
      kept[kept.length - 1] = { ...before, end: trimmed.end, text: before.text + trimmed.text };
    else kept.push(trimmed);
  }
  return kept;
}

/** The edit without what its two sides have in common. */
function trim(edit: RepairEdit, text: string): RepairEdit | undefined {
  let { start, end } = edit;
  let from = 0;
  let to = edit.text.length;
  while (start < end && from < to && text.charCodeAt(start) === edit.text.charCodeAt(from)) {
    start++;
    from++;
  }
  while (end > start && to > from && text.charCodeAt(end - 1) === edit.text.charCodeAt(to - 1)) {
    end--;
    to--;
  }
  if (start === end && from === to) return undefined;
  return from === 0 && to === edit.text.length
    ? edit
    : { start, end, text: edit.text.slice(from, to), cause: edit.cause };
}

/** `text[start, end)` after edits that lie in it, in order. */
export function editedText(
  text: string,
  edits: readonly (Span & { readonly text: string })[],
  start: number,
  end: number,
): string {
  const parts: string[] = [];
  let at = start;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at, end));
  return parts.join('');
}

/**
 * Whether brackets that open outside of strings outnumber those that close by far. JSON.parse finds it out as well, but
 * takes seconds for a megabyte of them.
 */
function isOpen(json: string): boolean {
  let open = 0;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === quote) {
      for (i++; i < json.length && json.charCodeAt(i) !== quote; i++) if (json.charCodeAt(i) === backslash) i++;
    } else if (code === openObject || code === openList) open++;
    else if (code === closeObject || code === closeList) open--;
  }
  return open > 1000;
}

/** What strict JSON reads to, or `undefined` where the text is not strict JSON. Big integers are `bigint`. */
export function strictValue(json: string): { readonly value: unknown } | undefined {
  let value: unknown;
  if (isOpen(json)) return undefined;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!/\d{16}/.test(json)) return { value };
  // Only here numbers can be too large for JSON.parse. Text that is nested too deeply for json.loads keeps its numbers.
  const exact = jsonLoads(json);
  return { value: exact.ok ? toPlain(exact.value) : value };
}
