import { partitionPoint } from '../core/partitionPoint.ts';
import {
  closeObject,
  closeParen,
  colon,
  comma,
  isBlank,
  isCloser,
  isDigit,
  isNameCode,
  isOddSpace,
  isWrittenBreak,
  openList,
  openObject,
  openParen,
  semicolon,
  signOf,
  skipBlanks,
  skipSpaces,
} from './characters.ts';
import { isKeyAt, type Scene } from './context.ts';
import { reasoningEnd } from './marks.ts';
import { quoteKindAt } from './quotes.ts';
import { Reading } from './reading.ts';
import { scalarReadings } from './scalarReadings.ts';
import type { SchemaView } from './schemaView.ts';

/** So many beginnings are noted. */
const mostStarts = 2000;
/** So many characters there are about for each. */
const perStart = 25;
/** From so many of them a reading is begun. */
const mostTried = 200;
/** What each of the first beginnings and keys in the text around a value costs, and each further one. */
const partCost = 1.2;
const firstParts = 10;
const furtherCost = 0.4;
/** The share of it that is paid where the value stands in a code block of its own. */
const besideFence = 0.3;
/** What it costs that an earlier beginning is passed over: of several values that are alike the first is taken. */
const passedOver = 0.8;
/** So many brackets and signs too many may follow a value. */
const mostLeftOver = 100;
/** Spaces that go on for so long behind a value are skipped by only so many readings. */
const longRun = 1000;
/** So far two objects are compared that stand one behind the other, and so many of them. */
const longestTwin = 100;
const mostTwins = 20;
/** A draft is compared this far. */
const longestDraft = 50_000;
/** So many characters may stand between a draft and the whole. */
const mostWords = 200;

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
function partsCost(starts: number, keys: number): number {
  const parts = starts + keys;
  return Math.min(parts, firstParts) * partCost + Math.max(parts - firstParts, 0) * furtherCost;
}

/** The first readings of a text: one that begins with it, and one that looks for a later beginning. */
export function firstReadings(scene: Scene, schema: SchemaView | undefined): void {
  const { text, starts, log } = scene;
  const first = skipFirst(text);
  scalarReadings(scene, schema);
  const search = new Reading(starts[0] ?? text.length, 'search', log);
  search.rootSchema = schema;
  if (starts.length) scene.add(search);
  const argument = callArgument(text, first);
  if (argument > first && starts[0] !== argument) {
    const called = new Reading(argument, 'value', log);
    called.rootSchema = schema;
    called.charge('prose-around');
    scene.add(called);
  }
  beginInside(scene, schema);
  if (first >= text.length || starts[0] === first) return;
  const bare = new Reading(first, 'value', log);
  bare.rootSchema = schema;
  bare.base = starts.length ? 3 + partsCost(starts.length, scene.keys.length) : quoteKindAt(text, first) ? 0.3 : 0;
  scene.add(bare);
}

/** The text, or its code block, begins with a key: the bracket that opens the object is missing. */
function beginInside({ text, log, add }: Scene, schema: SchemaView | undefined): void {
  const fence = /^\s*```[\w-]*[^\S\n]*\n/.exec(text.slice(0, 200));
  const first = skipBlanks(text, fence?.[0].length ?? 0);
  if (!quoteKindAt(text, first) || !isKeyAt(text, first)) return;
  const inside = new Reading(first, 'value', log);
  inside.rootSchema = schema;
  if (fence) inside.charge('code-fence');
  inside.edit(first, first, '{', 'missing-brace');
  inside.open(first, first, true);
  add(inside);
}

/** The position of what a call around the whole text is given, as in JSONP; `first` where there is no call. */
function callArgument(text: string, first: number): number {
  let i = first;
  while (i - first < 100 && (isNameCode(text.charCodeAt(i)) || text.charCodeAt(i) === 0x2e)) i++;
  const paren = skipBlanks(text, i);
  return i > first && text.charCodeAt(paren) === openParen ? skipBlanks(text, paren + 1) : first;
}

/** The first character that is not a blank, nor a part of a fence that opens. */
function skipFirst(text: string): number {
  const first = skipBlanks(text, 0);
  return text.startsWith('```', first) ? text.length : first;
}

