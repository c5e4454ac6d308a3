import { utf8Bytes } from '../python/index.ts';

const whiteSpace = /\p{White_Space}/u;
const loneSurrogate = /\p{Cs}/u;

/** Rust's `str::trim`: Unicode White_Space at both ends. Linear. */
export function rustTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text[start]!)) start++;
  while (end > start && whiteSpace.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** True when Rust cannot hold the text: it has half of a surrogate pair. */
export function isBrokenUnicode(text: string): boolean {
  return loneSurrogate.test(text);
}

/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length += 4;
      i++;
    } else length += 3;
  }
  return length;
}

/** A count with its noun as Pydantic prints it: `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Several words as Pydantic prints them: `a, b or c`. */
export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The UTF-8 bytes of a text as a string of one unit for each, to look at them with string functions. */
export function utf8Units(text: string): string {
  return utf8Bytes(text)
    .map(byte => String.fromCharCode(byte))
    .join('');
}

/** The text with its `%XX` taken as bytes of UTF-8, and as it is where they are not; a percent sign alone stays. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return text;
  }
}
