import type { Span } from '../../core/span.ts';
import { firstCodePoints, pyStrip, pythonPattern, stripSpan } from '../../python/index.ts';

const tags = 'think|thinking|reason|reasoning|analysis|scratchpad|monologue';
const anyTag = pythonPattern(String.raw`<\s*(?:/\s*)?(?:${tags})\s*>`, { ignoreCase: true });
const openTag = pythonPattern(String.raw`<\s*(?:${tags})\s*>`, { ignoreCase: true });

/** A closed block of reasoning, with and without its tags. */
interface ReasoningBlock {
  readonly span: Span;
  readonly inner: Span;
}

/** A response without its reasoning and its fences. */
export interface CleanedText {
  readonly text: string;
  /** For each character of `text`, and for its end, the offset in the response. */
  offsets(): Uint32Array;
}

/**
 * The text without closed blocks of reasoning (a blank takes their place), without code fences, and cut at a tag of
 * reasoning that stays open; stripped. A line feed before a fence makes its language stay. Linear.
 */
export function cleanText(raw: string): CleanedText {
  const outer = gaps(
    raw.length,
    reasoningBlocks(raw).map(({ span }) => span),
  );
  const joined = outer.map(({ start, end }) => raw.slice(start, end)).join(' ');
  const fences = [...joined.matchAll(/```[a-zA-Z]*\n?|\n?```/g)];
  const kept = gaps(
    joined.length,
    fences.map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
  const unfenced = kept.map(({ start, end }) => joined.slice(start, end)).join('');
  const cut = unfenced.search(openTag(unfenced));
  const { start, end } = stripSpan(unfenced, 0, cut === -1 ? unfenced.length : cut);
  return {
    text: unfenced.slice(start, end),
    offsets() {
      const inJoined = spread(outer, joined.length, 1);
      const inUnfenced = spread(kept, unfenced.length, 0).map(offset => inJoined[offset] ?? raw.length);
      const offsets = inUnfenced.subarray(start, end + 1);
      // The end belongs to the last character that is kept.
      if (end > start) offsets[end - start] = (offsets[end - start - 1] ?? 0) + 1;
      return offsets;
    },
  };
}

/** multi-agent-lab's `_strip_reasoning`. */
export function stripReasoning(raw: string | null): string {
  return cleanText(raw ?? '').text;
}

/**
 * multi-agent-lab's `extract_reasoning`: what stands in closed blocks, and behind a tag that stays open, joined by
 * blanks and cut to `limit` characters. Linear.
 */
export function extractReasoning(raw: string | null, limit = 600): string {
  const text = raw ?? '';
  const blocks = reasoningBlocks(text);
  const parts = blocks.map(({ inner }) => text.slice(inner.start, inner.end));
  const rest = gaps(
    text.length,
    blocks.map(({ span }) => span),
  )
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
  const open = openTag(rest).exec(rest);
  if (open) parts.push(rest.slice(open.index + open[0].length));
  const joined = parts
    .map(pyStrip)
    .filter(part => part !== '')
    .join(' ');
  return pyStrip(firstCodePoints(joined, limit));
}

/**
 * The matches of `<TAG>(.*?)</TAG>`, left to right; the end tag repeats the word of the begin tag in any letter case. One
 * pass: each word's end tags come in order.
 */
function reasoningBlocks(text: string): readonly ReasoningBlock[] {
  if (!text.includes('<')) return [];
  const pattern = anyTag(text);
  const found = [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ 0: tag, index }) => ({
    start: index,
    end: index + tag.length,
    closes: tag.includes('/'),
    word: lowerWord(tag),
  }));
  const closing = new Map<string, { next: number; readonly tags: Span[] }>();
  for (const { start, end, closes, word } of found) {
    if (!closes) continue;
    const same = closing.get(word);
    if (same) same.tags.push({ start, end });
    else closing.set(word, { next: 0, tags: [{ start, end }] });
  }
  const blocks: ReasoningBlock[] = [];
  let done = 0;
  for (const { start, end, closes, word } of found) {
    const same = closing.get(word);
    if (closes || start < done || !same) continue;
    while ((same.tags[same.next]?.start ?? text.length) < end) same.next++;
    const close = same.tags[same.next];
    if (!close) continue;
    blocks.push({ span: { start, end: close.end }, inner: { start: end, end: close.start } });
    done = close.end;
  }
  return blocks;
}

/** What a text from `<` to `>` is: the word of a reasoning tag and whether it closes; `undefined` where it is another tag. */
export function reasoningTag(text: string): { readonly word: string; readonly closes: boolean } | undefined {
  const found = anyTag(text).exec(text);
  return found?.index === 0 && found[0] === text ? { word: lowerWord(text), closes: text.includes('/') } : undefined;
}

/** The word of a tag, each character in the lower case that Python's `re` compares. */
function lowerWord(tag: string): string {
  const letters = tag.match(/\p{L}/gu) ?? [];
  return letters.map(character => String.fromCodePoint(character.toLowerCase().codePointAt(0)!)).join('');
}

/** What lies between spans, and before and after them. */
function gaps(length: number, spans: readonly Span[]): readonly Span[] {
  const starts = [0, ...spans.map(({ end }) => end)];
  return starts.map((start, i) => ({ start, end: spans[i]?.start ?? length }));
}

/** For each character of the spans put together, with `between` characters in the gaps, its offset; for the end as well. */
function spread(spans: readonly Span[], length: number, between: number): Uint32Array {
  const offsets = new Uint32Array(length + 1);
  let at = 0;
  for (const { start, end } of spans) {
    for (let i = start; i < end; i++) offsets[at++] = i;
    for (let i = 0; i < between && at <= length; i++) offsets[at++] = end;
  }
  offsets[length] = spans.at(-1)?.end ?? 0;
  return offsets;
}
