import { trustIn } from './causes.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { smallestEdits } from './smallestEdits.ts';

/** The most headers that are looked for in an example. */
const mostKnown = 100;
const beginsHeader = '[[ ## ';
/** A header of a section, as `[[ ## vote ## ]]`. */
const header = /^\[\[ ## ([\p{L}\p{N}_]{1,100}) ## \]\]/gmu;

/** Whether a format has headers of sections. */
export function hasHeaders({ example }: Pick<ExpectedMarkup, 'example'>): boolean {
  return example.includes(beginsHeader);
}

/**
 * The edits that write the headers of sections as an example has them (`[[ ## vote ## ]]`): those with other brackets or
 * blanks, in other letters, as headings, emphasised. Only at the beginnings of lines, and only of sections that the text has
 * not. `undefined` where all are written so. Linear for each of a bounded number of names.
 */
export function headerSpellings(text: string, markup: Pick<ExpectedMarkup, 'example'>): Repairing | undefined {
  if (!hasHeaders(markup)) return undefined;
  const there = new Set(namesIn(text));
  const names = namesIn(markup.example).filter(name => !there.has(name));
  const edits: ResponseEdit[] = [];
  // A header that the end of the text cut may have had a section behind it.
  let lossy = false;
  for (const name of names) {
    const found = firstHeader(text, name);
    if (!found) continue;
    edits.push(...smallestEdits(text, found, `[[ ## ${name} ## ]]`, 'header-spelling'));
    lossy ||= found.isCut;
  }
  if (edits.length === 0) return undefined;
  edits.sort((one, other) => one.start - other.start);
  return { edits, confidence: trustIn(edits), lossy, parts: [] };
}

function namesIn(text: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(header)) {
    names.add(name);
    if (names.size === mostKnown) break;
  }
  return [...names];
}

interface FoundHeader {
  readonly start: number;
  readonly end: number;
  /** Whether the text ends within its brackets. */
  readonly isCut: boolean;
}

function firstHeader(text: string, name: string): FoundHeader | undefined {
  const words = name.split('_').join('[_ -]');
  const pattern = new RegExp(`^([ \\t#*_\`>[-]{0,24})${words}([ \\t#*_\`\\]:]{0,24})`, 'gimu');
  for (const found of text.matchAll(pattern)) {
    const [all, before = '', after = ''] = found;
    const written = all.trimEnd();
    const end = found.index + written.length;
    const isAlone = '\r\n'.includes(text.charAt(found.index + all.length));
    const isBracketed = before.includes('[') && after.includes(']');
    const isMarked = /[#*_`]/.test(before) || after.includes(':');
    if (isBracketed || (isMarked && isAlone))
      return {
        start: found.index + (all.length - all.trimStart().length),
        end,
        isCut: before.includes('[') && !after.includes(']') && found.index + all.length === text.length,
      };
  }
  return undefined;
}
