import type { EngineError } from '../../core/errors.ts';
import { codePointLength } from '../codePoints.ts';
import { pyRepr } from '../repr.ts';
import type { FlagChange } from './ast.ts';
import type { Tokenizer } from './patternTokenizer.ts';

/** Python's `MAXGROUPS`. */
const maxGroups = 1073741823;

/** Reads a group's name up to and with `terminator`. Raises `re.error` if it is not Python identifier. */
export function readGroupName(source: Tokenizer, terminator: string): string {
  const name = source.getUntil(terminator, 'group name');
  if (!isIdentifier(name)) throw badGroupName(source, name);
  return name;
}

/** Reads the condition of `(?(…)yes|no)` up to and with `)`: a group's number, or its name. Raises `re.error`. */
export function readCondition(source: Tokenizer): number | string {
  const name = source.getUntil(')', 'group name');
  if (isIdentifier(name)) return name;
  // What Python's int() reads; other digits than these never name a group in practice.
  if (!/^\s*(\+?\d+(_\d+)*|-0+)\s*$/.test(name)) throw badGroupName(source, name);
  const group = Math.abs(Number(name.replaceAll('_', '')));
  if (group === 0) throw source.error('bad group number', codePointLength(name) + 1);
  if (group >= maxGroups) throw source.error(`invalid group reference ${group}`, codePointLength(name) + 1);
  return group;
}

/** Python's `str.isidentifier()`. */
function isIdentifier(name: string): boolean {
  return /^[\p{XIDS}_]\p{XIDC}*$/u.test(name);
}

function badGroupName(source: Tokenizer, name: string): EngineError {
  return source.error(`bad character in group name ${pyRepr(name)}`, codePointLength(name) + 1);
}

/** What `(?flags)` or `(?flags:` says. `verbose` is `(?x)`; `global` is the form without a colon, for the whole pattern. */
export interface InlineFlags {
  readonly global: boolean;
  readonly change: FlagChange;
  readonly verbose: boolean | undefined;
}

const inlineFlags = 'iLmsxatu';
const typeFlags = 'aLu';

/** True for a letter that may start inline flags, and for the minus. */
export function startsFlags(char: string): boolean {
  return char === '-' || inlineFlags.includes(char);
}

/** Reads inline flags behind their first one, `first`, up to and with `)` or `:`. Raises `re.error`. */
export function readInlineFlags(source: Tokenizer, first: string): InlineFlags {
  const on = new Set<string>();
  const off = new Set<string>();
  let char = first;
  if (char !== '-') {
    char = readFlags(source, char, on, checkTurnedOn, [')', '-', ':'], 'missing -, : or )');
    if (char === ')') return { global: true, ...changeOf(on, off) };
  }
  if (on.has('t')) throw source.error('bad inline flags: cannot turn on global flag', 1);
  if (char === '-') {
    char = nextFlag(source, 'missing flag', []);
    readFlags(source, char, off, checkTurnedOff, [':'], 'missing :');
  }
  if (off.has('t')) throw source.error('bad inline flags: cannot turn off global flag', 1);
  for (const flag of on) if (off.has(flag)) throw source.error('bad inline flags: flag turned on and off', 1);
  return { global: false, ...changeOf(on, off) };
}

type Check = (source: Tokenizer, flag: string, flags: ReadonlySet<string>) => void;

function readFlags(
  source: Tokenizer,
  first: string,
  flags: Set<string>,
  check: Check,
  ends: readonly string[],
  missing: string,
): string {
  for (let char = first; ; ) {
    flags.add(char);
    check(source, char, flags);
    char = nextFlag(source, missing, ends);
    if (ends.includes(char)) return char;
  }
}

function nextFlag(source: Tokenizer, missing: string, ends: readonly string[]): string {
  const char = source.get();
  if (char === undefined) throw source.error(missing);
  if (!ends.includes(char) && (char.length !== 1 || !inlineFlags.includes(char)))
    throw source.error(/^\p{L}+$/u.test(char) ? 'unknown flag' : missing, [...char].length);
  return char;
}

function checkTurnedOn(source: Tokenizer, flag: string, flags: ReadonlySet<string>): void {
  if (flag === 'L') throw source.error("bad inline flags: cannot use 'L' flag with a str pattern");
  if (typeFlags.includes(flag) && [...flags].some(other => other !== flag && typeFlags.includes(other)))
    throw source.error("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
}

function checkTurnedOff(source: Tokenizer, flag: string): void {
  if (typeFlags.includes(flag)) throw source.error("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
}

function changeOf(
  on: ReadonlySet<string>,
  off: ReadonlySet<string>,
): { change: FlagChange; verbose: boolean | undefined } {
  const state = (flag: string): boolean | undefined => (on.has(flag) ? true : off.has(flag) ? false : undefined);
  const change: { -readonly [K in keyof FlagChange]: boolean } = {};
  const [ignoreCase, multiline, dotAll] = [state('i'), state('m'), state('s')];
  if (ignoreCase !== undefined) change.ignoreCase = ignoreCase;
  if (multiline !== undefined) change.multiline = multiline;
  if (dotAll !== undefined) change.dotAll = dotAll;
  if (on.has('a')) change.ascii = true;
  if (on.has('u')) change.ascii = false;
  return { change, verbose: state('x') };
}
