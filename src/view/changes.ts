import { diffArrays } from 'diff';
import type { ChangeLine, ChangesView } from './protocol.ts';

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
      for (const line of part.value) lines.push({ sign, text: line });
      continue;
    }
    const head = i === 0 ? 0 : context;
    const tail = i === parts.length - 1 ? 0 : context;
    const whole = part.value.length <= head + tail + 1;
    const shown = whole ? [part.value] : [part.value.slice(0, head), part.value.slice(part.value.length - tail)];
    for (const [j, block] of shown.entries()) {
      if (j > 0) lines.push({ sign: '…', text: '' });
      for (const line of block) lines.push({ sign: ' ', text: line });
    }
  }
  return { added, removed, lines };
}
