import type { ParseResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import { trustIn } from './causes.ts';
import type { ExpectedMarkup, TagPair } from './expectedMarkup.ts';
import { openingAt } from './openings.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { plainTags } from './tagSpellings.ts';

/** Tags of a text that are looked at, and line breaks of an example that are tried. */
const mostTags = 2000;
const mostTried = 8;
/** What a line break takes the place of: blanks in front of a break, of JSON or of a tag. */
const blanks = /[ \t]{0,20}(?=[\n{[<])/y;

/** A tag as it stands in a text. */
interface Placed extends Span {
  /** The same for all tags that differ by the names they carry alone. */
  readonly kind: string;
  readonly isEnd: boolean;
}

/** A place where a format may need a line break: behind a tag, or in front of one that ends something. */
interface BreakPlace {
  readonly name: string;
  readonly at: number;
  readonly isThere: boolean;
}

/**
 * The line breaks beside tags without which a format is not read: those of an example after whose removal its value is
 * another one. They are named as {@link lineBreaks} looks for them. `parse` never rejects; it is asked a bounded number of times.
 */
export async function neededBreaks(
  tags: readonly TagPair[],
  example: string,
  result: ParseResult,
  parse: (text: string) => Promise<ParseResult>,
): Promise<ReadonlySet<string>> {
  const needed = new Set<string>();
  if (!result.ok) return needed;
  const whole = withoutFeeds(result.value);
  const tried = new Set<string>();
  for (const { name, at, isThere } of placesIn(example, tags)) {
    if (!isThere || tried.has(name)) continue;
    if (tried.size === mostTried) break;
    tried.add(name);
    const other = await parse(example.slice(0, at) + example.slice(at + 1));
    if (!other.ok || withoutFeeds(other.value) !== whole) needed.add(name);
  }
  return needed;
}

/** The edits that put in the line breaks which a format needs beside its tags. `undefined` where none is missing. Linear for each kind of tag. */
export function lineBreaks(text: string, { tags, breaks }: ExpectedMarkup): Repairing | undefined {
  if (breaks.size === 0) return undefined;
  const edits: ResponseEdit[] = [];
  for (const { name, at, isThere } of placesIn(text, tags)) {
    if (isThere || !breaks.has(name)) continue;
    blanks.lastIndex = at;
    const end = at + (blanks.exec(text)?.[0].length ?? 0);
    const last = edits.at(-1);
    if (last?.end === at) edits[edits.length - 1] = { ...last, end, text: `${last.text}\n` };
    else edits.push({ start: at, end, text: text.charAt(end) === '\n' ? '' : '\n', cause: 'missing-line-break' });
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: false, parts: [] } : undefined;
}

/** The places behind tags and in front of ends, in the order of the text. One break is not both. */
function placesIn(text: string, tags: readonly TagPair[]): readonly BreakPlace[] {
  let from = 0;
  return tagsIn(text, tags).flatMap(({ start, end, kind, isEnd }) => {
    const before = { name: `before ${kind}`, at: start - 1, isThere: start > from && text.charAt(start - 1) === '\n' };
    const behind = { name: `behind ${kind}`, at: end, isThere: /[\r\n]/.test(text.charAt(end)) };
    from = end + (behind.isThere ? 1 : 0);
    const place = before.isThere ? before : { ...before, at: start };
    return isEnd ? [place, behind] : [behind];
  });
}

/** The tags of a text, in its order; none within another one. */
function tagsIn(text: string, tags: readonly TagPair[]): readonly Placed[] {
  const found: Placed[] = [];
  const add = (place: Span, kind: string, isEnd: boolean) =>
    found.push({ start: place.start, end: place.end, kind, isEnd });
  for (const [i, tag] of tags.entries()) {
    const { close } = tag;
    let open = isOther(tag.open) ? openingAt(text, tag, 0) : undefined;
    for (; open && found.length < mostTags; open = openingAt(text, tag, open.end)) add(open, `opening ${i}`, false);
    let at = isOther(close) ? text.indexOf(close) : -1;
    for (; at >= 0 && found.length < mostTags; at = text.indexOf(close, at + close.length))
      add({ start: at, end: at + close.length }, `closing ${i}`, true);
  }
  for (const { 0: tag, 1: slash, 2: name, 3: equals, index } of text.matchAll(plainTags)) {
    if (found.length >= 2 * mostTags) break;
    add({ start: index, end: index + tag.length }, `${slash}${name}${equals}`, slash === '/');
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return found.filter(place => {
    if (place.start < end) return false;
    end = place.end;
    return true;
  });
}

/** Whether what stands around a part is more than tags in angle brackets, which have names of their own. */
function isOther(markup: string): boolean {
  return markup.replace(plainTags, '').trim() !== '';
}

/** A value of plain data as text, but for the line ends of its texts. */
function withoutFeeds(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'string' ? item.replaceAll('\n', '') : typeof item === 'bigint' ? String(item) : item,
  );
}
