import { trustIn } from './markupCauses.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { smallestEdits } from './smallestEdits.ts';

/** How an item begins, in the ways of models: `1.`, `1)`, `**1.**`, `(1)`, `-`, `*`, `•`, and the blanks behind. */
const item =
  /^[ \t]{0,20}(?:(?:\*\*|__)?\(?\d{1,9}[.):](?:\*\*|__)?[ \t]{0,20}(?=[^\s\d])|[-+•‣·–—][ \t]{0,20}(?=[^\s\d-])|\*[ \t]{1,20}(?=\S))/gmu;
const numbered = /^\d+\. \S/;
const marked = /^[-*] \S/;

/**
 * The edits that give the items of a list the marks that an example has, which is a list itself: numbers or dashes, each
 * with a blank behind. `undefined` where the example is not a list, or no line begins as an item does. Linear.
 */
export function listEdits(text: string, example: string): Repairing | undefined {
  const lines = example.split('\n').filter(line => line.trim() !== '');
  const isNumbered = lines.length > 1 && lines.every(line => numbered.test(line));
  if (!isNumbered && !(lines.length > 1 && lines.every(line => marked.test(line)))) return undefined;
  const edits: ResponseEdit[] = [];
  let count = 0;
  for (const found of text.matchAll(item)) {
    const written = found[0].trimStart();
    const start = found.index + found[0].length - written.length;
    count++;
    const own = /\d+/.exec(written)?.[0] ?? String(count);
    const mark = isNumbered ? `${own}. ` : '- ';
    if (written !== mark && !(!isNumbered && written === '* '))
      edits.push(...smallestEdits(text, { start, end: start + written.length }, mark, 'list-marker'));
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: false, parts: [] } : undefined;
}
