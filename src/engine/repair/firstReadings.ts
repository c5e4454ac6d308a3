import { isBlank, isNameCode, openParen, skipBlanks } from './characters.ts';
import { isKeyAt, type Scene } from './context.ts';
import { surroundingPrices } from './costs.ts';
import { quoteKindAt } from './quotes.ts';
import { Reading } from './reading.ts';
import { scalarReadings } from './scalarReadings.ts';
import type { SchemaView } from './schemaView.ts';
import { countBefore, partsCost } from './starts.ts';

/** From so many beginnings a reading is begun. */
const mostTried = 200;
/** A draft is compared this far. */
const longestDraft = 50_000;
/** So many characters may stand between a draft and the whole. */
const mostWords = 200;

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
  const { bareBesideStart, bareQuoted } = surroundingPrices;
  if (starts.length) bare.base = bareBesideStart + partsCost(starts.length, scene.keys.length);
  else if (quoteKindAt(text, first)) bare.base = bareQuoted;
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
    if (skipBlanks(text, first + 1) === start) reading.base += surroundingPrices.doubledDraft;
    if (scene.first < first) reading.charge('prose-around');
    return;
  }
  reading.charge('prose-around');
  const share = fence === undefined ? 1 : surroundingPrices.besideFence;
  reading.base += partsCost(skipped, countBefore(keys, start)) * share + surroundingPrices.wordsBefore;
  if (skipped > 0) reading.base += surroundingPrices.passedOver;
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
