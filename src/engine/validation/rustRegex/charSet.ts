import { type CharTest, RegexError, type RegexFlags } from './regexSyntax.ts';

// Every test runs on a single character, so a JavaScript regular expression cannot backtrack here.
function matching(source: string, flags: string): CharTest {
  const regex = new RegExp(`^${source}$`, flags);
  const cache = new Map<number, boolean>();
  return codePoint => {
    let answer = cache.get(codePoint);
    if (answer === undefined) {
      answer = regex.test(String.fromCodePoint(codePoint));
      if (cache.size < 1000) cache.set(codePoint, answer);
    }
    return answer;
  };
}

const isWordUnicode = matching('[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]', 'u');
const isWordAscii: CharTest = c => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || c === 95 || (c >= 97 && c <= 122);
const isLetterAscii: CharTest = c => (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
const isDigitUnicode = matching('\\p{Nd}', 'u');
const isSpaceUnicode = matching('\\p{White_Space}', 'u');

/** `\w`, in Unicode unless the flag is off. */
export function wordSet(unicode: boolean): CharTest {
  return unicode ? isWordUnicode : isWordAscii;
}

/** `\d`, `\s` or `\w`; capital letters give the rest. */
export function perlSet(letter: string, unicode: boolean): CharTest {
  const lower = letter.toLowerCase();
  let set = wordSet(unicode);
  if (lower === 'd') set = unicode ? isDigitUnicode : c => c >= 48 && c <= 57;
  if (lower === 's') set = unicode ? isSpaceUnicode : c => c === 32 || (c >= 9 && c <= 13);
  return letter === lower ? set : negated(set);
}

/** The characters from `first` to `last`, with those of the other case when `i` is set: only the letters of ASCII have one unless `u` is. */
export function rangeSet(first: number, last: number, { i, u }: RegexFlags): CharTest {
  const isIn: CharTest = c => c >= first && c <= last;
  if (!i) return isIn;
  if (u) return matching(`[\\u{${first.toString(16)}}-\\u{${last.toString(16)}}]`, 'iu');
  return c => isIn(c) || (isLetterAscii(c) && isIn(c ^ 32));
}

/** Everything that is not in the set. */
export function negated(set: CharTest): CharTest {
  return c => !set(c);
}

/** What is in any of the sets. */
export function unionOf(sets: readonly CharTest[]): CharTest {
  return sets.length === 1 ? sets[0]! : c => sets.some(set => set(c));
}

const posix: Readonly<Record<string, string>> = {
  alnum: '[0-9A-Za-z]',
  alpha: '[A-Za-z]',
  ascii: '[\\0-\\x7f]',
  blank: '[ \\t]',
  cntrl: '[\\0-\\x1f\\x7f]',
  digit: '[0-9]',
  graph: '[!-~]',
  lower: '[a-z]',
  print: '[ -~]',
  punct: '[!-\\/:-@\\[-`{-~]',
  space: '[\\t\\n\\v\\f\\r ]',
  upper: '[A-Z]',
  word: '[0-9A-Za-z_]',
  xdigit: '[0-9A-Fa-f]',
};

/** A class like `[:alpha:]`; `undefined` when there is none of that name. */
export function posixSet(name: string, { i }: RegexFlags): CharTest | undefined {
  const source = posix[name];
  return source === undefined ? undefined : matching(source, i ? 'iu' : 'u');
}

/** `\p{…}`: names are matched loosely, as in Rust, which takes `!=` for `=` whatever its documentation says. */
export function propertySet(text: string, { i }: RegexFlags): CharTest {
  const parts = /^([^=:!]*)(?:(?:!=|=|:)(.*))?$/.exec(text);
  const [, name = '', value] = parts ?? [];
  const candidates = value === undefined ? bareNames(name) : valueNames(name, value);
  for (const candidate of candidates) {
    try {
      return matching(`\\p{${candidate}}`, i ? 'iu' : 'u');
    } catch {
      // Not a name that JavaScript knows: try the next spelling.
    }
  }
  throw new RegexError(`Unicode property not found: ${text}`);
}

function bareNames(name: string): string[] {
  const spelled = spell(name.replace(/^is/i, ''));
  const properties: Readonly<Record<string, string>> = { Any: 'Any', Ascii: 'ASCII', Assigned: 'Assigned' };
  const title = spell(name);
  return [properties[title] ?? title, title.replace(/_/g, ''), name, `Script=${title}`, spelled, `Script=${spelled}`];
}

function valueNames(name: string, value: string): string[] {
  const key = name.toLowerCase().replace(/[_\s-]/g, '');
  const title = spell(value);
  if (key === 'sc' || key === 'script') return [`Script=${title}`];
  if (key === 'scx' || key === 'scriptextensions') return [`Script_Extensions=${title}`];
  return key === 'gc' || key === 'generalcategory' ? [title] : [];
}

/** `lowercase letter` and `Lowercase-Letter` as Unicode writes it: `Lowercase_Letter`. */
function spell(name: string): string {
  const words = name.trim().split(/[_\s-]+/);
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('_');
}
