import { backtick, closeParen, colon, comma, isCloser, semicolon, skipSpaces } from './characters.ts';
import { closersOf, type Scene } from './context.ts';
import { endPrices, quoteInCut, surroundingPrices } from './costs.ts';
import { cutEscape } from './escapes.ts';
import { countBefore, partsCost, unnotedCost } from './firstReadings.ts';
import { quoteKindAt } from './quotes.ts';
import type { Reading } from './reading.ts';

/** The text ends where more was expected. */
export function finishCut(reading: Reading, scene: Scene): void {
  if (!reading.frame || scene.isDear(reading)) return;
  if (reading.mode === 'after') {
    finishOpen(reading, scene);
    return;
  }
  reading.charge('cut-off');
  closeAll(reading, dropUnfinished(reading, scene));
  scene.finish(reading, true);
}

/** The last value is whole, but brackets are open: forgotten, or cut off with what should follow. */
function finishOpen(reading: Reading, scene: Scene): void {
  const { text } = scene;
  if (reading.frame!.isImplied) {
    reading.note(reading.lastEnd, reading.lastEnd, ']', 'several-values');
    scene.finish(reading, false);
    return;
  }
  const cut = reading.fork();
  cut.charge('cut-off');
  cut.pay(endPrices.cutAfterValue);
  closeAll(cut, Math.max(cut.lastEnd, scene.last));
  scene.finish(cut, true);
  if (reading.mayBeCut) return;
  reading.see('missing-brace');
  reading.pay(missingCost(reading, text));
  if (reading.hasSeen('code-fence')) reading.pay(endPrices.openFence);
  let missing = 0;
  for (let open = reading.frame; open; open = open.parent) {
    if (open.isObject && open.schema)
      missing += open.schema.missingCost(open === reading.frame ? reading.keys : undefined);
  }
  reading.guide(missing);
  const closers = closersOf(reading.frame);
  openTuples(reading);
  reading.note(reading.lastEnd, reading.lastEnd, closers, 'missing-brace');
  scene.finish(reading, false);
}

/** What it costs that the brackets were forgotten that are open at the end. */
export function missingCost({ frame, lastEnd }: Reading, text: string): number {
  // Who closed a bracket just now was at closing them; who wrote a value was in the midst of something.
  const isClosing = isCloser(text.charCodeAt(lastEnd - 1));
  const { missing, eachMore, eachMoreInside } = endPrices;
  return missing + Math.min(frame!.depth - 1, 20) * (isClosing ? eachMore : eachMoreInside);
}

/** The text ends within a string: what there is of it is kept, if there is anything and it is not a key. */
export function finishCutString(reading: Reading, scene: Scene): void {
  const { text } = scene;
  reading.charge('cut-off');
  reading.pay(reading.innerQuotes * quoteInCut);
  if (scene.isDear(reading)) return;
  const end = cutEscape(text, reading.string.start);
  const last = text.charCodeAt(scene.last - 1);
  if (end < text.length || isCloser(last) || last === backtick) reading.doubts++;
  let closed = text.length;
  if (reading.string.isKey || (end === reading.string.start && reading.frame)) closed = dropUnfinished(reading, scene);
  else {
    if (end < text.length) reading.forgetEdits(end);
    reading.note(end, text.length, '"', 'cut-off');
  }
  closeAll(reading, closed);
  scene.finish(reading, true);
}

/** Takes away what follows the last whole member or item; gives where. Blanks at the end of the text stay: a code block may close behind them. */
function dropUnfinished(reading: Reading, { last: end }: Scene): number {
  const { lastEnd } = reading;
  reading.forgetEdits(lastEnd);
  if (lastEnd >= end) return lastEnd;
  reading.note(lastEnd, end, '', 'cut-off');
  return end;
}

/** The parentheses that are open become lists. */
function openTuples(reading: Reading): void {
  for (let open = reading.frame; open; open = open.parent)
    if (open.isTuple) reading.note(open.start, open.start + 1, '[', 'tuple');
}

function closeAll(reading: Reading, position: number): void {
  openTuples(reading);
  if (reading.frame) reading.note(position, position, closersOf(reading.frame), 'cut-off');
}

/** How many superfluous brackets and signs may follow a value. */
const mostLeftOver = 100;
/** Spaces that go on for so long behind a value are skipped by only so many readings. */
const longRun = 1000;
/** How far two objects are compared that stand one behind the other, and how many of them. */
const longestTwin = 100;
const mostTwins = 20;

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
    reading.pay(surroundingPrices.leftOver);
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
    reading.pay((parts + unnotedCost(text, starts, valueEnd)) * (isFenced ? surroundingPrices.besideFence : 1));
    if (text.charCodeAt(skipSpaces(text, reading.lastEnd)) === comma) reading.doubts++;
    // A bracket at the very end closes what is open before it.
    if (!isFenced && isCloser(text.charCodeAt(scene.last - 1)) && !hasStartAfter(starts, valueEnd)) reading.doubts++;
    if (quoteKindAt(text, reading.valueStart) && quoteKindAt(text, scene.last - 1))
      reading.pay(surroundingPrices.quotedWhole);
    if (text.charCodeAt(i) === colon || quoteKindAt(text, i)) reading.pay(surroundingPrices.goesOn);
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

/** Another value follows at once: the text is a list without its brackets. */
function severalValues(reading: Reading, scene: Scene, separator: number, next: number): void {
  const first = reading.valueStart;
  const valueEnd = reading.position;
  reading.edit(first, first, '[', 'several-values');
  reading.openAround(next, separator);
  if (separator === next) reading.note(valueEnd, valueEnd, ',', 'several-values');
  scene.add(reading);
}
