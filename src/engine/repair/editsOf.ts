import { toPlain } from '../core/pyValue.ts';
import { jsonLoads } from '../python/jsonLoads.ts';
import type { RepairEdit } from './candidate.ts';
import type { Cause } from './causes.ts';
import { backslash, closeList, closeObject, openList, openObject, quote } from './characters.ts';
import type { EditList } from './reading.ts';

/** The edits of a reading in the order of the text, without what they leave as it is; `undefined` where two overlap. */
export function editsOf(list: EditList | undefined, text: string): readonly RepairEdit[] | undefined {
  const edits = inOrder(list);
  const kept: { start: number; end: number; text: string; cause: Cause }[] = [];
  let last = 0;
  for (let i = edits.length - 1; i >= 0; i--) {
    const edit = edits[i]!;
    if (edit.start < last) return undefined;
    last = edit.end;
    const trimmed = trim(edit, text);
    if (!trimmed) continue;
    const before = kept[kept.length - 1];
    if (before && before.end === trimmed.start && before.cause === trimmed.cause) {
      before.end = trimmed.end;
      before.text += trimmed.text;
    } else kept.push(trimmed);
  }
  return kept;
}

/** The edits of a list by their places, the last one first; of several at one place the latest noted first. */
function inOrder(list: EditList | undefined): readonly EditList[] {
  const edits: EditList[] = [];
  let isOrdered = true;
  for (let node = list; node; node = node.before) {
    const { before } = node;
    if (before && (before.start > node.start || (before.start === node.start && before.end > node.end)))
      isOrdered = false;
    edits.push(node);
  }
  if (isOrdered) return edits;
  edits.reverse();
  edits.sort((one, other) => one.start - other.start || one.end - other.end);
  return edits.reverse();
}

/** A copy of the edit without what its two sides have in common. */
function trim({ start, end, text: given, cause }: RepairEdit, text: string) {
  let from = 0;
  let to = given.length;
  while (start < end && from < to && text.charCodeAt(start) === given.charCodeAt(from)) {
    start++;
    from++;
  }
  while (end > start && to > from && text.charCodeAt(end - 1) === given.charCodeAt(to - 1)) {
    end--;
    to--;
  }
  if (start === end && from === to) return undefined;
  return { start, end, text: from === 0 && to === given.length ? given : given.slice(from, to), cause };
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
  return isOpen(json) ? undefined : closedValue(json);
}

/** The same for text whose brackets close. */
export function closedValue(json: string): { readonly value: unknown } | undefined {
  let value: unknown;
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
