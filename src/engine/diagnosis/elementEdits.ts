import { keptFor } from '../core/once.ts';
import { trustIn } from './causes.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** Deeper than any format that is described by an example. */
const deepest = 20;
/** A tag in angle brackets: `<vote>`, `</vote>`, `<function=vote>`; or the beginning of what XML keeps as it is. */
const pattern = /<!\[CDATA\[|<(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)(=[^<>\n]{0,100})?>/gu;

/** An element of a format, and what may stand around it. */
interface Known {
  /** The names of the elements that it stands in; empty: it stands in none. */
  readonly parents: Set<string>;
  hasEnd: boolean;
}

/** What a scan of tags has open. */
interface Open {
  readonly name: string;
  readonly end: number;
}

/**
 * The edits that end the elements of a response, in angle brackets, where an example of the format shows that they end: before
 * a sibling begins, with what they stand in, at the end of the text. A beginning that is written again in place of the end is
 * made the end. `anyTag`: the format has elements that its example does not show, one a line. `undefined` where nothing is missing, or the tags do not
 * stand as the format has them. Linear.
 */
export function elementEdits(text: string, expected: ExpectedMarkup): Repairing | undefined {
  const format = elementsOf(expected);
  if (format.size === 0) return undefined;
  const { anyTag } = expected.said;
  const edits: ResponseEdit[] = [];
  const open: Open[] = [];
  const tags = tagsOf(text);
  const closeAt = (at: number, within: number) => {
    const end = within + text.slice(within, at).trimEnd().length;
    edits.push({ start: end, end, text: `</${open.pop()!.name}>`, cause: 'missing-tag' });
    return end;
  };
  let last = 0;
  for (const [i, tag] of tags.entries()) {
    const [all, slash, name = '', value] = tag;
    const start = tag.index;
    const end = start + all.length;
    const parentsOf =
      format.get(name) ?? (anyTag && (isAtLineStart(text, start) || open.at(-1)?.name === name) ? loose : undefined);
    if (!parentsOf) continue;
    if (slash) {
      const depth = open.findLastIndex(each => each.name === name);
      if (depth < 0) return undefined;
      while (open.length > depth + 1) last = closeAt(start, last);
      open.pop();
    } else if (
      open.at(-1)?.name === name &&
      !parentsOf.parents.has(name) &&
      !value &&
      tags[i + 1]?.[0] !== `</${name}>` &&
      !isInside(format, tags[i + 1], name)
    ) {
      edits.push({ start: start + 1, end: start + 1, text: '/', cause: 'wrong-tag' });
      open.pop();
    } else {
      while (open.length > 0 && !parentsOf.parents.has(open.at(-1)!.name)) last = closeAt(start, last);
      if (!parentsOf.parents.has(open.at(-1)?.name ?? '') || open.length > deepest) return undefined;
      if (parentsOf.hasEnd) open.push({ name, end });
    }
    last = end;
  }
  // Behind a tag nothing is missing but tags; behind words nobody knows.
  const rest = text.slice(last).trimEnd();
  const isLossy = open.length > 0 && rest.trim() !== '' && !/[.!?"'”’}\])]$/.test(rest);
  if (open.length > 0) {
    const at = last + rest.length;
    const ends = open.toReversed().map(({ name }) => `</${name}>`);
    edits.push({ start: at, end: at, text: ends.join(''), cause: 'missing-tag' });
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: isLossy, parts: [] } : undefined;
}

/** Whether a tag begins an element that stands in those of a name: then one of these begins before it. */
function isInside(format: ReadonlyMap<string, Known>, tag: RegExpExecArray | undefined, name: string): boolean {
  return tag?.[1] === '' && format.get(tag[2] ?? '')?.parents.has(name) === true;
}

/** An element that the example does not show. */
const loose: Known = { parents: new Set(['']), hasEnd: true };

/** The elements of an example, by name. */
const elementsOf = keptFor(({ example }: ExpectedMarkup): ReadonlyMap<string, Known> => {
  const found = new Map<string, Known>();
  const open: string[] = [];
  for (const tag of tagsOf(example)) {
    const [, slash, name = ''] = tag;
    if (slash) {
      const depth = open.lastIndexOf(name);
      if (depth < 0) continue;
      for (const each of open.splice(depth + 1)) found.get(each)!.hasEnd = false;
      open.pop();
      found.get(name)!.hasEnd = true;
    } else {
      const element = found.get(name) ?? { parents: new Set(), hasEnd: false };
      element.parents.add(open.at(-1) ?? '');
      found.set(name, element);
      open.push(name);
    }
  }
  return found;
});

/** The tags of a text, but for those that stand in what XML keeps as it is. */
function tagsOf(text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  let after = 0;
  /** Without an end it is text like any other, and so are those behind it. */
  let hasEnd = true;
  for (const tag of text.matchAll(pattern)) {
    if (tag.index < after) continue;
    if (tag[2] !== undefined) found.push(tag);
    else if (hasEnd) {
      const stop = text.indexOf(']]>', tag.index);
      hasEnd = stop >= 0;
      after = Math.max(stop, after);
    }
  }
  return found;
}

function isAtLineStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - 50, 0), at);
  return before.slice(before.lastIndexOf('\n') + 1).trim() === '' && (at <= 50 || before.includes('\n'));
}
