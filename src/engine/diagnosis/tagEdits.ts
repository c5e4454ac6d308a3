import type { Span } from '../core/span.ts';
import { strictValue } from '../repair/index.ts';
import { type MarkupCause, markupCauses, trustIn } from './causes.ts';
import type { TagPair } from './expectedMarkup.ts';
import { openingAt } from './openings.ts';
import { withoutProse } from './proseEdits.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { tagEdit } from './smallestEdits.ts';

/** A tag as it was found: where, and why it is not the tag itself; no cause where it is. */
interface FoundTag extends Span {
  readonly cause?: MarkupCause;
}

/**
 * The edits that give a response its tags, one pair after the other in the order of the format, each looked for behind
 * the one before. `hasProse`: the format has prose before its first tag. A pair of which nothing is there is left alone: it may be one that can be missing. Linear in the
 * response for each of a bounded number of ways to write a tag.
 */
export function tagEdits(text: string, tags: readonly TagPair[], hasProse = false): Repairing {
  const edits: ResponseEdit[] = [];
  const parts: Span[] = [];
  let isLossy = false;
  let from = 0;
  const use = (found: FoundTag, tag: string) => {
    if (!found.cause) return;
    edits.push(...tagEdit(text, found, tag, found.cause));
    // The text broke off inside the tag: more may have followed.
    if (found.cause === 'tag-spelling' && found.end >= text.trimEnd().length) isLossy = true;
  };
  tags.forEach((tag, index) => {
    const { open, close, capture } = tag;
    const begin = findOpening(text, tag, from);
    const limit = nextOpening(text, tags.slice(index + 1), begin?.end ?? from);
    if (!begin) {
      const end = close && findTag(text, close, from);
      // The end of a part whose beginning is missing, if it is not the end of a later one.
      if (!end || end.start > limit || capture) return;
      const start = (hasProse && withoutProse(text, { start: from, end: end.start })?.start) || from;
      edits.push({ start, end: start, text: open, cause: 'missing-tag' });
      use(end, close);
      parts.push({ start, end: end.start });
      from = end.end;
      return;
    }
    use(begin, open);
    from = begin.end;
    if (!close) return;
    const end =
      findTag(text, close, from) ??
      (capture ? undefined : repeatedOpening(text, open, from, limit)) ??
      foreignClosing(text, tags, from, limit);
    if (end && end.start <= limit) {
      use(end, close);
      parts.push({ start: begin.end, end: end.start });
      from = end.end;
      return;
    }
    const at = begin.end + text.slice(begin.end, limit).trimEnd().length;
    edits.push({ start: at, end: at, text: close, cause: 'missing-tag' });
    parts.push({ start: begin.end, end: at });
    // At the very end nobody knows whether only the tag is missing.
    if (limit === text.length && !/[.!?"'”’}\])]$/.test(text.slice(begin.end, at))) isLossy = true;
    from = at;
  });
  edits.sort((one, other) => one.start - other.start);
  // Each tag that is missing may have stood elsewhere; who writes tags in another way does so with all.
  const further = (['missing-tag', 'wrong-tag'] as const).map(cause => {
    const count = edits.filter(edit => edit.cause === cause).length;
    return markupCauses[cause].trust ** Math.max(count - 1, 0);
  });
  const confidence = further.reduce((product, trust) => product * trust, trustIn(edits));
  return { edits, parts, lossy: isLossy, confidence };
}

/** Where the next part begins that has its tag; the text's end where there is none. */
function nextOpening(text: string, tags: readonly TagPair[], from: number): number {
  return tags.reduce((least, tag) => Math.min(least, findOpening(text, tag, from)?.start ?? least), text.length);
}

/** `<thought> … <thought>`: the beginning written again where the end should be. */
function repeatedOpening(text: string, open: string, from: number, limit: number): FoundTag | undefined {
  const start = text.indexOf(open, from);
  return start >= 0 && start < limit ? { start, end: start + open.length, cause: 'wrong-tag' } : undefined;
}

/** `<plan> … </answer>`: the end of another part, which has not begun, where the end of this one should be. */
function foreignClosing(text: string, tags: readonly TagPair[], from: number, limit: number): FoundTag | undefined {
  const end = from + text.slice(from, limit).trimEnd().length;
  const other = tags.find(({ close }) => close !== '' && text.endsWith(close, end));
  const start = end - (other?.close.length ?? 0);
  return other && start > from ? { start, end, cause: 'wrong-tag' } : undefined;
}

/** The first place where a part begins. A name that its tag captures is the answer's own: it is never written anew. */
function findOpening(text: string, tag: TagPair, from: number): FoundTag | undefined {
  return tag.capture ? openingAt(text, tag, from) : findTag(text, tag.open, from);
}

/** The first place of a tag at or behind `from`: as it is, else in one of the ways in which models write it. */
function findTag(text: string, tag: string, from: number): FoundTag | undefined {
  const exact = text.indexOf(tag, from);
  if (exact >= 0) return withMarks(text, { start: exact, end: exact + tag.length }, from);
  for (const [spelling, cause] of spellings(tag)) {
    const start = text.indexOf(spelling, from);
    if (start >= 0) return { start, end: start + spelling.length, cause };
  }
  // Between the words and signs of a tag a few blanks may stand. Nothing there can be read in two ways, so nothing is
  // tried again. Lower-casing the text instead would shift what follows a letter that gets longer.
  const words = tag.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  const escaped = words.map(word => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('[ \\t\\n]{0,3}'), 'gi');
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (!found) return withoutLastSign(text, tag, from);
  const start = found.index;
  const end = start + found[0].length;
  return { start, end, cause: found[0].length === tag.length ? 'tag-case' : 'tag-spaces' };
}

/** A tag whose bracket is missing, at the end of a line or of the text: `</answer`. */
function withoutLastSign(text: string, tag: string, from: number): FoundTag | undefined {
  if (!/^[<[]\S+[>\]]$/.test(tag)) return undefined;
  const bare = tag.slice(0, -1);
  for (let at = text.indexOf(bare, from); at >= 0; at = text.indexOf(bare, at + 1)) {
    const end = at + bare.length;
    if (end === text.length || /\s/.test(text.charAt(end))) return { start: at, end, cause: 'tag-spelling' };
  }
  return undefined;
}

/** A tag with the marks of emphasis on both of its sides, which would stay in the parts of the answer. */
function withMarks(text: string, { start, end }: Span, from: number): FoundTag {
  const mark = ['**', '__', '`', '*'].find(
    each => start - each.length >= from && text.startsWith(each, end) && text.startsWith(each, start - each.length),
  );
  return mark ? { start: start - mark.length, end: end + mark.length, cause: 'emphasised-tag' } : { start, end };
}

function spellings(tag: string): readonly (readonly [string, MarkupCause])[] {
  const html = tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const slashes = tag.replace(/[<>[\]_*]/g, '\\$&');
  const ends = tag.replace(/[<[]/g, '\\$&');
  const both: [string, MarkupCause][] = [html, slashes, ends]
    .filter(each => each !== tag)
    .map(each => [each, 'escaped-tag']);
  for (const mark of ['**', '__', '`', '*']) {
    const inside = tag.length > 2 ? tag.slice(0, 1) + mark + tag.slice(1, -1) + mark + tag.slice(-1) : undefined;
    if (inside) both.push([inside, 'emphasised-tag']);
  }
  return both;
}

/** More of them are no answer. */
const mostParts = 200;
/** How sure an end is that stands behind whole JSON, and one behind other text, where the same part begins once more. */
const jsonTrust = 0.95;
const textTrust = 0.85;

/**
 * The edits that end a part in front of the beginning of another one of the same kind: a format may repeat it, as calls of
 * tools. Where each has its end, only what the parts hold is left to mend. Linear in the response for each kind.
 */
export function missingEnds(text: string, tags: readonly TagPair[]): readonly Repairing[] {
  return tags.flatMap(tag => (tag.open && tag.close && tag.open !== tag.close ? endsOf(text, tag) : []));
}

function endsOf(text: string, tag: TagPair): readonly Repairing[] {
  const { close } = tag;
  const edits: ResponseEdit[] = [];
  const parts: { readonly start: number; readonly end: number }[] = [];
  let trust = jsonTrust;
  let begin = openingAt(text, tag, 0);
  let closed = -1;
  for (let i = 0; begin; i++) {
    if (i === mostParts) return [];
    const start = begin.end;
    const next = openingAt(text, tag, start);
    if (closed < start) {
      closed = text.indexOf(close, start);
      if (closed < 0) closed = text.length;
    }
    const limit = next ? next.start : text.length;
    const end = Math.min(closed, start + text.slice(start, limit).trimEnd().length);
    if (closed >= limit) {
      edits.push({ start: end, end, text: close, cause: 'missing-tag' });
      if (!strictValue(text.slice(start, end).trim())) trust = textTrust;
    }
    parts.push({ start, end });
    begin = next;
  }
  // A beginning with nothing behind it was meant for an end.
  const isWhole = parts.every(({ start, end }) => text.slice(start, end).trim() !== '');
  if (parts.length < 2 || !isWhole) return [];
  return [{ edits, parts, lossy: false, confidence: edits.length > 0 ? trust : 1 }];
}
