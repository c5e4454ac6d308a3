import { nearest } from '../core/nearestName.ts';
import { keptFor } from '../core/once.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { trustIn } from './markupCauses.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** A tag in angle or square brackets, half or full in width or of Chinese quotation, its slash perhaps escaped. */
const anyTag = /[<＜〈《⟨‹[［【]\\?[/／]?([\p{L}_][\p{L}\p{N}_.:-]{0,60})[>＞〉》⟩›\]］】]/gu;
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
  const tags = knownTags(expected);
  if (tags.size === 0) return undefined;
  const { said, isXml } = expected;
  const edits: ResponseEdit[] = [];
  const readsAny = said.anyTag || isXml;
  let left = mostTags;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(anyTag)) {
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

const knownTags = keptFor(({ tags, example, said }: ExpectedMarkup): ReadonlySet<string> => {
  const sources = [...tags.flatMap(({ open, close }) => [open, close]), example, ...said.marks];
  return new Set(sources.flatMap(source => [...source.matchAll(anyTag)].map(([tag]) => tag)));
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
