import { diffArrays } from 'diff';
import type { ChangeView } from '../protocol/instructionProtocol.ts';

/** The comparison's time grows with the number of changes; a text that has more is another one. */
const maxEdits = 400;
/** The longest text of a removed stretch, in UTF-16 units. */
const maxRemoved = 300;

/**
 * Where `text` differs from `saved`, word by word, in its order; `undefined` when they are equal. Where too much
 * differs, all that is between the first and the last difference is one change. Linear in the texts.
 */
export function changesSince(saved: string, text: string): ChangeView[] | undefined {
  if (saved === text) return undefined;
  const { start, end } = differing(saved, text);
  const [old, now] = [saved.slice(start, saved.length - end), text.slice(start, text.length - end)];
  const parts = diffArrays(words(old), words(now), { maxEditLength: maxEdits }) ?? [
    { value: [old], removed: true, added: false },
    { value: [now], removed: false, added: true },
  ];
  const changes: { start: number; end: number; removed: string }[] = [];
  let offset = start;
  let isOpen = false;
  for (const [i, { value: values, added, removed }] of parts.entries()) {
    const value = values.join('');
    if (removed || added) {
      if (!isOpen) changes.push({ start: offset, end: offset, removed: '' });
      isOpen = true;
      const change = changes.at(-1)!;
      if (removed) change.removed += value;
      else change.end = offset += value.length;
      continue;
    }
    offset += value.length;
    // Words that changed side by side are one change.
    isOpen = isOpen && isBlank(value) && i < parts.length - 1;
    if (isOpen) {
      const change = changes.at(-1)!;
      change.removed += value;
      change.end = offset;
    }
  }
  return changes.map(({ removed, ...place }) => ({ ...place, ...(removed !== '' && { removed: cut(removed) }) }));
}

/** How much two texts have in common at the start and at the end, in whole words. */
function differing(saved: string, text: string): { readonly start: number; readonly end: number } {
  const shared = Math.min(saved.length, text.length);
  let start = 0;
  while (start < shared && saved[start] === text[start]) start++;
  let end = 0;
  while (end < shared - start && saved[saved.length - 1 - end] === text[text.length - 1 - end]) end++;
  while (start > 0 && !/\s/.test(text[start - 1]!)) start--;
  while (end > 0 && !/\s/.test(text[text.length - end]!)) end--;
  return { start, end };
}

const isBlank = (text: string): boolean => /^[ \t]+$/.test(text);

/** Words, blanks, and whatever else there is one by one, as are the characters of scripts that have no blanks. */
const words = (text: string): string[] =>
  text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}_]+|[ \t]+|./gsu) ?? [];

function cut(text: string): string {
  if (text.length <= maxRemoved) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxRemoved - 1)) ? maxRemoved - 1 : maxRemoved;
  return `${text.slice(0, end)}…`;
}
