import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf, quotes } from './membersAhead.ts';

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
