import { negated, posixSet, rangeSet, unionOf } from './charSet.ts';
import { parseEscape } from './parseEscape.ts';
import type { PatternReader } from './patternReader.ts';
import { type CharTest, RegexError, type RegexFlags, refuseBytes } from './regexSyntax.ts';

const maxNesting = 250;

/** Reads a class like `[^a-z\d&&[^x]]`, its bracket being next. */
export function parseClass(reader: PatternReader, flags: RegexFlags, depth = 0): CharTest {
  if (depth > maxNesting) throw new RegexError('too many nested brackets');
  reader.take();
  const isNegated = reader.accept('^');
  if (isNegated) refuseBytes(flags);
  let left: CharTest | undefined;
  let operator = '';
  let items: CharTest[] = [];
  // In Rust dashes at the start are literal, and so is a bracket that comes first.
  while (reader.accept('-')) items.push(rangeSet(45, 45, flags));
  if (items.length === 0 && reader.accept(']')) items.push(rangeSet(93, 93, flags));
  for (;;) {
    skipSpace(reader, flags);
    if (reader.next === '') throw new RegexError('unclosed character class');
    const isEnd = reader.accept(']');
    const nextOperator = isEnd ? '' : (reader.match(/&&|--|~~/y)?.[0] ?? undefined);
    if (nextOperator === undefined) {
      items.push(parseItem(reader, flags, depth));
      continue;
    }
    left = combine(left, operator, unionOf(items));
    if (isEnd) return isNegated ? negated(left) : left;
    [operator, items] = [nextOperator, []];
  }
}

function combine(left: CharTest | undefined, operator: string, right: CharTest): CharTest {
  if (left === undefined) return right;
  if (operator === '&&') return c => left(c) && right(c);
  return operator === '--' ? c => left(c) && !right(c) : c => left(c) !== right(c);
}

function parseItem(reader: PatternReader, flags: RegexFlags, depth: number): CharTest {
  if (reader.next === '[') {
    const named = reader.match(/\[:(\^?)([a-z]+):\]/y);
    if (!named) return parseClass(reader, flags, depth + 1);
    const set = posixSet(named[2] ?? '', flags);
    if (set === undefined) throw new RegexError('invalid ASCII character class');
    if (named[1]) refuseBytes(flags);
    return named[1] ? negated(set) : set;
  }
  const first = parseMember(reader, flags);
  if (typeof first !== 'number') return first;
  skipSpace(reader, flags);
  if (!reader.sees('-') || reader.sees('-]') || reader.sees('--')) return rangeSet(first, first, flags);
  reader.take();
  skipSpace(reader, flags);
  const last = parseMember(reader, flags);
  if (typeof last !== 'number' || last < first) throw new RegexError('invalid character class range');
  return rangeSet(first, last, flags);
}

function parseMember(reader: PatternReader, flags: RegexFlags): number | CharTest {
  const escaped = reader.next === '\\' ? parseEscape(reader, flags) : reader.take().codePointAt(0)!;
  if (typeof escaped === 'object' && escaped.kind === 'look')
    throw new RegexError('invalid escape sequence in character class');
  if (typeof escaped === 'object' && escaped.kind === 'set') return escaped.test;
  const codePoint = typeof escaped === 'object' ? escaped.codePoint : escaped;
  if (!flags.u && codePoint > 0x7f) throw new RegexError('Unicode not allowed here');
  return codePoint;
}

/** With the flag x, blanks and comments in a class mean nothing. */
function skipSpace(reader: PatternReader, { x }: RegexFlags): void {
  if (x) reader.match(/(?:\p{White_Space}|#[^\n]*)+/uy);
}
