import { toDefinitionText } from '../../../python/index.ts';
import type { Construction, Run } from '../run/sourceRun.ts';
import type { SourceConfig } from './configWriter.ts';
import { definitionOf } from './definitionOf.ts';
import type { Models } from './sourceModels.ts';

/** A construction with what is needed to choose among those of one place. */
export type Recorded = Construction & { readonly isAgain: boolean; readonly definition: SourceConfig };

/** A program that is read, with the parsers that it has made. */
export interface RecordingRun extends Run {
  readonly constructions: Recorded[];
}

const maxConstructions = 10_000;
/** Parsers that one function makes at one place. */
const maxAtPlace = 50;

/** Notes a parser that the program makes, and gives its number; -1: there are too many. It is read now: its arguments may change later. */
export function recordConstruction(
  construction: Construction & { readonly isAgain: boolean },
  run: RecordingRun,
  models: Models,
): number {
  if (run.constructions.length >= maxConstructions) return -1;
  const definition = definitionOf(construction, run, models);
  const isAgain = construction.isAgain && hasMade(construction, definition, run);
  return run.constructions.push({ ...construction, isAgain, definition }) - 1;
}

/** Whether a call made the same parser at a place before: a function that is read again may make another one, of another object or class. */
function hasMade({ node, place }: Construction, { visible }: SourceConfig, run: RecordingRun): boolean {
  const same = run.constructions.filter(each => each.node.from === node.from && each.place.from === place.from);
  if (same.length === 0) return false;
  const text = toDefinitionText(visible);
  return same.length >= maxAtPlace || same.some(each => toDefinitionText(each.definition.visible) === text);
}
