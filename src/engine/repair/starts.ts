import { partitionPoint } from '../core/partitionPoint.ts';
import {
  closeObject,
  comma,
  isCloser,
  isDigit,
  isOddSpace,
  isWrittenBreak,
  openList,
  openObject,
  openParen,
  signOf,
  skipBlanks,
} from './characters.ts';
import { isKeyAt } from './context.ts';
import { surroundingPrices } from './costs.ts';
import { reasoningEnd } from './marks.ts';
import { quoteKindAt } from './quotes.ts';

/** So many beginnings are noted. */
const mostStarts = 2000;
/** So many characters there are about for each. */
const perStart = 25;
/** So many parts have the full price, see `surroundingPrices`. */
const firstParts = 10;

/** The places where an object or a list may begin: a bracket, and behind it what can be its first part. */
export function findStarts(text: string): readonly number[] {
  // A draft in the reasoning is not the answer.
  const reasoning = reasoningEnd(text);
  const starts = reasoning ? startsFrom(text, reasoning) : [];
  return starts.length ? starts : startsFrom(text, 0);
}

function startsFrom(text: string, from: number): readonly number[] {
  const starts: number[] = [];
  const first = skipBlanks(text, from);
  for (let i = from; i < text.length && starts.length < mostStarts; i++) {
    const code = signOf(text.charCodeAt(i));
    if ((code === openObject || code === openList) && mayBegin(text, i, code, first)) starts.push(i);
  }
  return starts;
}

function mayBegin(text: string, at: number, code: number, first: number): boolean {
  const next = skipBlanks(text, at + 1);
  if (next >= text.length) return true;
  const nextCode = signOf(text.charCodeAt(next));
  if (nextCode === openObject || nextCode === openList || quoteKindAt(text, next) || isOddSpace(nextCode)) return true;
  if (isWrittenBreak(text, next)) return true;
  if (nextCode === 0x2f || nextCode === 0x23 || nextCode === 0x2e || nextCode === comma) return true;
  if (code === openObject) return nextCode === closeObject || isKeyAt(text, next) || first === at;
  if (isDigit(nextCode) || nextCode === 0x2d || nextCode === openParen || isCloser(nextCode)) return true;
  if (first === at) return true;
  return ['true', 'false', 'null', 'True', 'False', 'None'].some(word => text.startsWith(word, next));
}

/** The places where a quote and a colon stand side by side, as after a key. */
export function findKeys(text: string): readonly number[] {
  const keys: number[] = [];
  for (let i = text.indexOf(':'); i >= 0 && keys.length < mostStarts; i = text.indexOf(':', i + 1)) {
    const code = text.charCodeAt(i - 1) === 0x20 ? text.charCodeAt(i - 2) : text.charCodeAt(i - 1);
    if (code === 0x22 || code === 0x27 || code === 0x201d) keys.push(i);
  }
  return keys;
}

/** What the objects and lists in text that belongs to no value cost. */
export function partsCost(starts: number, keys: number): number {
  const parts = starts + keys;
  return (
    Math.min(parts, firstParts) * surroundingPrices.part +
    Math.max(parts - firstParts, 0) * surroundingPrices.furtherPart
  );
}

/** What the beginnings cost that may stand behind the last one that was noted. */
export function unnotedCost(text: string, starts: readonly number[], end: number): number {
  if (starts.length < mostStarts) return 0;
  return (Math.max(text.length - Math.max(end, starts.at(-1)!), 0) / perStart) * surroundingPrices.furtherPart;
}

/** How many of these places, in order, are before a position. */
export function countBefore(places: readonly number[], position: number): number {
  return partitionPoint(places, place => place < position);
}
