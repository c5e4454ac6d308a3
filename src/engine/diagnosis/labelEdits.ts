import { trustIn } from './markupCauses.ts';
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
  const known = new Map(marks.filter(mark => mark.endsWith(':')).map(label => [keyOf(label.slice(0, -1)), label]));
  const edits: ResponseEdit[] = [];
  for (const found of known.size > 0 ? text.matchAll(labelled) : []) {
    const [all, , name = ''] = found;
    const label = known.get(keyOf(name));
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
