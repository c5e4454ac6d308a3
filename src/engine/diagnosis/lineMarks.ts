import { keptFor } from '../core/once.ts';
import { trustIn } from './causes.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { smallestEdits } from './smallestEdits.ts';

/** A line that begins with a label, however it is written: emphasised, as a heading, with blanks before its colon. */
const labelled =
  /^[ \t]{0,20}(?:#{1,6} {1,5}|[-*] (?=\*\*))?(\*\*|__|[*_`])?([\p{L}][\p{L}\p{N}_ -]{0,60}?)(\*\*|__|[*_`])?[ \t]{0,5}[:：](\*\*|__|[*_`])?/gmu;

/**
 * The edits that write the labels at the beginnings of lines as a format has them: in its letters, without emphasis, with a
 * colon behind. `marks`: labels with their colons, and tags, which are left out. `undefined` where all are written so. Linear.
 */
export function labelEdits(text: string, marks: readonly string[]): Repairing | undefined {
  const labels = new Map(marks.filter(mark => mark.endsWith(':')).map(label => [keyOf(label.slice(0, -1)), label]));
  const edits: ResponseEdit[] = [];
  for (const found of labels.size > 0 ? text.matchAll(labelled) : []) {
    const [all, , name = ''] = found;
    const label = labels.get(keyOf(name));
    const written = all.trimStart();
    if (label === undefined || written === label) continue;
    const start = found.index + all.length - written.length;
    edits.push(...smallestEdits(text, { start, end: found.index + all.length }, label, 'label-spelling'));
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: false, parts: [] } : undefined;
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[_ -]+/g, ' ');
}

/** How an item begins, in the ways of models: `1.`, `1)`, `**1.**`, `(1)`, `-`, `*`, `•`, and the blanks behind. */
const item =
  /^[ \t]{0,20}(?:(?:\*\*|__)?\(?\d{1,9}[.):](?:\*\*|__)?[ \t]{0,20}(?=[^\s\d])|[-+•‣·–—][ \t]{0,20}(?=[^\s\d-])|\*[ \t]{1,20}(?=\S))/gmu;
const numbered = /^\d+\. \S/;
const marked = /^[-*] \S/;

/**
 * The edits that give the items of a list the marks that an example has, which is a list itself: numbers or dashes, each
 * with a blank behind. `undefined` where the example is not a list, or no line begins as an item does. Linear.
 */
export function listEdits(text: string, expected: ExpectedMarkup): Repairing | undefined {
  const kind = listOf(expected);
  if (kind === undefined) return undefined;
  const isNumbered = kind === 'numbered';
  const edits: ResponseEdit[] = [];
  let count = 0;
  for (const found of text.matchAll(item)) {
    const written = found[0].trimStart();
    const start = found.index + found[0].length - written.length;
    count++;
    const own = /\d+/.exec(written)?.[0] ?? String(count);
    const mark = isNumbered ? `${own}. ` : '- ';
    if (isNumbered || written !== '* ')
      edits.push(...smallestEdits(text, { start, end: start + written.length }, mark, 'list-marker'));
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: false, parts: [] } : undefined;
}

/** What kind of list an example is; `undefined`: it is not one. */
const listOf = keptFor(({ example }: ExpectedMarkup): 'numbered' | 'marked' | undefined => {
  const lines = example.split('\n').filter(line => line.trim() !== '');
  if (lines.length < 2) return undefined;
  if (lines.every(line => numbered.test(line))) return 'numbered';
  return lines.every(line => marked.test(line)) ? 'marked' : undefined;
});
