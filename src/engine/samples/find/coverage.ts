import { nearest } from '../../core/nearestName.ts';
import { once } from '../../core/once.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, PyOpaque, type PyValue } from '../../core/pyValue.ts';

/** How much of a response is accounted for, each from 0 to 1. */
export interface Coverage {
  /** The share of its words that are in the value, or named by the definition. */
  readonly words: number;
  /** The share of its marks (punctuation, and numbers and the like) that the parser understood: they are not in the value’s texts. */
  readonly marks: number;
}

/** A response made ready to be compared with values. */
export interface CountedText {
  readonly words: ReadonlyMap<string, number>;
  readonly wordCount: number;
  readonly markCount: number;
}

const word = once(() => /[\p{L}\p{M}\p{N}_]+/gu);
/** Punctuation, and what JSON has beside texts. */
const mark = once(() => /[^\p{L}\p{M}\p{N}_\s]|\b(?:\d+|true|false|null|NaN|Infinity)\b/gu);

/** Counts the words and marks of a response. Linear. */
export function countText(response: string): CountedText {
  const words = new Map<string, number>();
  let wordCount = 0;
  const plain = normalized(response);
  for (const [each] of plain.matchAll(word())) {
    words.set(each, (words.get(each) ?? 0) + 1);
    wordCount++;
  }
  return { words, wordCount, markCount: countMarks(plain) };
}

/**
 * How much of a response a value, and the definition that read it, account for. Words are compared as bags: a word that
 * the response has twice counts twice if the value has it twice. Linear in response and value.
 */
export function coverageOf(response: CountedText, value: PyValue, config: PyDict): Coverage {
  const left = new Map(response.words);
  let read = 0;
  let marks = 0;
  const take = (text: string) => {
    for (const [each] of text.matchAll(word())) {
      const count = left.get(each) ?? 0;
      if (count === 0) continue;
      left.set(each, count - 1);
      read++;
    }
  };
  for (const text of textsOf(value)) {
    const plain = normalized(text.text);
    take(plain);
    if (!text.isKey) marks += countMarks(plain);
  }
  for (const [key, each] of config)
    if (!['description', 'samples', 'type'].includes(key))
      for (const { text, isKey } of textsOf(each)) if (!isKey) take(text);
  const { wordCount, markCount } = response;
  return {
    words: wordCount === 0 ? 1 : read / wordCount,
    marks: markCount === 0 ? 1 : Math.max(0, 1 - marks / markCount),
  };
}

/**
 * A text that compares alike before and after its fence and its JSON were read: escapes are what they stand for, and the
 * language behind a fence, which is not content, is gone.
 */
function normalized(text: string): string {
  const plain = text.includes('```') ? text.replace(/```[\p{L}\p{N}_+#.-]*/gu, '```') : text;
  if (!plain.includes('\\')) return plain;
  return plain.replace(/\\(?:u([0-9a-fA-F]{4})|([bfnrt]))/g, (_, code: string | undefined) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function countMarks(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(mark())) count++;
  return count;
}

/** Every text, number and key in a value; `isKey`: it is none of its texts. Not recursive: a value may be as deep as its reader allows. */
function* textsOf(value: PyValue): Generator<{ readonly text: string; readonly isKey: boolean }> {
  const open: PyValue[] = [value];
  while (open.length > 0) {
    const each = open.pop() ?? null;
    if (isPyList(each)) for (const item of each) open.push(item);
    else if (isPyDict(each))
      for (const [key, item] of each) {
        yield { text: key, isKey: true };
        open.push(item);
      }
    else if (each instanceof PyOpaque) open.push(each.json);
    else if (typeof each === 'string') yield { text: each, isKey: false };
    else yield { text: each instanceof PyFloat ? `${each.value}.0` : String(each), isKey: true };
  }
}

/** What stands where a name stands in JSON, in tags and in front of what it labels. */
const places: () => readonly RegExp[] = once(() => [
  /["'“‘]([\p{L}_][\p{L}\p{N}_ .-]{0,60})["'”’]\s{0,10}[:：=]/gu,
  /[{,]\s{0,20}([\p{L}_][\p{L}\p{N}_]{0,60})\s{0,10}[:：]/gu,
  /[<[]\/?[ *_]{0,3}([\p{L}_][\p{L}\p{N}_.-]{0,60})[ *_]{0,3}[>\]=]/gu,
  /^[ \t*_#>-]{0,10}(\p{L}[\p{L}\p{N}_ ]{0,40})[*_]{0,3}[ \t]{0,3}[:：]/gmu,
]);
/** How much of a text is looked at, in UTF-16 units, and how many names. */
const maxText = 50_000;
const maxNames = 500;
/** Shorter names are not near to others. */
const leastLetters = 4;

/** The names in a text, without case and separators. */
export function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const looked = text.slice(0, maxText);
  for (const place of places())
    for (const [, name = ''] of looked.matchAll(place)) {
      const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
      if (plain !== '' && names.size < maxNames) names.add(plain);
    }
  return names;
}

/** What share of the names that a format has a text has as well, from 0 to 1; nearly the same counts. 0: the format has none. */
export function nameMatch(formNames: ReadonlySet<string>, textNames: ReadonlySet<string>): number {
  if (formNames.size === 0) return 0;
  const isThere = (name: string) =>
    textNames.has(name) || (name.length >= leastLetters && nearest(name, textNames) !== undefined);
  return [...formNames].filter(isThere).length / formNames.size;
}

/** Whether more than half of the names of a response are names in a value's texts as well. False where the response has none. Linear in the value. */
export function holdsNames(value: PyValue, textNames: ReadonlySet<string>): boolean {
  if (textNames.size === 0) return false;
  const held = new Set<string>();
  let left = maxText;
  for (const { text, isKey } of textsOf(value)) {
    if (left <= 0) break;
    left -= text.length;
    if (!isKey) for (const name of namesIn(text)) if (textNames.has(name)) held.add(name);
  }
  return held.size > textNames.size / 2;
}

/** `holdsNames` for what was read of a response. */
export function takesNamesAsText(response: string, value: PyValue): boolean {
  return holdsNames(value, namesIn(response));
}
