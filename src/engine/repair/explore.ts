import { Agenda } from './agenda.ts';
import {
  backslash,
  backtick,
  closeList,
  closeObject,
  colon,
  comma,
  commentEnds,
  dot,
  isCloser,
  isMarkAt,
  isNameCode,
  less,
  openList,
  openObject,
  openParen,
  percent,
  plus,
  semicolon,
  signOf,
  skipBlanks,
  skipBlanksBack,
  skipSpaces,
  star,
} from './characters.ts';
import { closerStep, ellipsisStep, finishImplied, skipIgnored, wideStep } from './closerSteps.ts';
import type { Scene } from './context.ts';
import { expression, extraPrices, margin, maxDepth, noise, patience } from './costs.ts';
import { EditLog } from './edits.ts';
import { endStep, finishCut, missingCost } from './ending.ts';
import { findKeys, findStarts, firstReadings, searchStep } from './firstReadings.ts';
import { colonStep, keyStep, valueStep } from './memberSteps.ts';
import { type QuoteKind, quoteKindAt } from './quotes.ts';
import type { Frame, Reading } from './reading.ts';
import type { SchemaView } from './schemaView.ts';
import { resumeString } from './stringEdges.ts';
import { stringStep } from './stringSteps.ts';
import { wordEnd } from './words.ts';

/** How many whole readings are kept. */
const mostFinished = 16;

/** How much text in long strings and words is read by all readings together, and how many times the whole text; by the cheapest twice as many. */
const leastFlat = 200_000;
const flatReads = 2;

/** A reading of the whole text. */
export interface Finished {
  readonly reading: Reading;
  readonly isLossy: boolean;
  /** The end of the value, with the brackets too many that follow it. */
  readonly end: number;
}

/** What exploring a text gives: its cheapest readings, and what it costs to say that it cannot be read. */
export interface Exploration {
  readonly finished: readonly Finished[];
  readonly refusal: number;
}

/**
 * Reads a text in all ways that are likely, from its start to its end, side by side: at each fault a reading parts into
 * the few that are possible there, and only a bounded number of the cheapest goes on. Linear in the text.
 */
export function explore(text: string, schema: SchemaView | undefined): Exploration {
  const agenda = new Agenda();
  const finished: Finished[] = [];
  let refusal = noise(text.length);
  let best = Number.POSITIVE_INFINITY;
  let tried = 0;
  let isGoingOn = false;
  let wordStart = 0;
  let wordStop = 0;
  let flat = leastFlat + flatReads * text.length;
  const log = new EditLog();
  const scene: Scene = {
    text,
    first: skipSpaces(text, 0),
    last: skipBlanksBack(text, text.length, 0),
    log,
    starts: findStarts(text),
    keys: findKeys(text),
    add: reading => agenda.add(reading),
    goOn(reading) {
      if (reading.cost === agenda.stepCost && agenda.mayGoOn) isGoingOn = true;
      else agenda.add(reading);
    },
    stepAlone: steps => agenda.stepAlone(steps),
    mayPart: (reading, price) => agenda.mayAdd(reading.cost + price),
    wordEnd(position) {
      // Readings come to a word one after another, and where it ends does not hang on where they do.
      if (position < wordStart || position >= wordStop) {
        wordStart = position;
        wordStop = wordEnd(text, position);
      }
      return wordStop;
    },
    commentEnd: commentEnds(text),
    mayRead(reading, length) {
      if (log.isFull) return false;
      flat -= length;
      return flat >= 0 || (reading.cost <= agenda.best && flat >= -flatReads * text.length);
    },
    finish(reading, isLossy) {
      finished.push({ reading, isLossy, end: reading.mode === 'end' ? reading.lastEnd : text.length });
      best = Math.min(best, reading.cost);
      if (finished.length > mostFinished) {
        finished.sort((one, other) => one.reading.cost - other.reading.cost);
        finished.pop();
      }
    },
    isDear: reading => reading.cost > best + margin || reading.base > refusal + margin,
    refuse(cost) {
      refusal = Math.min(refusal, cost);
    },
  };
  firstReadings(scene, schema);
  for (let reading = agenda.next(best); reading; reading = agenda.next(best)) {
    if ((reading.frame?.depth ?? 0) > maxDepth || log.isFull) return { finished: [], refusal: 0 };
    if (reading.mode === 'search') searchStep(reading, scene, tried++);
    else if (reading.base > patience(reading.position)) refusal = Math.min(refusal, reading.base);
    else if (reading.base > refusal + margin) continue;
    else {
      agenda.stepCost = reading.cost;
      isGoingOn = false;
      step(reading, scene);
      while (isGoingOn) {
        isGoingOn = false;
        agenda.count();
        step(reading, scene);
      }
    }
  }
  if (log.isFull) return { finished: [], refusal: 0 };
  finished.sort((one, other) => one.reading.cost - other.reading.cost);
  const limit = (finished[0]?.reading.cost ?? 0) + margin;
  return { finished: finished.filter(({ reading }) => reading.cost <= limit), refusal };
}

