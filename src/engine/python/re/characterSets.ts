import type { Category, Flags, SetItem } from './ast.ts';
import { casedIn, caseVariants } from './caseVariants.ts';

// Inside a JavaScript class under the u flag. `str.isalnum() or '_'`, category Nd, `str.isspace()`: JavaScript's own
// \w, \d, \s and \b differ (ASCII only; U+FEFF is white there, U+001C to U+001F and U+0085 are not).
const unicodeSets: Readonly<Record<Category, readonly [members: string, others: string]>> = {
  word: [
    '\\p{L}\\p{N}_',
    '\\p{M}\\p{Z}\\p{C}\\p{S}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\u203F\\u2040\\u2054\\uFE33\\uFE34\\uFE4D-\\uFE4F\\uFF3F',
  ],
  digit: ['\\p{Nd}', '\\P{Nd}'],
  space: [
    '\\t-\\r\\x1C-\\x20\\x85\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000',
    '\\0-\\x08\\x0E-\\x1B\\x21-\\x84\\x86-\\x9F\\xA1-\\u167F\\u1681-\\u1FFF\\u200B-\\u2027\\u202A-\\u202E\\u2030-\\u205E\\u2060-\\u2FFF\\u3001-\\u{10FFFF}',
  ],
};

const asciiSets: typeof unicodeSets = {
  word: ['0-9A-Za-z_', '\\0-\\x2F\\x3A-\\x40\\x5B-\\x5E\\x60\\x7B-\\u{10FFFF}'],
  digit: ['0-9', '\\0-\\x2F\\x3A-\\u{10FFFF}'],
  space: ['\\t-\\r\\x20', '\\0-\\x08\\x0E-\\x1F\\x21-\\u{10FFFF}'],
};

/** A Python set as a JavaScript class for the u flag, without help of the i flag. */
export function classSource(items: readonly SetItem[], negated: boolean, flags: Flags): string {
  const [only] = items;
  if (items.length === 1 && only && 'category' in only)
    return `[${only.negated !== negated ? '^' : ''}${categorySource(only.category, false, flags)}]`;
  const extra = new Set<number>();
  let members = '';
  for (const item of items) {
    if ('category' in item) {
      members += categorySource(item.category, item.negated, flags);
      continue;
    }
    members += rangeSource(item.low, item.high);
    if (!flags.ignoreCase) continue;
    for (const code of casedIn(item.low, item.high, flags.ascii))
      for (const variant of caseVariants(code, flags.ascii))
        if (variant < item.low || variant > item.high) extra.add(variant);
  }
  for (const code of extra) members += charSource(code);
  return `[${negated ? '^' : ''}${members}]`;
}

/** What matches one character literally, or in either case under `(?i)`. */
export function literalSource(code: number, flags: Flags): string {
  if (!flags.ignoreCase) return charSource(code);
  const variants = caseVariants(code, flags.ascii);
  return variants.length === 1 ? charSource(code) : `[${variants.map(charSource).join('')}]`;
}

/** The inside of a class for `\w`, `\d`, `\s` or their complement. */
export function categorySource(category: Category, negated: boolean, flags: Flags): string {
  return (flags.ascii ? asciiSets : unicodeSets)[category][negated ? 1 : 0];
}

function rangeSource(low: number, high: number): string {
  return low === high ? charSource(low) : `${charSource(low)}-${charSource(high)}`;
}

/** A character so that it means itself in a pattern and in a class. Halves of a pair stay apart, as in Python. */
function charSource(code: number): string {
  const char = String.fromCodePoint(code);
  return /^[0-9A-Za-z_<>=!"'%&,:; ~`@#]$/.test(char) ? char : `\\u{${code.toString(16)}}`;
}
