import { once } from '../../core/once.ts';
import { caseVariants } from '../re/caseVariants.ts';

/** A set of code points. ASCII, the most frequent, is looked up in a table. */
export class CodeSet {
  readonly #ascii = new Uint8Array(128);
  readonly #test: (code: number) => boolean;
  readonly #cache = new Map<number, boolean>();

  constructor(test: (code: number) => boolean) {
    this.#test = test;
    for (let code = 0; code < 128; code++) this.#ascii[code] = test(code) ? 1 : 0;
  }

  has(code: number): boolean {
    if (code < 128) return this.#ascii[code] === 1;
    const cached = this.#cache.get(code);
    if (cached !== undefined) return cached;
    const has = this.#test(code);
    if (this.#cache.size < 4096) this.#cache.set(code, has);
    return has;
  }
}

/** A member of a set, as it is written. */
export type SetMember = (code: number) => boolean;

/** The members of a set between brackets, with the flags that concern it. */
export function codeSet(
  members: readonly SetMember[],
  options: { readonly negated: boolean; readonly ignoreCase: boolean; readonly isAscii: boolean },
): CodeSet {
  const { negated, ignoreCase, isAscii } = options;
  const hasOne = (code: number) => members.some(member => member(code));
  if (!ignoreCase) return new CodeSet(code => hasOne(code) !== negated);
  return new CodeSet(code => caseVariants(code, isAscii).some(hasOne) !== negated);
}

/** All code points. */
export const anyCharacter = new CodeSet(() => true);
/** All code points but the line feed, which is what `.` matches without `DOTALL`. */
export const anyButLineFeed = new CodeSet(code => code !== 10);

/** A member that is one code point or a range of them, both ends included. */
export function rangeMember(low: number, high: number): SetMember {
  return code => code >= low && code <= high;
}

/** A JavaScript pattern of one character as a member. It is made on demand: properties of Unicode take a while. */
function patternMember(source: string): SetMember {
  const pattern = once(() => new RegExp(`^${source}$`, 'u'));
  return code => pattern().test(String.fromCodePoint(code));
}

/** The other code points. */
function otherThan(member: SetMember): SetMember {
  return code => !member(code);
}

/** What `\w`, `\d`, `\s` and `\h` mean to the `regex` module, which is not what they mean to `re`: marks are letters, `²` is not one. */
const unicodeClasses: Readonly<Record<string, SetMember>> = {
  w: patternMember('[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]'),
  d: patternMember('\\p{Nd}'),
  s: patternMember('\\p{White_Space}'),
  h: patternMember('[\\t\\p{Zs}]'),
};

const asciiClasses: Readonly<Record<string, SetMember>> = {
  w: patternMember('[0-9A-Za-z_]'),
  d: rangeMember(0x30, 0x39),
  s: patternMember('[\\t-\\r ]'),
  h: patternMember('[\\t ]'),
};

/** The members of `\w`, `\D`, … by its letter; `undefined` for another letter. */
export function classOf(letter: string, isAscii: boolean): SetMember | undefined {
  const small = letter.toLowerCase();
  const found = Object.hasOwn(unicodeClasses, small) ? (isAscii ? asciiClasses : unicodeClasses)[small] : undefined;
  return found && letter !== small ? otherThan(found) : found;
}

/** Names of POSIX classes, and of properties that JavaScript spells in another way. */
const namedClasses: Readonly<Record<string, string>> = {
  alpha: '\\p{Alphabetic}',
  alnum: '[\\p{Alphabetic}\\p{Nd}]',
  ascii: '[\\0-\\x7f]',
  blank: '[\\t\\p{Zs}]',
  cntrl: '\\p{Cc}',
  digit: '\\p{Nd}',
  graph: '[^\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}]',
  lower: '\\p{Lowercase}',
  print: '[^\\p{Cc}\\p{Cs}\\p{Cn}\\u2028\\u2029]',
  punct: '[\\p{P}$+<=>^`|~]',
  space: '\\p{White_Space}',
  upper: '\\p{Uppercase}',
  word: '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]',
  xdigit: '\\p{Hex_Digit}',
  horizspace: '[\\t\\p{Zs}]',
  vertspace: '[\\n-\\r\\x85\\u2028\\u2029]',
  any: '[^]',
  assigned: '\\P{Cn}',
};

const binaryProperties =
  'Alphabetic Bidi_Control Bidi_Mirrored Case_Ignorable Cased Dash Default_Ignorable_Code_Point Deprecated Diacritic Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic Extender Grapheme_Base Grapheme_Extend Hex_Digit ID_Continue ID_Start Ideographic Join_Control Logical_Order_Exception Lowercase Math Noncharacter_Code_Point Pattern_Syntax Pattern_White_Space Quotation_Mark Radical Regional_Indicator Sentence_Terminal Soft_Dotted Terminal_Punctuation Unified_Ideograph Uppercase Variation_Selector White_Space XID_Continue XID_Start'.split(
    ' ',
  );
const categories =
  'C Cc Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs Other Control Format Unassigned Private_Use Surrogate Letter Cased_Letter Lowercase_Letter Modifier_Letter Other_Letter Titlecase_Letter Uppercase_Letter Mark Spacing_Mark Enclosing_Mark Nonspacing_Mark Number Decimal_Number Letter_Number Other_Number Punctuation Connector_Punctuation Dash_Punctuation Close_Punctuation Final_Punctuation Initial_Punctuation Other_Punctuation Open_Punctuation Symbol Currency_Symbol Modifier_Symbol Math_Symbol Other_Symbol Separator Line_Separator Paragraph_Separator Space_Separator'.split(
    ' ',
  );
const scripts =
  'Arabic Armenian Bengali Bopomofo Braille Cherokee Common Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Inherited Kannada Katakana Khmer Lao Latin Malayalam Mongolian Myanmar Oriya Sinhala Syriac Tamil Telugu Thaana Thai Tibetan'.split(
    ' ',
  );

const simplified = (name: string) => name.toLowerCase().replace(/[ _-]/g, '');

const properties = once(
  () =>
    new Map<string, string>([
      ...scripts.map(name => [simplified(name), `\\p{Script=${name}}`] as const),
      ...scripts.map(name => [`is${simplified(name)}`, `\\p{Script=${name}}`] as const),
      ...scripts.map(name => [`script=${simplified(name)}`, `\\p{Script=${name}}`] as const),
      ...scripts.map(name => [`sc=${simplified(name)}`, `\\p{Script=${name}}`] as const),
      ...binaryProperties.map(name => [simplified(name), `\\p{${name}}`] as const),
      ...categories.map(name => [simplified(name), `\\p{${name}}`] as const),
      ...categories.map(name => [`is${simplified(name)}`, `\\p{${name}}`] as const),
      ...categories.map(name => [`gc=${simplified(name)}`, `\\p{${name}}`] as const),
      ...categories.map(name => [`generalcategory=${simplified(name)}`, `\\p{${name}}`] as const),
      ...Object.entries(namedClasses),
    ]),
);

/** The members of `\p{name}` or `[:name:]`, however it is spelt; `undefined` for any other property. */
export function propertyOf(name: string): SetMember | undefined {
  const source = properties().get(simplified(name).replace(':', '='));
  return source === undefined ? undefined : patternMember(source);
}
