import { type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/index.ts';
import { LenientFault } from './lenientNode.ts';
import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf, quotes } from './membersAhead.ts';
import type { ReadContext } from './readContext.ts';

/** A JSON value at the beginning of a text, and where what follows it begins. */
export interface LeadingValue {
  readonly value: PyValue;
  readonly end: number;
}

/** `JSONDecoder().raw_decode(text)`: `undefined` where no JSON value begins the text. Raises `LenientFault` for one nested too deeply. Linear. */
export function leadingValue(text: string): LeadingValue | undefined {
  const whole = jsonLoads(text);
  if (whole.ok) return { value: whole.value, end: text.length };
  const { error } = whole;
  if (error.kind !== 'JSONDecodeError') throw new LenientFault(error.message);
  // What stands before the fault is a value where the fault is only that the text goes on.
  const end = error.offset;
  const begun = jsonLoads(text.slice(0, end));
  return begun.ok ? { value: begun.value, end } : undefined;
}

const constants: readonly (readonly [string, PyValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** The constant whose letters, in any case, stand at a place of a text, with its value. */
export function constantAt(text: string, start: number): readonly [name: string, value: PyValue] | undefined {
  return constants.find(([name]) => text.slice(start, start + name.length).toLowerCase() === name);
}

const integer = /^-?\d+$/;
const float = /^-?(\d+(?:\.\d*)?|\.\d+)([eE]-?\d+)?$/;
/** Python converts no more digits than this. */
const maxDigits = 4300;

/** The number that a text of digits is, as Python reads it; the text where it is not one. */
export function numberOf(digits: string): PyValue {
  if (integer.test(digits)) return digits.replace('-', '').length > maxDigits ? digits : pyInt(BigInt(digits));
  return float.test(digits) ? pyFloat(Number(digits)) : digits;
}

/** Where a comment ends that begins at an index: `#` and `//` with the line or what it stands in, and `/*` with its end. Linear. */
export function commentEnd(text: LookaheadText, index: number, context: ReadContext): number {
  const pair = text.at(index) + text.at(index + 1);
  if (pair.startsWith('#')) {
    const ends = `\n\r${context.has('array') ? ']' : ''}${context.has('value') ? '}' : ''}${context.has('key') ? ':' : ''}`;
    let end = index;
    while (end < text.length && !isOneOf(text.at(end), ends)) end++;
    return end;
  }
  if (pair === '//') return text.lineEnd(index + 2);
  if (pair === '/*') {
    // `/*/` is a whole comment.
    const end = text.text.indexOf('*/', index + 1);
    return end === -1 ? text.length : end + 2;
  }
  return pair.startsWith('/') ? index + 1 : index;
}

/** Whether a comma is the next thing but blanks behind an index, or the last one before it. */
export function isCommaAround(text: LookaheadText, index: number): boolean {
  if (text.at(text.skipSpace(index)) === ',') return true;
  let before = index - 1;
  while (before >= 0 && text.isSpace(before) && text.look()) before--;
  return text.at(before) === ',';
}

/** What a walk through parentheses meets: a comma or the closing parenthesis outside of all brackets; `content` tells whether anything stood before. */
interface Met {
  readonly unit: ',' | ')' | '';
  readonly index: number;
  readonly content: boolean;
}

/** Whether the parenthesis at `open` begins a tuple: it is empty, or has a comma. */
export function isExplicitTuple(text: LookaheadText, open: number): boolean {
  const met = walk(text, open, true);
  return met.unit === ',' || !met.content;
}

/** Whether a parenthesis outside of everything is a value, not a part of prose: alone on its lines, and with a value inside. */
export function startsParenthesized(text: LookaheadText, open: number): boolean {
  for (let before = open - 1; before >= 0 && !isOneOf(text.at(before), '\n\r'); before--)
    if (!text.isSpace(before) || !text.look()) return false;
  const inner = text.skipSpace(open + 1);
  const isValue =
    isOneOf(text.at(inner), `)[{(${quotes}-.`) ||
    text.isDigit(inner) ||
    ['true', 'null', 'false'].some(name => text.text.startsWith(name, inner));
  if (!isValue) return false;
  const met = walk(text, open, false);
  if (met.unit === '') return true;
  const next = text.skipSpace(met.index + 1);
  return next >= text.length || text.lineEnd(met.index + 1) <= next;
}

/** Walks from behind `open` to the closing parenthesis, or with `stopsAtComma` to a comma before it. Brackets in quotes do not count. */
function walk(text: LookaheadText, open: number, stopsAtComma: boolean): Met {
  const depth = { '(': 0, '[': 0, '{': 0 };
  const pairs: Readonly<Record<string, keyof typeof depth>> = { ')': '(', ']': '[', '}': '{' };
  let content = false;
  const isOutside = () => depth['('] === 0 && depth['['] === 0 && depth['{'] === 0;
  for (let index = open + 1; index < text.length && text.look(); index++) {
    const unit = text.at(index);
    if (isOneOf(unit, ',)') && isOutside()) {
      if (unit === ')' || stopsAtComma) return { unit: unit as ',' | ')', index, content };
      continue;
    }
    if (unit === '\\') {
      const size = backslashes(text, index);
      const isEscaped = size % 2 !== 0 && isOneOf(text.at(index + size), quotes);
      if (isEscaped && isOutside()) content = true;
      index += isEscaped ? size : size - 1;
      continue;
    }
    if (!text.isSpace(index) && !isOneOf(unit, ',)') && isOutside()) content = true;
    if (isOneOf(unit, quotes)) index = text.find(unit, index + 1);
    else if (unit in depth) depth[unit as keyof typeof depth]++;
    else {
      const pair = pairs[unit];
      if (pair && (depth[pair] > 0 || (pair === '(' && !stopsAtComma))) depth[pair]--;
    }
  }
  return { unit: '', index: text.length, content };
}

function backslashes(text: LookaheadText, from: number): number {
  let end = from;
  while (text.at(end) === '\\') end++;
  return end - from;
}
