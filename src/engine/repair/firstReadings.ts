import { partitionPoint } from '../core/partitionPoint.ts';
import {
  closeObject,
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
  reasoningEnd,
  signOf,
  skipBlanks,
} from './characters.ts';
import { isKeyAt, type Scene } from './context.ts';
import { surroundingPrices } from './costs.ts';
import { quoteKindAt } from './quotes.ts';
import { Reading } from './reading.ts';
import type { SchemaView } from './schemaView.ts';

/** From so many beginnings a reading is begun. */
const mostTried = 200;
/** A draft is compared this far. */
const longestDraft = 50_000;
/** How many characters may stand between a draft and the whole. */
const mostWords = 200;

/** The first readings of a text: one that begins with it, and one that looks for a later beginning. */
export function firstReadings(scene: Scene, schema: SchemaView | undefined): void {
  const { text, starts, log } = scene;
  const first = skipFirst(text);
  scalarReadings(scene, schema);
  const search = new Reading(starts[0] ?? text.length, 'search', log, schema);
  if (starts.length) scene.add(search);
  const argument = callArgument(text, first);
  if (argument > first && starts[0] !== argument) {
    const called = new Reading(argument, 'value', log, schema);
    called.charge('prose-around');
    scene.add(called);
  }
  beginInside(scene, schema);
  if (first >= text.length || starts[0] === first) return;
  const bare = new Reading(first, 'value', log, schema);
  const { bareBesideStart, bareQuoted } = surroundingPrices;
  if (starts.length) bare.pay(bareBesideStart + partsCost(starts.length, scene.keys.length));
  else if (quoteKindAt(text, first)) bare.pay(bareQuoted);
  scene.add(bare);
}

/** The text, or its code block, begins with a key: the bracket that opens the object is missing. */
function beginInside({ text, log, add }: Scene, schema: SchemaView | undefined): void {
  const fence = /^\s*```[\w-]*[^\S\n]*\n/.exec(text.slice(0, 200));
  const first = skipBlanks(text, fence?.[0].length ?? 0);
  if (!quoteKindAt(text, first) || !isKeyAt(text, first)) return;
  const inside = new Reading(first, 'value', log, schema);
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
  const begun = new Reading(start, 'value', scene.log, reading.rootSchema);
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
    if (skipBlanks(text, first + 1) === start) reading.pay(surroundingPrices.doubledDraft);
    if (scene.first < first) reading.charge('prose-around');
    return;
  }
  reading.charge('prose-around');
  const share = fence === undefined ? 1 : surroundingPrices.besideFence;
  reading.pay(partsCost(skipped, countBefore(keys, start)) * share + surroundingPrices.wordsBefore);
  if (skipped > 0) reading.pay(surroundingPrices.passedOver);
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

/** How far into a text a lone number or constant is looked for. */
const searched = 10_000;
/** How many of the words are tried. */
const longestPhrase = 3;

/**
 * The schema asks for one number, or for one of a few words: readings that take the first of them out of the text, which
 * may be prose. Nothing where the schema allows anything else.
 */
function scalarReadings(scene: Scene, schema: SchemaView | undefined): void {
  if (!schema) return;
  const text = scene.text.slice(0, searched);
  if (schema.isNumeric) {
    const found = /(?<![\p{L}\p{N}.])-?(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(?:\.\d{1,15})?(?![\p{L}\p{N}])/u.exec(text);
    if (found) addScalar(scene, schema, found.index, found.index + found[0].length, 0);
  }
  const words = schema.constants.map(word => ({ word, start: wordAt(text, word) })).filter(({ start }) => start >= 0);
  words.sort((one, other) => one.start - other.start || other.word.length - one.word.length);
  for (const [rank, { word, start }] of words.slice(0, longestPhrase).entries())
    addScalar(scene, schema, start, start + word.length, rank, true);
}

/** Where a word stands for the first time, not within a longer one; -1 where it does not. */
function wordAt(text: string, word: string): number {
  for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 1))
    if (!isInWord(text, i - 1) && !isInWord(text, i + word.length)) return i;
  return -1;
}

function isInWord(text: string, at: number): boolean {
  return at >= 0 && at < text.length && isNameCode(text.charCodeAt(at));
}

function addScalar(scene: Scene, schema: SchemaView, start: number, end: number, rank: number, isWord = false): void {
  const { text } = scene;
  const reading = new Reading(start, 'value', scene.log, schema);
  if (text.slice(0, start).trim()) reading.charge('prose-around');
  reading.pay(rank * surroundingPrices.laterWord);
  if (isWord) {
    reading.edit(start, start, '"', 'bare-word');
    reading.note(end, end, '"', 'bare-word');
  } else
    for (let i = text.indexOf(',', start); i >= 0 && i < end; i = text.indexOf(',', i + 1))
      reading.edit(i, i + 1, '', 'number-format');
  reading.finishValue(start, end);
  scene.add(reading);
}

/** How many beginnings are noted. */
const mostStarts = 2000;
/** About how many characters there are for each. */
const perStart = 25;
/** How many parts have the full price, see `surroundingPrices`. */
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
