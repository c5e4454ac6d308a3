import { type CharRanges, complement, lastChar } from '../../grammar/index.ts';

/** The largest grammar that is printed, in characters. */
export const maxPrinted = 500_000;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** How a character is given as its number: by two digits where they suffice, or, as xgrammar reads on behind two, by four or eight. */
export type CharNumbers = 'short' | 'long';

/** A character inside of a literal or a class; what has a meaning there is given as its number. */
export function printedChar(code: number, special: string, numbers: CharNumbers = 'short'): string {
  const char = String.fromCodePoint(code);
  if (named[char] !== undefined) return named[char]!;
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  if (isControl || special.includes(char)) return numbers === 'short' ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
  if (numbers === 'long' && code > 0xffff) return `\\U${hex(code, 8)}`;
  return code < 0x10000 && code >= 0xa0 && /\p{Z}|\p{C}/u.test(char) ? `\\u${hex(code, 4)}` : char;
}

function hex(code: number, length: number): string {
  return code.toString(16).toUpperCase().padStart(length, '0');
}

/**
 * A class of characters; of all but a few, those few are printed, where they are ASCII or numbers are short: of others xgrammar
 * takes the last byte.
 */
export function printedClass(ranges: CharRanges, numbers: CharNumbers = 'short'): string {
  const rest = complement(ranges);
  const isNegated = ranges.at(-1)?.[1] === lastChar && (numbers === 'short' || (rest.at(-1)?.[1] ?? 0) < 0x80);
  const printed = isNegated ? rest : ranges;
  // There is no class of no character: NUL is the one that no grammar writes.
  if (printed.length === 0) return `[^${printedChar(0, '', numbers)}]`;
  const items = printed.map(([from, to]) => {
    const [first, last] = [classChar(from, numbers), classChar(to, numbers)];
    return from === to ? first : to === from + 1 ? first + last : `${first}-${last}`;
  });
  return `[${isNegated ? '^' : ''}${items.join('')}]`;
}

function classChar(code: number, numbers: CharNumbers): string {
  return printedChar(code, '[]^-"/', numbers);
}

/** Names for the rules of a printed grammar: small letters and hyphens alone, which every syntax reads. */
export class RuleNames {
  readonly #used: Set<string>;
  readonly #own = new Map<string, string>();

  constructor(used: readonly string[] = []) {
    this.#used = new Set(used);
  }

  /** The name of a rule of the model: the same each time. */
  of(name: string): string {
    const cached = this.#own.get(name);
    if (cached !== undefined) return cached;
    const own = this.fresh(name);
    this.#own.set(name, own);
    return own;
  }

  /** A name that no rule has. */
  fresh(base: string): string {
    const clean =
      base
        .toLowerCase()
        .match(/[a-z]+/g)
        ?.join('-') ?? 'text';
    for (let i = 0; ; i++) {
      const name = i === 0 ? clean : `${clean}-${letters(i)}`;
      if (this.#used.has(name)) continue;
      this.#used.add(name);
      return name;
    }
  }
}

function letters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}
