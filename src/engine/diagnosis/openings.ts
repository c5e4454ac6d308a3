import { keptFor } from '../core/once.ts';
import type { ParseResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { TagPair } from './expectedMarkup.ts';

/** A word that no example has. */
const mark = 'zq';
/** What a captured name is made of. */
const name = '[^\\s<>{}\\[\\]()"\'`,;]{1,200}';

/** Where a part begins at or behind `from`, as its tag is written; a tag that captures a name has any name. Linear. */
export function openingAt(text: string, tag: TagPair, from: number): Span | undefined {
  const { open } = tag;
  const pattern = tag.capture && patternOf(tag);
  if (!pattern) {
    const start = text.indexOf(open, from);
    return start < 0 ? undefined : { start, end: start + open.length };
  }
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found ? { start: found.index, end: pattern.lastIndex } : undefined;
}

/** What finds a tag that captures a name; `undefined` of one that does not. */
const patternOf = keptFor(({ open, capture }: TagPair): RegExp | undefined => {
  if (!capture) return undefined;
  const [before, behind] = [open.slice(0, capture.start), open.slice(capture.end)].map(escaped);
  // Blanks may stand between two tags, as far as the definition reads them.
  return new RegExp(`${before}${name}${behind}`.replaceAll('><', '>\\s{0,20}<'), 'g');
});

/**
 * The tags, with the place of the name in those whose beginning captures one, which is the answer's and not the format's:
 * found out by reading the example with another name there. `parse` never rejects.
 */
export async function withCaptures(
  tags: readonly TagPair[],
  example: string,
  parse: (text: string) => Promise<ParseResult>,
): Promise<readonly TagPair[]> {
  const found: TagPair[] = [];
  for (const tag of tags) {
    const word = [...tag.open.matchAll(/[\p{L}\p{N}_]+/gu)].at(-1);
    const capture = word && { start: word.index, end: word.index + word[0].length };
    const other = word && word[0] + mark;
    const open = capture && tag.open.slice(0, capture.start) + other + tag.open.slice(capture.end);
    const result = open === undefined ? undefined : await parse(example.replace(tag.open, () => open));
    found.push(capture && result?.ok && hasText(result.value, other!) ? { ...tag, capture } : tag);
  }
  return found;
}

/** Whether one of the texts in plain data is just this one. */
function hasText(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some(item => hasText(item, text));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
