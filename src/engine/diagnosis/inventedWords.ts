import type { DiagnosedFormat } from './diagnosedFormat.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { ResponseEdit } from './responseCandidate.ts';

const word = /[\p{L}\p{N}_]+/gu;
/** What an escape is written with. */
const writtenEscape = /\\u[\da-f]{4}|\\[bfnrt]|&(?:amp|lt|gt|quot|apos);/gi;

/**
 * Whether edits put a word into a value that stands neither in the answer nor in the definition, nor in the marks of its
 * format: a name, a key or a value that nobody said. Linear.
 */
export function inventsWords(
  edits: readonly ResponseEdit[],
  value: unknown,
  response: string,
  { expected, says }: { readonly expected: ExpectedMarkup } & Pick<DiagnosedFormat, 'says'>,
): boolean {
  const put = edits.flatMap(({ text }) => text.replace(writtenEscape, ' ').match(word) ?? []);
  if (put.length === 0) return false;
  const known = wordsOf([...withoutEscapes(response), ...marksOf(expected)]);
  const unknown = new Set(put.filter(each => !known.has(each) && !says(each)));
  return unknown.size > 0 && textsIn(value).some(text => (text.match(word) ?? []).some(each => unknown.has(each)));
}

/** The words of a definition's text. */
export function definitionWords(text: string): ReadonlySet<string> {
  return wordsOf(withoutEscapes(text));
}

/** What stands behind an escape is a word as it is written and as it is meant: `\nBo` and `Bo`. */
function withoutEscapes(text: string): readonly string[] {
  return [text, text.replace(writtenEscape, ' ')];
}

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(text => text.match(word) ?? []));
}

/** What a format is written with, of which a value has its part where it is the whole text. */
function marksOf({ tags, fence = '', example, said }: ExpectedMarkup): readonly string[] {
  const own = tags.flatMap(({ open, close, capture }) => [
    capture ? open.slice(0, capture.start) + open.slice(capture.end) : open,
    close,
  ]);
  const names = [...example.matchAll(/<\/?[\p{L}_][\p{L}\p{N}_.:-]*>/gu)].map(([tag]) => tag);
  return ['json', fence, ...own, ...names, ...said.marks];
}

/** The keys and texts of plain data. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}