/** Begins a reading at the next start, and looks further. */
export function searchStep(reading: Reading, scene: Scene, tried: number): void {
  const { starts } = scene;
  const start = starts[tried];
  if (start === undefined) return;
  const begun = new Reading(start, 'value', scene.log);
  begun.rootSchema = reading.rootSchema;
  if (start > 0) payBefore(begun, scene, start, tried);
  scene.add(begun);
  const next = starts[tried + 1];
  if (next === undefined || tried >= mostTried) return;
  reading.position = next;
  scene.add(reading);
}

/** What it costs that a value begins only at `start`. */
function payBefore(reading: Reading, scene: Scene, start: number, skipped: number): void {
  const { text, starts, keys } = scene;
  const fence = fenceBefore(text, start);
  const prose = scene.first < Math.min(fence ?? start, start);
  if (fence !== undefined) reading.charge('code-fence');
  if (!prose) return;
  const first = starts[0]!;
  if (skipped > 0 && isDraft(text, first, start)) {
    reading.charge('draft-before');
    // A doubled bracket may as well open a list in a list.
    if (skipBlanks(text, first + 1) === start) reading.base += 1;
    if (scene.first < first) reading.charge('prose-around');
    return;
  }
  reading.charge('prose-around');
  reading.base += partsCost(skipped, countBefore(keys, start)) * (fence === undefined ? 1 : besideFence) + 0.7;
  if (skipped > 0) reading.base += passedOver;
}

/** The start of the fence that opens right before `position`, if there is one. */
function fenceBefore(text: string, position: number): number | undefined {
  let i = position;
  while (i > 0 && isBlank(text.charCodeAt(i - 1))) i--;
  const end = i;
  while (i > 0 && end - i < 20 && text.charCodeAt(i - 1) !== 0x60 && !isBlank(text.charCodeAt(i - 1))) i--;
  if (!text.startsWith('```', i - 3)) return undefined;
  while (i > 0 && text.charCodeAt(i - 1) === 0x60) i--;
  return i;
}

/**
 * Whether `text[first, start)` is the beginning of what stands at `start`, broken off: nothing else, or with a few words
 * behind it that hold no brackets.
 */
function isDraft(text: string, first: number, start: number): boolean {
  let i = first;
  let j = start;
  let same = 0;
  while (i < start && j < text.length && same < longestDraft) {
    if (isBlank(text.charCodeAt(i))) i++;
    else if (isBlank(text.charCodeAt(j))) j++;
    else if (text.charCodeAt(i) === text.charCodeAt(j)) {
      i++;
      j++;
      same++;
    } else break;
  }
  if (same > 0 && skipBlanks(text, i) >= start) return true;
  return same > 5 && start - i < mostWords && !/[{}[\]]/.test(text.slice(i, start));
}

