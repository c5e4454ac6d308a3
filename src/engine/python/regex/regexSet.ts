import { propertyOf } from './characterClasses.ts';
import { type CodeSet, codeSet, rangeMember, type SetMember } from './codeSet.ts';
import { readRegexEscape } from './regexEscape.ts';
import type { RegexFlags } from './regexFlags.ts';
import type { RegexSource } from './regexSource.ts';

/** A set, and what in it cannot be run here. */
export interface ReadRegexSet {
  readonly set: CodeSet;
  readonly unsupported: string | undefined;
}

interface Item {
  /** The code point, where it is one. */
  readonly code?: number;
  readonly member: SetMember;
}

/** Reads a set whose `[` was taken, up to and with its `]`. There are no sets in sets in version 0 of the syntax. Raises `error`. */
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

/** `[:alpha:]` behind its first bracket; `undefined`, with nothing taken, for what is not one. */
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
