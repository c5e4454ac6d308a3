import { keptFor } from '../core/once.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { type MarkupCause, trustIn } from './markupCauses.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { tagEdit } from './smallestEdits.ts';

/** How many tags of an example are known. */
const mostKnown = 100;
/** Tags in angle brackets, as `<vote>`, `</vote>` and `<function=vote>`: the slash, the name, and whether a value follows. */
export const plainTags = /<(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)(=?)[^<>\n]{0,100}>/gu;
/** The same, however it is written. */
const anyhow =
  /(\*\*|__|[*_`])?(?:<|&lt;|\\<)[ \t*`]{0,5}(\/?)[ \t*`]{0,5}([\p{L}_][\p{L}\p{N}_.:-]{0,100})(=[^<>&\n\\]{1,100})?[ \t*`]{0,5}(?:>|&gt;|\\>)(\*\*|__|[*_`])?/gu;

/**
 * The edits that write the tags of an answer as an example has them: those in angle brackets, in other letters, with
 * blanks, escaped or emphasised. `anyTag`: the format has others beside, which are written as these are; where the example has
 * none of them, as the first of the text is. `undefined` where all are written so. Linear.
 */
export function tagSpellings(text: string, expected: ExpectedMarkup): Repairing | undefined {
  const names = knownTags(expected);
  if (names.size === 0) return undefined;
  const anyTag = expected.said.anyTag || expected.isXml;
  const edits: (ResponseEdit & { readonly isKnown: boolean })[] = [];
  let isFirst = true;
  /** The ways in which tags of the format are written. */
  const ways = new Set<string>();
  for (const found of text.matchAll(anyhow)) {
    const [all, mark = '', slash = '', name = '', value = '', after = ''] = found;
    const own = names.get(keyOf(slash, name, value));
    if (own === undefined && !anyTag) continue;
    const isMarked = mark !== '' && mark === after;
    const start = found.index + (isMarked ? 0 : mark.length);
    const end = found.index + all.length - (isMarked ? 0 : after.length);
    const tag = `<${slash}${own ?? name}${value.replace(/[ \t*`]+$/, '')}>`;
    const written = text.slice(start, end);
    const cause = causeOf(written, tag, isMarked);
    if (written !== tag) {
      edits.push({ start, end, text: tag, cause, isKnown: own !== undefined });
      if (own !== undefined || isFirst) ways.add(cause);
    }
    isFirst = false;
  }
  const kept = edits
    .filter(({ isKnown, cause }) => isKnown || ways.has(cause))
    .flatMap(({ start, end, text: tag, cause }) => tagEdit(text, { start, end }, tag, cause));
  return kept.length > 0 ? { edits: kept, confidence: trustIn(kept), lossy: false, parts: [] } : undefined;
}

function causeOf(written: string, tag: string, isMarked: boolean): MarkupCause {
  if (isMarked || /[*`]/.test(written)) return 'emphasised-tag';
  if (/^(?:&lt;|\\)|(?:&gt;|\\>)$/.test(written)) return 'escaped-tag';
  return written.toLowerCase() === tag.toLowerCase() ? 'tag-case' : 'tag-spaces';
}

/** The names of a format's tags as they are written there, by what tells tags apart however they are written. */
const knownTags = keptFor(({ example, said }: ExpectedMarkup): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const [, slash = '', name = '', equals = ''] of (example + said.marks.join('')).matchAll(plainTags)) {
    if (names.size === mostKnown) break;
    const key = keyOf(slash, name, equals);
    if (!names.has(key)) names.set(key, name);
  }
  return names;
});

function keyOf(slash: string, name: string, value: string): string {
  return `${slash}${name.toLowerCase()}${value === '' ? '' : '='}`;
}
