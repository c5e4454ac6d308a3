import { backslash, isBlank, quote } from './characters.ts';
import { singleQuotes } from './quotes.ts';
import type { Reading } from './reading.ts';

const ampersand = 0x26;

function codesOf(characters: string): Uint8Array {
  const codes = new Uint8Array(0x80);
  for (const character of characters) codes[character.charCodeAt(0)] = 1;
  return codes;
}

/** What stands behind the backslash in the escapes of two characters. */
const simpleEscapes = codesOf('"\\\\/bfnrt');

/**
 * Reads the backslash, the control character or the quote of another kind at `at` within a string: notes what JSON writes
 * for it, and returns the position after it.
 */
export function escapeStep(reading: Reading, text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === quote) {
    // A quote of JSON's within quotes of another kind: certain, and already paid for with the quotes.
    reading.note(at, at, '\\', reading.string.kind?.cause ?? 'unescaped-quote');
    return at + 1;
  }
  if (code === ampersand) return entityEnd(reading, text, at);
  if (code !== backslash) {
    return escapeControls(reading, text, at);
  }
  const kind = reading.string.kind!;
  if (kind.isEscaped) return escapedBackslash(reading, text, at);
  if (kind.isRaw) {
    reading.note(at, at, '\\', 'python-literal');
    return at + 1;
  }
  if (kind.isEntity && kind.closes(text, at + 1)) {
    reading.note(at + 1, at + 1 + kind.width, '"', 'html-entities');
    return at + 1 + kind.width;
  }
  const next = text.charCodeAt(at + 1);
  if (at + 1 >= text.length) return text.length;
  if (simpleEscapes[next] === 1) return at + 2;
  if (next === 0x75) {
    if (isHex(text, at + 2, at + 6)) return at + 6;
    if (at + 6 > text.length && isHex(text, at + 2, text.length)) return text.length;
  }
  if (next === 0x78 && isHex(text, at + 2, at + 4)) {
    reading.edit(at + 1, at + 2, 'u00', 'invalid-escape');
    return at + 4;
  }
  if (next === 0x27) {
    // How the quote is escaped in the strings of Python and JavaScript.
    if (kind === singleQuotes) reading.note(at, at + 1, '', 'single-quotes');
    else reading.edit(at, at + 1, '', 'invalid-escape');
    return at + 2;
  }
  const isLetter = (next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a;
  // Python keeps the backslash before a letter that makes no escape (as in a pattern or a path); before a sign, as in
  // Markdown, it means the sign, unless the string is a pattern or a formula.
  if (isLetter || isInPattern(reading, text, at) || (next >= 0x30 && next <= 0x39))
    reading.edit(at, at, '\\', 'invalid-escape');
  else reading.edit(at, at + 1, '', 'invalid-escape');
  // A line break or a quote behind it is looked at for itself.
  return at + (next < 0x20 || next === quote ? 1 : 2);
}

const entities: readonly (readonly [entity: string, character: string])[] = [
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&#39;', "'"],
  ['&#x27;', "'"],
  ['&apos;', "'"],
];

/** Writes the entity at `at` as what it stands for, where there is one; returns the position after it. */
function entityEnd(reading: Reading, text: string, at: number): number {
  if (!reading.string.kind?.isEntity) return at + 1;
  const found = entities.find(([entity]) => text.startsWith(entity, at));
  if (!found) return at + 1;
  const [entity, character] = found;
  reading.note(at, at + entity.length, character, 'html-entities');
  return at + entity.length;
}

/** How many control characters are escaped at once. */
const longestRun = 1000;

/** Escapes the control character at `at`, and those after it that are blanks, or are not, as it is. */
function escapeControls(reading: Reading, text: string, at: number): number {
  const areBlank = isBlank(text.charCodeAt(at));
  let i = at;
  for (; i < text.length && i < at + longestRun; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x20 || isBlank(code) !== areBlank) break;
    reading.charge('raw-newline');
  }
  reading.note(at, i, JSON.stringify(text.slice(at, i)).slice(1, -1), 'raw-newline');
  return i;
}

/** In a string whose quotes are escaped everything is: one level of backslashes goes. */
function escapedBackslash(reading: Reading, text: string, at: number): number {
  const end = Math.min(at + 2, text.length);
  if (text.charCodeAt(at + 1) !== backslash) {
    if (!isEscape(text, at) && end < text.length) reading.note(at, at, '\\', 'invalid-escape');
    return end;
  }
  const next = text.charCodeAt(end);
  if (next === backslash && end + 1 < text.length) {
    // An escaped backslash or quote.
    reading.note(at, at + 1, '', 'escaped-quotes');
    reading.note(end, end + 1, '', 'escaped-quotes');
    return end + 2;
  }
  if (!isEscape(text, at + 1)) return end;
  reading.note(at, at + 1, '', 'escaped-quotes');
  return Math.min(at + 3, text.length);
}

/** Whether an escape of JSON's stands at `at`. */
function isEscape(text: string, at: number): boolean {
  const letter = text.charAt(at + 1);
  return letter === 'u'
    ? isHex(text, at + 2, at + 6) && at + 6 <= text.length
    : letter !== '' && '"\\/bfnrt'.includes(letter);
}

/** The letters that make a class or an edge in a regular expression. */
const patternLetters = codesOf('dDwWsSB');
/** The signs that mean something in one. */
const patternSigns = codesOf('.()[]{}+?*|^$-');
/** How far around a backslash others are looked for that make the string a pattern, and how many on each side. */
const patternSearched = 24;
const mostLookedAt = 3;

/** Whether the backslash at `at`, before a sign, stands in a string beside such as only a pattern has. */
function isInPattern({ string: { start } }: Reading, text: string, at: number): boolean {
  if (patternSigns[text.charCodeAt(at + 1)] !== 1) return false;
  const first = Math.max(start, at - patternSearched);
  for (let i = at - 1, left = mostLookedAt; i >= first && left > 0; i--) {
    if (text.charCodeAt(i) !== backslash) continue;
    if (patternLetters[text.charCodeAt(i + 1)] === 1) return true;
    left--;
  }
  const last = at + patternSearched;
  for (let i = at + 2, left = mostLookedAt; i <= last && left > 0; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) return false;
    if (code !== backslash) continue;
    if (patternLetters[text.charCodeAt(i + 1)] === 1) return true;
    left--;
  }
  return false;
}

function isHex(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const letter = code | 0x20;
    if (!((code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x66))) return false;
  }
  return true;
}

/** The start of an escape that the end of the text cuts off, or the text's length where there is none. */
export function cutEscape(text: string, from: number): number {
  let run = text.length;
  for (let i = Math.max(from, text.length - 6); i < text.length; i++)
    if (text.charCodeAt(i) === backslash) {
      run = i;
      break;
    }
  if (run === text.length) return run;
  let start = run;
  while (start > from && text.charCodeAt(start - 1) === backslash) start--;
  for (let i = start; i < text.length; ) {
    if (text.charCodeAt(i) !== backslash) i++;
    else if (i + 1 >= text.length) return i;
    else if (text.charCodeAt(i + 1) === 0x75) {
      if (i + 6 > text.length) return i;
      i += 6;
    } else i += 2;
  }
  return text.length;
}
