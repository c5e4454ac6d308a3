import { isBlank } from '../json/jsonSpans.ts';

// Character codes, named by what they are in JSON.

/** `"`. */
export const quote = 0x22;
/** `#`. */
export const hash = 0x23;
/** `%`. */
export const percent = 0x25;
/** `'`. */
export const apostropheCode = 0x27;
/** `(`. */
export const openParen = 0x28;
/** `)`. */
export const closeParen = 0x29;
/** `*`. */
export const star = 0x2a;
/** `+`. */
export const plus = 0x2b;
/** `,`. */
export const comma = 0x2c;
/** `-`. */
export const minus = 0x2d;
/** `.`. */
export const dot = 0x2e;
/** `/`. */
export const slash = 0x2f;
/** `:`. */
export const colon = 0x3a;
/** `;`. */
export const semicolon = 0x3b;
/** `<`. */
export const less = 0x3c;
/** `=`. */
export const equals = 0x3d;
/** `[`. */
export const openList = 0x5b;
/** `\`. */
export const backslash = 0x5c;
/** `]`. */
export const closeList = 0x5d;
export const backtick = 0x60;
/** `{`. */
export const openObject = 0x7b;
/** `}`. */
export const closeObject = 0x7d;
/** A line feed. */
export const newline = 0x0a;

export { isBlank };

/** True for a space that JSON does not count as one: no-break and typographic spaces, a byte order mark, … */
export function isOddSpace(code: number): boolean {
  if (code < 0x80) return code === 0x0b || code === 0x0c;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    code === 0x180e ||
    (code >= 0x2000 && code <= 0x200d) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** True for a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** True for what a name is made of: letters of any script, digits, `_` and `$`. */
export function isNameCode(code: number): boolean {
  if (code < 0x80)
    return (
      isDigit(code) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a) ||
      code === 0x5f ||
      code === 0x24
    );
  return (
    !isOddSpace(code) &&
    !(code >= 0x2010 && code <= 0x206f) &&
    !(code >= 0x3001 && code <= 0x303f) &&
    code !== 0xb4 &&
    !isWide(code)
  );
}

/** True for a full-width sign of punctuation. */
function isWide(code: number): boolean {
  return code > 0xff00 && code < 0xff66 && !/[\p{L}\p{N}_＿＄]/u.test(String.fromCharCode(code));
}

/** The sign of JSON's structure that a character of this code is: itself, or what a full-width sign stands for. */
export function signOf(code: number): number {
  if (code < 0x3001) return code;
  switch (code) {
    case 0xff1a:
      return colon;
    case 0xff0c:
    case 0x3001:
    case 0xff1b:
      return comma;
    case 0xff5b:
      return openObject;
    case 0xff5d:
      return closeObject;
    case 0xff3b:
      return openList;
    case 0xff3d:
      return closeList;
    default:
      return code;
  }
}

/** Whether the two characters at `position` are a line break or a tab as a string writes it, `\n`, with no word behind it. */
export function isWrittenBreak(text: string, position: number): boolean {
  if (text.charCodeAt(position) !== backslash) return false;
  const letter = text.charCodeAt(position + 1);
  if (letter !== 0x6e && letter !== 0x72 && letter !== 0x74) return false;
  const next = text.charCodeAt(position + 2);
  return !(next < 0x80 && isNameCode(next)) || position + 2 >= text.length;
}

/** True for `}`, `]` and `)`. */
export function isCloser(code: number): boolean {
  return code === closeObject || code === closeList || code === closeParen;
}

/** The first position from `position` on that is not a blank. */
export function skipBlanks(text: string, position: number): number {
  let i = position;
  while (i < text.length && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** The first position from `position` on that is not a space of any kind. */
export function skipSpaces(text: string, position: number): number {
  let i = skipBlanks(text, position);
  while (isOddSpace(text.charCodeAt(i))) i = skipBlanks(text, i + 1);
  return i;
}

/** The position after the last character before `position` that is not a blank, and not before `limit`. */
export function skipBlanksBack(text: string, position: number, limit: number): number {
  let i = position;
  while (i > limit && isBlank(text.charCodeAt(i - 1))) i--;
  return i;
}

/** Whether a comment begins at `position`. */
export function isCommentAt(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  if (code === slash) {
    const next = text.charCodeAt(position + 1);
    return next === slash || next === star;
  }
  if (code !== hash) return false;
  const next = text.charCodeAt(position + 1);
  return !(next >= 0x21);
}

/**
 * Finds the end of the comment at a position: of its line, or of its block; the text's where it is not closed. Readings ask
 * for it one after another: text that was searched for one is not searched again for the next.
 */
export function commentEnds(text: string): (position: number) => number {
  const blockEnd = nextOf(text, '*/');
  const lineEnd = nextOf(text, '\n');
  return position =>
    text.charCodeAt(position) === slash && text.charCodeAt(position + 1) === star
      ? Math.min(blockEnd(position + 2) + 2, text.length)
      : lineEnd(position);
}

/** The next place of `sought`, from a position on; the text's length where there is none. */
function nextOf(text: string, sought: string): (from: number) => number {
  let searchedFrom = 0;
  let found = -1;
  return from => {
    if (from < searchedFrom || from > found) {
      const at = text.indexOf(sought, from);
      searchedFrom = from;
      found = at < 0 ? text.length : at;
    }
    return found;
  };
}

/**
 * The end of the reasoning that a text begins with, in a pair of tags of its own, or without the first of them, which a
 * template may have written; 0 where it begins otherwise. Linear.
 */
export function reasoningEnd(text: string): number {
  if (!text.includes('</')) return 0;
  const open = /^\s*<(think|thinking|thought|thoughts|reasoning|reflection|scratchpad)>/i.exec(text);
  const close = new RegExp(`</${open?.[1] ?? 'think'}>\\s*`, 'gi');
  close.lastIndex = open?.[0].length ?? 0;
  const found = close.exec(text);
  if (!found || (!open && text.slice(0, found.index).includes('<think>'))) return 0;
  return found.index + found[0].length;
}

/** What models end an answer with: the end of a tag, a token of their own. */
const mark = String.raw`(?:</[\w:-]{1,40}>|<\|[\w/ ]{1,40}\|>|<｜[^｜<>]{1,40}｜>|<end_of_turn>|\[/[A-Z_]{1,20}\])`;
const markHere = new RegExp(mark, 'uy');
const marksAtEnd = new RegExp(String.raw`(?:\s{0,20}${mark})+\s*$`, 'u');
/** The marks that a text ends with are no longer than that. */
const longestMarks = 200;

/** Whether such a mark stands at `position`. */
export function isMarkAt(text: string, position: number): boolean {
  markHere.lastIndex = position;
  return markHere.test(text);
}

/** Where the marks begin that a text ends with, the blanks before them included; its length where there are none. */
export function marksStart(text: string): number {
  const from = Math.max(0, text.length - longestMarks);
  const found = marksAtEnd.exec(text.slice(from));
  return found ? from + found.index : text.length;
}
