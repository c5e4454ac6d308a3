import { backtick, isCloser } from './characters.ts';
import { closersOf, type Scene } from './context.ts';
import { endPrices, quoteInCut } from './costs.ts';
import { cutEscape } from './escapes.ts';
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
  cut.base += endPrices.cutAfterValue;
  closeAll(cut, Math.max(cut.lastEnd, scene.last));
  scene.finish(cut, true);
  if (reading.mayBeCut) return;
  reading.see('missing-brace');
  reading.base += missingCost(reading, text);
  if (reading.hasSeen('code-fence')) reading.base += endPrices.openFence;
  let missing = 0;
  for (let open = reading.frame; open; open = open.parent) {
    if (open.isObject && open.schema)
      missing += open.schema.missingCost(open === reading.frame ? reading.keys : undefined);
  }
  reading.guidance += missing;
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
  reading.base += reading.innerQuotes * quoteInCut;
  if (scene.isDear(reading)) return;
  const end = cutEscape(text, reading.stringStart);
  const last = text.charCodeAt(scene.last - 1);
  if (end < text.length || isCloser(last) || last === backtick) reading.doubts++;
  let closed = text.length;
  if (reading.isKey || (end === reading.stringStart && reading.frame)) closed = dropUnfinished(reading, scene);
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
