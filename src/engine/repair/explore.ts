import { afterStep } from './afterStep.ts';
import { Agenda } from './agenda.ts';
import {
  backslash,
  closeList,
  closeObject,
  openList,
  openObject,
  signOf,
  skipBlanksBack,
  skipSpaces,
} from './characters.ts';
import { skipIgnored } from './closerSteps.ts';
import { commentEnds } from './commentEnds.ts';
import type { Scene } from './context.ts';
import { margin, maxDepth, noise, patience } from './costs.ts';
import { EditLog } from './editLog.ts';
import { finishCut } from './ending.ts';
import { endStep } from './endStep.ts';
import { firstReadings, searchStep } from './firstReadings.ts';
import { colonStep, keyStep } from './keySteps.ts';
import type { Reading } from './reading.ts';
import type { SchemaView } from './schemaView.ts';
import { findKeys, findStarts } from './starts.ts';
import { stringStep } from './stringSteps.ts';
import { valueStep } from './valueSteps.ts';
import { wideStep } from './wideSteps.ts';
import { wordEnd } from './words.ts';

/** So many whole readings are kept. */
const mostFinished = 16;

/** So much text in long strings and words is read by all readings together, and so many times the whole text; by the cheapest twice as many. */
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
