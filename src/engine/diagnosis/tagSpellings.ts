import { nearest } from '../core/nearestName.ts';
import { keptFor } from '../core/once.ts';
import { type MarkupCause, trustIn } from './causes.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { tagEdit } from './smallestEdits.ts';

/** The most tags that are looked for in an example. */
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

/** A tag in angle or square brackets, half or full in width or of Chinese quotation, its slash perhaps escaped. */
const anyBrackets = /[<＜〈《⟨‹[［【]\\?[/／]?([\p{L}_][\p{L}\p{N}_.:-]{0,60})[>＞〉》⟩›\]］】]/gu;
/** Brackets that stand for those of a tag, beside the full-width ones. */
const brackets: Readonly<Record<string, string>> = {
  '〈': '<',
  '《': '<',
  '⟨': '<',
  '‹': '<',
  '【': '[',
  '〉': '>',
  '》': '>',
  '⟩': '>',
  '›': '>',
  '】': ']',
};
/** Shorter names are near to too many others. */
const leastLetters = 3;
const mostTags = 2000;

/**
 * The edits that write the tags of an answer with the names that the definition knows: those in full-width signs, and those
 * whose name is misspelt. Where a format reads tags of any name, one that is paired is its own, unless the one that it is near
 * to is missing. `undefined` where all are known. Linear.
 */
export function tagNames(text: string, expected: ExpectedMarkup): Repairing | undefined {
  const tags = bracketedTags(expected);
  if (tags.size === 0) return undefined;
  const { said, isXml } = expected;
  const edits: ResponseEdit[] = [];
  const readsAny = said.anyTag || isXml;
  let left = mostTags;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(anyBrackets)) {
    if (left-- === 0) break;
    const plain = plainTag(tag);
    if (tags.has(tag)) continue;
    const near = tags.has(plain) ? plain : nearTag(plain, name.normalize('NFKC'), tags);
    if (near === undefined || (readsAny && isOwn(text, tag, near))) continue;
    const isEscaped = tag.includes('\\');
    const cause = near !== plain ? 'tag-spelling' : isEscaped ? 'escaped-tag' : 'full-width';
    edits.push({ start: index, end: index + tag.length, text: near, cause });
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: false, parts: [] } : undefined;
}

const bracketedTags = keptFor(({ tags, example, said }: ExpectedMarkup): ReadonlySet<string> => {
  const sources = [...tags.flatMap(({ open, close }) => [open, close]), example, ...said.marks];
  return new Set(sources.flatMap(source => [...source.matchAll(anyBrackets)].map(([tag]) => tag)));
});

/** A tag in plain brackets, without the escape of its slash. */
function plainTag(tag: string): string {
  const name = tag.slice(1, -1).replace(/^\\/, '');
  const [open, close] = [tag.charAt(0), tag.charAt(tag.length - 1)].map(sign => brackets[sign] ?? sign);
  return `${open}${name}${close}`.normalize('NFKC');
}

/** The known tag in the same brackets whose name is nearest. */
function nearTag(tag: string, name: string, tags: ReadonlySet<string>): string | undefined {
  if (name.length < leastLetters) return undefined;
  const at = tag.indexOf(name);
  const [before, after] = [tag.slice(0, at), tag.slice(at + name.length)];
  const names = [...tags]
    .filter(each => each.startsWith(before) && each.endsWith(after) && /[\p{L}_]/u.test(each.charAt(before.length)))
    .map(each => each.slice(before.length, each.length - after.length));
  const near = nearest(name, names);
  return near === undefined || near.toLowerCase() === name.toLowerCase() ? undefined : `${before}${near}${after}`;
}

/** Whether a tag is one of a pair, and the one that it is near to stands in the text as well. */
function isOwn(text: string, tag: string, near: string): boolean {
  const isEnd = tag.charAt(1) === '/';
  const other = isEnd ? tag.charAt(0) + tag.slice(2) : `${tag.charAt(0)}/${tag.slice(1)}`;
  return text.includes(other) && text.includes(near);
}
