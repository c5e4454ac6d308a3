import { keptFor } from '../core/once.ts';
import type { DiagnosedFormat } from './diagnosedFormat.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { ResponseEdit } from './responseCandidate.ts';

const word = /[\p{L}\p{N}_]+/gu;
const wordEnds = /[\p{L}\p{N}_]$/u;
const wordBegins = /^[\p{L}\p{N}_]/u;
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
  const put = edits.flatMap(({ text }) => (text === '' ? [] : (text.replace(writtenEscape, ' ').match(word) ?? [])));
  if (put.length === 0) return false;
  const words = [...new Set(put)];
  const isMissing = missingFrom(response, expected, words.length);
  const unknown = new Set(words.filter(each => isMissing(each) && !says(each)));
  return unknown.size > 0 && textsIn(value).some(text => (text.match(word) ?? []).some(each => unknown.has(each)));
}

/** So many words are looked for one by one; for more all words of the answer are taken down. */
const mostLookedFor = 8;

/** Tells whether a word stands neither in a response nor in the marks of its format. `count`: how many will be looked for. */
function missingFrom(response: string, expected: ExpectedMarkup, count: number): (each: string) => boolean {
  const marks = markWords(expected);
  const texts = withoutEscapes(response);
  if (count <= mostLookedFor) return each => !marks.has(each) && !texts.some(text => hasWord(text, each));
  const allWords = wordsOf(texts);
  return each => !marks.has(each) && !allWords.has(each);
}

/** Whether a text has a word as a whole. */
function hasWord(text: string, whole: string): boolean {
  for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + 1)) {
    const end = at + whole.length;
    if (!wordEnds.test(text.slice(Math.max(at - 2, 0), at)) && !wordBegins.test(text.slice(end, end + 2))) return true;
  }
  return false;
}

/** The words of a definition's text. */
export function definitionWords(text: string): ReadonlySet<string> {
  return wordsOf(withoutEscapes(text));
}

/** What stands behind an escape is a word as it is written and as it is meant: `\nBo` and `Bo`. */
function withoutEscapes(text: string): readonly string[] {
  const plain = text.includes('\\') || text.includes('&') ? text.replace(writtenEscape, ' ') : text;
  return plain === text ? [text] : [text, plain];
}

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(text => text.match(word) ?? []));
}

/** The words that a format is written with. */
const markWords = keptFor((expected: ExpectedMarkup) => wordsOf(marksOf(expected)));

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
