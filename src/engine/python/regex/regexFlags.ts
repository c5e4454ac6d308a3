import type { RegexSource } from './regexSource.ts';

/** The flags that are in force for a part of a pattern. */
export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly isAscii: boolean;
  readonly verbose: boolean;
}

/** The flags with which response templates compile their patterns. */
export const dotAllFlags: RegexFlags = {
  ignoreCase: false,
  multiline: false,
  dotAll: true,
  isAscii: false,
  verbose: false,
};

/** What `(?flags)` or `(?flags:` says. */
interface InlineRegexFlags {
  readonly change: Partial<RegexFlags>;
  /** The form with a colon, for what is between the parentheses; otherwise it is for the whole pattern. */
  readonly isScoped: boolean;
  /** A flag whose meaning is not built here. */
  readonly unsupported: string | undefined;
}

/** Flags that concern fuzzy matching alone, which is refused by itself, or are the default. */
const harmless = 'beuV0';
const meanings: Readonly<Record<string, Partial<RegexFlags>>> = {
  a: { isAscii: true },
  u: { isAscii: false },
  i: { ignoreCase: true },
  m: { multiline: true },
  s: { dotAll: true },
  x: { verbose: true },
};
const names: Readonly<Record<string, string>> = {
  f: 'full case folding, (?f),',
  p: "POSIX's longest match, (?p),",
  r: 'a search from the end, (?r),',
  w: "Unicode's word boundaries, (?w),",
  V1: 'version 1 of the syntax, (?V1),',
};

/** Reads inline flags behind `(?`, up to and with `)` or `:`. Raises `error`. */
export function readRegexFlags(source: RegexSource): InlineRegexFlags {
  const start = source.position;
  const change: Partial<RegexFlags> = {};
  let unsupported: string | undefined;
  let isOff = false;
  let count = 0;
  for (;;) {
    let flag = source.takeRaw();
    if (flag === 'V') flag += source.takeRaw();
    if (flag === ')' || flag === ':') {
      if (isOff && count === 0) throw source.error('bad inline flags: no flags after "-"', source.position - 1);
      return { change, isScoped: flag === ':', unsupported };
    }
    if (flag === '-' && !isOff) {
      isOff = true;
      count = 0;
      continue;
    }
    count++;
    const meaning = Object.hasOwn(meanings, flag) ? meanings[flag] : undefined;
    if (flag === 'L') throw source.error('bad inline flags: cannot use LOCALE flag with a str pattern');
    if (meaning) {
      const entries = Object.entries(meaning).map(([name, value]) => [name, isOff ? !value : value]);
      Object.assign(change, Object.fromEntries(entries));
    } else if (Object.hasOwn(names, flag)) {
      if (!isOff) unsupported ??= names[flag];
    } else if (flag === '' || !harmless.includes(flag)) {
      throw source.error('unknown extension', start);
    }
  }
}
