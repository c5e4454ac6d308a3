import { type MarkupCause, markupCauses } from './markupCauses.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** So many tags of an example are known. */
const mostKnown = 100;
/** A tag in angle brackets, as `<vote>`, `</vote>` and `<function=vote>`. */
const plain = /<(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)(=?)[^<>\n]{0,100}>/gu;
/** The same, however it is written. */
const anyhow =
  /(\*\*|__|[*_`])?(?:<|&lt;|\\<)[ \t]{0,5}(\/?)[ \t]{0,5}([\p{L}_][\p{L}\p{N}_.:-]{0,100})(=[^<>&\n\\]{1,100})?[ \t]{0,5}(?:>|&gt;|\\>)(\*\*|__|[*_`])?/gu;

/**
 * The edits that write the tags of an answer as an example has them: those in angle brackets, in other letters, with
 * blanks, escaped or emphasised. `undefined` where all are written so. Linear.
 */
export function tagSpellings(text: string, example: string): Repairing | undefined {
  const names = knownTags(example);
  if (names.size === 0) return undefined;
  const edits: ResponseEdit[] = [];
  for (const found of text.matchAll(anyhow)) {
    const [all, mark = '', slash = '', name = '', value = '', after = ''] = found;
    const own = names.get(keyOf(slash, name, value));
    if (own === undefined) continue;
    const isMarked = mark !== '' && mark === after;
    const start = found.index + (isMarked ? 0 : mark.length);
    const end = found.index + all.length - (isMarked ? 0 : after.length);
    const tag = `<${slash}${own}${value.trimEnd()}>`;
    const written = text.slice(start, end);
    if (written === tag) continue;
    edits.push({ start, end, text: tag, cause: causeOf(written, tag, isMarked) });
  }
  if (edits.length === 0) return undefined;
  const causes = [...new Set(edits.map(({ cause }) => cause as MarkupCause))];
  const confidence = causes.reduce((product, cause) => product * markupCauses[cause].trust, 1);
  return { edits, confidence, lossy: false, parts: [] };
}

function causeOf(written: string, tag: string, isMarked: boolean): MarkupCause {
  if (isMarked) return 'emphasised-tag';
  if (/^(?:&lt;|\\)|(?:&gt;|\\>)$/.test(written)) return 'escaped-tag';
  return written.toLowerCase() === tag.toLowerCase() ? 'tag-case' : 'tag-spaces';
}

/** The names of an example's tags as they are written there, by what tells tags apart however they are written. */
function knownTags(example: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [, slash = '', name = '', equals = ''] of example.matchAll(plain)) {
    if (names.size === mostKnown) break;
    const key = keyOf(slash, name, equals);
    if (!names.has(key)) names.set(key, name);
  }
  return names;
}

function keyOf(slash: string, name: string, value: string): string {
  return `${slash}${name.toLowerCase()}${value === '' ? '' : '='}`;
}