/** The value is read: what follows is a fence that closes, brackets too many, prose, or another value. */
export function endStep(reading: Reading, scene: Scene): void {
  const { text, starts, keys } = scene;
  const valueEnd = reading.position;
  const isFenced = reading.hasSeen('code-fence');
  let i = skipSpaces(text, valueEnd);
  if (i - valueEnd > longRun && !scene.mayRead(reading, i - valueEnd)) return;
  const next = text.charCodeAt(i) === comma ? skipSpaces(text, i + 1) : i;
  if (!reading.hasSeen('several-values') && starts[countBefore(starts, next)] === next)
    severalValues(reading.fork(), scene, i, next);
  let leftOver = 0;
  while (i < text.length && isCloser(text.charCodeAt(i)) && text.charCodeAt(i) !== closeParen) {
    if (scene.isDear(reading) || ++leftOver > mostLeftOver) return;
    reading.edit(i, i + 1, '', 'extra-brace');
    i = skipSpaces(text, i + 1);
  }
  // Who found one bracket too many behind a value that others stand before, took a part for the whole.
  if (leftOver && reading.hasSeen('prose-around') && starts[0]! < reading.start) reading.doubts++;
  reading.lastEnd = reading.log.start(reading.edits) >= valueEnd ? reading.log.end(reading.edits) : valueEnd;
  while (i < text.length && isLeftOver(text.charCodeAt(i))) {
    if (scene.isDear(reading) || ++leftOver > mostLeftOver) return;
    reading.base += 0.3;
    i = skipSpaces(text, i + 1);
  }
  if (text.startsWith('```', i)) {
    while (text.charCodeAt(i) === 0x60) i++;
    reading.charge('code-fence');
    i = skipSpaces(text, i);
  }
  if (i < text.length) {
    reading.charge('prose-around');
    const parts = partsCost(starts.length - countBefore(starts, valueEnd), keys.length - countBefore(keys, valueEnd));
    reading.base += (parts + unnoted(scene, valueEnd)) * (isFenced ? besideFence : 1);
    if (text.charCodeAt(skipSpaces(text, reading.lastEnd)) === comma) reading.doubts++;
    // A bracket at the very end closes what is open before it.
    if (!isFenced && isCloser(text.charCodeAt(scene.last - 1)) && !hasStartAfter(starts, valueEnd)) reading.doubts++;
    // What begins and ends with a quote is one string.
    if (quoteKindAt(text, reading.valueStart) && quoteKindAt(text, scene.last - 1)) reading.base += 2;
    if (text.charCodeAt(i) === colon || quoteKindAt(text, i)) reading.base += 2;
    if (hasTwin(scene, reading.valueStart, valueEnd)) reading.doubts++;
  }
  scene.finish(reading, false);
}

/** Whether an object or a list may begin behind a position. */
function hasStartAfter(starts: readonly number[], position: number): boolean {
  return starts.length > 0 && starts.at(-1)! >= position;
}

/** Whether an object with the same first key as that at `start` begins behind `end`: which of them is meant the text may not say. */
function hasTwin({ text, starts }: Scene, start: number, end: number): boolean {
  const colonAt = text.slice(start, start + longestTwin).indexOf(':');
  if (colonAt < 0) return false;
  const beginning = text.slice(start, start + colonAt).replace(/\s/g, '');
  const from = countBefore(starts, end);
  return starts.slice(from, from + mostTwins).some(at =>
    text
      .slice(at, at + longestTwin)
      .replace(/\s/g, '')
      .startsWith(beginning),
  );
}

/** Whether a character is what a call around the value leaves behind. */
function isLeftOver(code: number): boolean {
  return code === comma || code === semicolon || code === closeParen;
}

/** What the beginnings cost that may stand behind the last one that was noted. */
function unnoted({ text, starts }: Scene, end: number): number {
  if (starts.length < mostStarts) return 0;
  return (Math.max(text.length - Math.max(end, starts.at(-1)!), 0) / perStart) * furtherCost;
}

/** How many of these places, in order, are before a position. */
function countBefore(places: readonly number[], position: number): number {
  return partitionPoint(places, place => place < position);
}

/** Another value follows at once: the text is a list without its brackets. */
function severalValues(reading: Reading, scene: Scene, separator: number, next: number): void {
  const first = reading.valueStart;
  const valueEnd = reading.position;
  reading.edit(first, first, '[', 'several-values');
  reading.rootSchema = undefined;
  reading.open(first, next, false, { isImplied: true });
  reading.valueStart = first;
  reading.kinds = 2;
  reading.lastEnd = valueEnd;
  if (separator === next) reading.note(valueEnd, valueEnd, ',', 'several-values');
  reading.commaAt = separator;
  scene.add(reading);
}