/** Takes the backslash at a reading's position away where it stands before a bracket, as Markdown writes it. */
function dropBackslash(reading: Reading, text: string): void {
  const { position } = reading;
  if (reading.mode === 'colon') return;
  const next = text.charCodeAt(position + 1);
  if (next !== openList && next !== openObject && next !== closeList && next !== closeObject) return;
  reading.edit(position, position + 1, '', 'invalid-escape');
  reading.position++;
}

function step(reading: Reading, scene: Scene): void {
  if (reading.mode === 'string') {
    stringStep(reading, scene);
    return;
  }
  if (reading.mode === 'end') {
    endStep(reading, scene);
    return;
  }
  const next = skipIgnored(reading, scene);
  if (next === 'given up') return;
  if (next === 'end') {
    finishCut(reading, scene);
    return;
  }
  const code = scene.text.charCodeAt(reading.position);
  if (code === backslash) dropBackslash(reading, scene.text);
  else if (code > 0x3000 && wideStep(reading, scene, signOf(code))) return;
  switch (reading.mode) {
    case 'value':
      valueStep(reading, scene);
      return;
    case 'key':
      keyStep(reading, scene);
      return;
    case 'colon':
      colonStep(reading, scene);
      return;
    default:
      afterStep(reading, scene);
      return;
  }
}

/** A comma or a closing bracket is expected. */
function afterStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, lastEnd } = reading;
  const frame = reading.frame!;
  const code = text.charCodeAt(position);
  if (frame.isImplied && code !== comma && code !== openObject && code !== openList) {
    finishImplied(reading);
    scene.add(reading);
    return;
  }
  if (code === comma) {
    reading.commaAt = position;
    reading.position++;
    reading.mode = frame.isObject ? 'key' : 'value';
    scene.goOn(reading);
    return;
  }
  if (isCloser(code)) {
    closerStep(reading, frame, code, scene);
    return;
  }
  if (code === semicolon) {
    reading.edit(position, position + 1, ',', 'wrong-separator');
    reading.commaAt = position;
    reading.position++;
    reading.mode = frame.isObject ? 'key' : 'value';
    scene.add(reading);
    return;
  }
  if (code === dot && text.startsWith('...', position)) {
    ellipsisStep(reading, scene);
    return;
  }
  if (code === plus || code === star || code === percent || code === dot || code === openParen) {
    const operand = skipBlanks(text, position + 1);
    const kind = quoteKindAt(text, operand);
    scene.refuse(reading.cost + expression + (kind ? extraPrices.expressionOfString : 0));
    if (kind && code === plus) joinStrings(reading.fork(), operand, kind, scene);
  }
  // A part is taken from a value: `"abc"[0]`.
  if (code === openList && position === lastEnd && !isFirst(reading, frame))
    scene.refuse(reading.cost + extraPrices.partOfValue);
  if ((code === backtick && text.startsWith('```', position)) || (isMarkBegin(code) && isMarkAt(text, position))) {
    closeAtFence(reading, scene);
    return;
  }
  if (code === openObject && frame.isObject && frame.parent && !frame.parent.isObject) {
    const closed = reading.fork();
    closed.edit(lastEnd, lastEnd, '}', 'missing-brace');
    closed.close(lastEnd);
    scene.add(closed);
  }
  if (quoteKindAt(text, position) || isNameCode(code) || code === 0x2d || code === openObject || code === openList) {
    if (!isFirst(reading, frame))
      reading.edit(lastEnd, lastEnd, ',', frame.isImplied ? 'several-values' : 'missing-comma');
    reading.commaAt = lastEnd;
    reading.mode = frame.isObject ? 'key' : 'value';
    scene.add(reading);
    return;
  }
  if (code === colon && !frame.isObject && frame.parent?.isObject) return;
  reading.edit(position, position + 1, '', 'stray-text');
  reading.position++;
  scene.add(reading);
}

/** Whether the frame has no part yet. */
function isFirst({ lastEnd, valueStart }: Reading, frame: Frame): boolean {
  return lastEnd === frame.start + 1 && valueStart < 0;
}

/** Two strings with a plus between them: the second goes on where the first ended. */
function joinStrings(reading: Reading, operand: number, kind: QuoteKind, scene: Scene): void {
  const { text } = scene;
  const { lastEnd, valueStart } = reading;
  const first = quoteKindAt(text, valueStart);
  if (first?.width !== 1 || kind.width !== 1 || !first.closes(text, lastEnd - 1)) return;
  reading.forgetEdits(lastEnd - 1);
  reading.edit(lastEnd - 1, operand + 1, '', 'concatenation');
  resumeString(reading, kind, valueStart, operand + 1);
  scene.add(reading);
}

/** Whether a mark at the end of an answer may begin with this character. */
const isMarkBegin = (code: number): boolean => code === less || code === openList;

/** The code block ends, or the answer, and with it all that is open, behind what was taken away there. */
function closeAtFence(reading: Reading, scene: Scene): void {
  const end = reading.readEnd;
  reading.see('missing-brace');
  reading.pay(missingCost(reading, scene.text));
  while (reading.frame) {
    reading.note(end, end, reading.frame.isObject ? '}' : ']', 'missing-brace');
    reading.close(end);
  }
  scene.add(reading);
}
