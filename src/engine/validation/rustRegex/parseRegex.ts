import { negated, posixSet, rangeSet, unionOf } from './charSet.ts';
import { type PatternReader, parseEscape, patternReader } from './parseEscape.ts';
import { type CharTest, look, RegexError, type RegexFlags, type RegexNode, refuseBytes } from './regexSyntax.ts';

/** Rust's limit for things inside each other. */
const maxNesting = 250;

/** Parses a pattern in the syntax of Rust's regex crate. Throws `RegexError`. */
export function parseRegex(source: string): RegexNode {
  const reader = patternReader(source);
  const start: RegexFlags = { i: false, m: false, s: false, x: false, u: true, R: false };
  const node = parseChoice(reader, start, 0);
  if (reader.next !== '') throw new RegexError('unopened group');
  return node;
}

function parseChoice(reader: PatternReader, outerFlags: RegexFlags, depth: number): RegexNode {
  if (depth > maxNesting) throw new RegexError('too many nested groups');
  let flags = outerFlags;
  const choices: RegexNode[] = [];
  let items: RegexNode[] = [];
  for (;;) {
    if (flags.x) reader.match(/(?:\p{White_Space}|#[^\n]*)+/uy);
    if (reader.next === '' || reader.next === ')') break;
    if (reader.accept('|')) {
      choices.push({ kind: 'sequence', items });
      items = [];
      continue;
    }
    const setting = reader.match(/\(\?([imsxuRU-]+)\)/y);
    if (setting) {
      flags = changeFlags(flags, setting[1] ?? '');
      continue;
    }
    items.push(parseRepeats(reader, parseAtom(reader, flags, depth), flags));
  }
  const last: RegexNode = { kind: 'sequence', items };
  return choices.length === 0 ? last : { kind: 'choice', items: [...choices, last] };
}

function parseAtom(reader: PatternReader, flags: RegexFlags, depth: number): RegexNode {
  const character = reader.next;
  if (character === '(') return parseGroup(reader, flags, depth);
  if (character === '[') return { kind: 'char', test: parseClass(reader, flags) };
  if (character === '\\') {
    const escaped = parseEscape(reader, flags);
    if (escaped.kind === 'look') return escaped;
    if (escaped.kind === 'set') return { kind: 'char', test: escaped.test };
    return { kind: 'char', test: rangeSet(escaped.codePoint, escaped.codePoint, flags) };
  }
  reader.take();
  if (character === '.') return { kind: 'char', test: anyCharacter(flags) };
  if (character === '^') return { kind: 'look', bit: lineLook(flags, 'Start') };
  if (character === '$') return { kind: 'look', bit: lineLook(flags, 'End') };
  if (/[*+?{]/.test(character)) throw new RegexError('repetition operator missing expression');
  const codePoint = character.codePointAt(0)!;
  return { kind: 'char', test: rangeSet(codePoint, codePoint, flags) };
}

function anyCharacter(flags: RegexFlags) {
  refuseBytes(flags);
  const { s, R } = flags;
  if (s) return () => true;
  return negated(R ? c => c === 10 || c === 13 : c => c === 10);
}

function lineLook({ m, R }: RegexFlags, side: 'Start' | 'End'): number {
  if (!m) return look[`text${side}`];
  return look[R ? (`line${side}Crlf` as const) : (`line${side}` as const)];
}

function parseGroup(reader: PatternReader, flags: RegexFlags, depth: number): RegexNode {
  reader.take();
  let inner = flags;
  if (reader.sees('?')) {
    const named = reader.match(/\?P?<([\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*)>/uy);
    const setting = named ? undefined : reader.match(/\?([imsxuRU-]*):/y);
    if (!named && !setting) throw new RegexError('unrecognized group (look-around is not supported)');
    if (setting) inner = changeFlags(flags, setting[1] ?? '');
  }
  const node = parseChoice(reader, inner, depth + 1);
  if (!reader.accept(')')) throw new RegexError('unclosed group');
  return node;
}

function changeFlags(flags: RegexFlags, change: string): RegexFlags {
  if (change.endsWith('-') || change.indexOf('-') !== change.lastIndexOf('-')) throw new RegexError('bad flags');
  const [on = '', off = ''] = change.split('-');
  const result: Record<string, boolean> = { ...flags };
  for (const letter of on) result[letter] = true;
  for (const letter of off) result[letter] = false;
  return result as unknown as RegexFlags;
}

function parseRepeats(reader: PatternReader, atom: RegexNode, flags: RegexFlags): RegexNode {
  let node = atom;
  for (let count = 0; ; count++) {
    if (flags.x) reader.match(/(?:\p{White_Space}|#[^\n]*)+/uy);
    const bounds = parseBounds(reader);
    if (bounds === undefined) return node;
    if (count > maxNesting) throw new RegexError('too many nested repetitions');
    // Whether it is lazy decides which match is found, not whether there is one.
    reader.accept('?');
    node = { kind: 'repeat', item: node, ...bounds };
  }
}

function parseBounds(reader: PatternReader): { min: number; max: number } | undefined {
  if (reader.accept('*')) return { min: 0, max: Infinity };
  if (reader.accept('+')) return { min: 1, max: Infinity };
  if (reader.accept('?')) return { min: 0, max: 1 };
  if (!reader.sees('{')) return undefined;
  const counts = reader.match(/\{\s*([0-9]+)\s*(?:(,)\s*(?:([0-9]+)\s*)?)?\}/y);
  const [, from = '', comma = '', to = ''] = counts ?? [];
  if (from === '') throw new RegexError('invalid repetition');
  const min = Number(from);
  const max = comma === '' ? min : to === '' ? Infinity : Number(to);
  if (max < min) throw new RegexError('invalid repetition count range');
  return { min, max };
}

/** Reads a class like `[^a-z\d&&[^x]]`, its bracket being next. */
function parseClass(reader: PatternReader, flags: RegexFlags, depth = 0): CharTest {
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
