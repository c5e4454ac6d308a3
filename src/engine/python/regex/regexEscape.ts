import { type CodeSet, classOf, codeSet, propertyOf, rangeMember, type SetMember } from './codeSet.ts';
import type { RegexFlags } from './regexFlags.ts';
import type { RegexAnchor } from './regexNode.ts';
import type { RegexSource } from './regexSource.ts';

/** What an escape stands for. */
export type RegexEscape =
  | { readonly code: number }
  | { readonly member: SetMember }
  | { readonly anchor: RegexAnchor }
  | { readonly group: number | string }
  | { readonly special: 'keep' | 'lineBreak' }
  | { readonly unsupported: string };

const controls: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };
const anchors: Readonly<Record<string, RegexAnchor>> = {
  A: 'textStart',
  b: 'boundary',
  B: 'nonBoundary',
  G: 'searchStart',
  m: 'wordStart',
  M: 'wordEnd',
  Z: 'textEnd',
  z: 'textEnd',
};
const widths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Reads an escape behind its backslash at `position`. Raises `error`. */
export function readRegexEscape(source: RegexSource, isInSet: boolean, isAscii: boolean): RegexEscape {
  const position = source.position - 1;
  const letter = source.takeRaw();
  if (letter === '') throw source.error('bad escape (end of pattern)');
  const width = Object.hasOwn(widths, letter) ? widths[letter] : undefined;
  if (width !== undefined) return { code: hexEscape(source, letter, width) };
  if (letter === 'N') {
    if (!source.match('{')) throw source.error('bad escape \\N', position);
    const name = source.takeUntil('}');
    if (name === undefined) throw source.error('missing }');
    return { unsupported: `the character name \\N{${name}}` };
  }
  if (letter === 'p' || letter === 'P') return readProperty(source, letter === 'P', position);
  if (!isInSet) {
    if (Object.hasOwn(anchors, letter)) return { anchor: anchors[letter] as RegexAnchor };
    if (letter === 'K') return { special: 'keep' };
    if (letter === 'R') return { special: 'lineBreak' };
    if (letter === 'X') return { unsupported: 'a whole grapheme, \\X,' };
    if (letter === 'L' && source.match('<')) return { unsupported: 'a named list, \\L<…>,' };
    if (letter === 'g') return readGroupReference(source);
  }
  if (/[0-9]/.test(letter)) return readDigits(source, letter, isInSet, position);
  const member = classOf(letter, isAscii);
  if (member) return { member };
  const code = Object.hasOwn(controls, letter) ? controls[letter] : undefined;
  if (code !== undefined) return { code };
  if (/[a-zA-Z]/.test(letter)) throw source.error(`bad escape \\${letter}`);
  return { code: letter.codePointAt(0) ?? 0 };
}

function hexEscape(source: RegexSource, letter: string, width: number): number {
  const digits = source.takeWhile(/[0-9a-fA-F]/, width);
  if (digits.length !== width) throw source.error(`incomplete escape \\${letter}${digits}`);
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff) throw source.error(`bad hex escape \\${letter}${digits}`);
  return code;
}

function readProperty(source: RegexSource, isNegated: boolean, position: number): RegexEscape {
  let negated = isNegated;
  let name: string | undefined;
  if (source.match('{')) {
    if (source.match('^')) negated = !negated;
    name = source.takeUntil('}');
    if (name === undefined) throw source.error('missing }');
  } else name = source.takeRaw();
  const member = propertyOf(name);
  // The module knows more properties than JavaScript has, blocks above all: this may be one of them.
  if (!member) return { unsupported: `the property \\${isNegated ? 'P' : 'p'}{${name}}, at position ${position},` };
  return { member: negated ? code => !member(code) : member };
}

function readGroupReference(source: RegexSource): RegexEscape {
  if (!source.match('<')) throw source.error('missing <');
  const name = source.takeUntil('>');
  if (name === undefined) throw source.error('missing >');
  return { group: /^\d+$/.test(name) ? Number(name) : name };
}

function readDigits(source: RegexSource, first: string, isInSet: boolean, position: number): RegexEscape {
  const isOctal = /^[0-7]$/;
  if (isInSet || first === '0') {
    if (!isOctal.test(first)) throw source.error(`bad escape \\${first}`, position + 2);
    const digits = first + source.takeWhile(isOctal, 2);
    return { code: Number.parseInt(digits, 8) & 0xff };
  }
  let digits = first;
  if (/[0-9]/.test(source.nextRaw)) {
    digits += source.takeRaw();
    if (/^[0-3][0-7]$/.test(digits) && isOctal.test(source.nextRaw)) {
      digits += source.takeRaw();
      return { code: Number.parseInt(digits, 8) & 0xff };
    }
  }
  return { group: Number(digits) };
}

/** A set, and what in it cannot be run here. */
interface ReadRegexSet {
  readonly set: CodeSet;
  readonly unsupported: string | undefined;
}

interface Item {
  /** The code point, where it is one. */
  readonly code?: number;
  readonly member: SetMember;
}

/** Reads a set behind its `[`, up to and with its `]`. There are no sets in sets in version 0 of the syntax. Raises `error`. */
export function readRegexSet(source: RegexSource, flags: RegexFlags): ReadRegexSet {
  const negated = source.nextRaw === '^' && source.takeRaw() !== '';
  const members: SetMember[] = [];
  let unsupported: string | undefined;
  const item = (): Item => {
    const char = source.takeRaw();
    if (char === '') throw source.error('missing ]');
    if (char === '[' && source.nextRaw === ':') {
      const named = posixClass(source);
      if (named) return { member: named };
    }
    if (char !== '\\') return literal(char.codePointAt(0) ?? 0);
    const read = readRegexEscape(source, true, flags.isAscii);
    if ('code' in read) return literal(read.code);
    if ('member' in read) return { member: read.member };
    unsupported ??= 'unsupported' in read ? read.unsupported : undefined;
    return { member: () => false };
  };
  for (let isFirst = true; isFirst || source.nextRaw !== ']'; isFirst = false) {
    const low = item();
    if (low.code === undefined || !source.startsWith('-')) {
      members.push(low.member);
      continue;
    }
    source.takeRaw();
    const isLast = source.startsWith(']');
    if (isLast) {
      members.push(low.member, rangeMember(0x2d, 0x2d));
      break;
    }
    const high = item();
    if (high.code === undefined) members.push(low.member, rangeMember(0x2d, 0x2d), high.member);
    else {
      if (high.code < low.code) throw source.error('bad character range');
      members.push(rangeMember(low.code, high.code));
    }
  }
  source.takeRaw();
  const { ignoreCase, isAscii } = flags;
  return { set: codeSet(members, { negated, ignoreCase, isAscii }), unsupported };
}

function literal(code: number): Item {
  return { code, member: rangeMember(code, code) };
}

/** `[:alpha:]` behind its first bracket; `undefined`, with nothing read, for what is not one. */
function posixClass(source: RegexSource): SetMember | undefined {
  const before = source.position;
  source.takeRaw();
  const negated = source.match('^');
  const name = source.takeUntil(':');
  const member = name !== undefined && source.nextRaw === ']' ? propertyOf(name) : undefined;
  if (!member) {
    source.position = before;
    return undefined;
  }
  source.takeRaw();
  return negated ? code => !member(code) : member;
}
