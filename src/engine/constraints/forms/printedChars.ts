import { type CharRanges, complement, lastChar } from '../../grammar/charRanges.ts';

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** A character inside of a literal or a class; what has a meaning there is given as its number. */
export function printedChar(code: number, special: string): string {
  const char = String.fromCodePoint(code);
  if (named[char] !== undefined) return named[char]!;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || special.includes(char)) return `\\x${hex(code, 2)}`;
  return code >= 0x2000 && code < 0x10000 && /\p{Z}|\p{C}/u.test(char) ? `\\u${hex(code, 4)}` : char;
}

function hex(code: number, length: number): string {
  return code.toString(16).toUpperCase().padStart(length, '0');
}

/** A class of characters; of all but a few, those few are printed. */
export function printedClass(ranges: CharRanges): string {
  const isNegated = ranges.at(-1)?.[1] === lastChar;
  const shown = isNegated ? complement(ranges) : ranges;
  // There is no class of no character: NUL is the one that no grammar writes.
  if (shown.length === 0) return '[^\\x00]';
  const items = shown.map(([from, to]) => {
    const [first, last] = [classChar(from), classChar(to)];
    return from === to ? first : to === from + 1 ? first + last : `${first}-${last}`;
  });
  return `[${isNegated ? '^' : ''}${items.join('')}]`;
}

function classChar(code: number): string {
  return printedChar(code, '[]^-"/');
}
