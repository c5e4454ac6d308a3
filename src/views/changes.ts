import { diffArrays } from 'diff';
import type { ChangeLine, ChangesView } from '../protocol/instructionProtocol.ts';

/** Unchanged lines shown around a change. */
const context = 2;
/** The comparison's time grows with the number of changes, and nobody reads this many. */
const maxEdits = 400;

/** The lines in which `text` differs from `saved`, with a little of what is around them; `undefined` when they are equal. */
export function changesSince(saved: string, text: string): ChangesView | undefined {
  if (saved === text) return undefined;
  const parts = diffArrays(saved.split('\n'), text.split('\n'), { maxEditLength: maxEdits });
  if (!parts) return { added: 0, removed: 0 };
  const lines: ChangeLine[] = [];
  let added = 0;
  let removed = 0;
  for (const [i, part] of parts.entries()) {
    if (part.added) added += part.value.length;
    if (part.removed) removed += part.value.length;
    if (part.added || part.removed) {
      const sign = part.added ? '+' : '-';
      // The removed lines come first; the n-th of them became the n-th added one.
      const other = part.added ? parts[i - 1] : parts[i + 1];
      const pairs = other && other.added !== part.added && other.removed !== part.removed ? other.value : [];
      for (const [n, line] of part.value.entries()) lines.push({ sign, text: excerpt(line, pairs[n] ?? '') });
      continue;
    }
    const head = i === 0 ? 0 : context;
    const tail = i === parts.length - 1 ? 0 : context;
    const whole = part.value.length <= head + tail + 1;
    const shown = whole ? [part.value] : [part.value.slice(0, head), part.value.slice(part.value.length - tail)];
    for (const [j, block] of shown.entries()) {
      if (j > 0) lines.push({ sign: '…', text: '' });
      for (const line of block) lines.push({ sign: ' ', text: excerpt(line, '') });
    }
  }
  return { added, removed, lines };
}

/** Lines up to this length are shown whole. */
const maxLine = 400;
/** How much of a long line is shown around what changed in it. */
const around = 80;

/** A long line cut to where it differs from what it was: an instruction may hold all its JSON in one line. */
function excerpt(line: string, other: string): string {
  if (line.length <= maxLine) return line;
  const shared = Math.min(line.length, other.length);
  let start = 0;
  while (start < shared && line[start] === other[start]) start++;
  let end = 0;
  while (end < shared - start && line[line.length - 1 - end] === other[other.length - 1 - end]) end++;
  const from = Math.max(0, start - around);
  const to = Math.min(line.length, line.length - end + around, from + maxLine);
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}
