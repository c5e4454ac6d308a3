import { type Split, type Splits, toJsonText } from '../engine/index.ts';
import { type ErrorModel, errorModel } from './errorModel.ts';
import { type LensValueModel, lensValueModel, valueModel } from './valueModel.ts';

/** A place in the agent's message that a value goes to. */
export type Destination = 'content' | 'memory' | 'metadata';
/** All destinations, in the order in which they are shown. */
export const destinations: readonly Destination[] = ['content', 'memory', 'metadata'];

/** What one filter gives: a value or the error that it raises. */
export type SplitModel = LensValueModel | { readonly error: ErrorModel };

/** The destinations by what they get, in their order. */
export function sameSplits(splits: Splits): readonly (readonly [Destination, ...Destination[]])[] {
  const groups: [Destination, ...Destination[]][] = [];
  for (const destination of destinations) {
    const group = groups.find(([first]) => isSame(splits[first], splits[destination]));
    if (group) group.push(destination);
    else groups.push([destination]);
  }
  return groups;
}

function isSame(one: Split, other: Split): boolean {
  if ('error' in one || 'error' in other)
    return (
      'error' in one &&
      'error' in other &&
      one.error.class === other.error.class &&
      one.error.message === other.error.message
    );
  const [a, b] = [one.exact, other.exact];
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string') return false;
  const [short, otherShort] = [valueModel(a), valueModel(b)];
  // Most that differ do so at first sight; the others are compared whole.
  return short.long === otherShort.long && short.size === otherShort.size && toJsonText(a, 0) === toJsonText(b, 0);
}

export function splitModel(split: Split): SplitModel {
  return 'error' in split ? { error: errorModel(split.error) } : lensValueModel(split.exact);
}

export function destinationsOf(splits: Splits): (key: string) => readonly Destination[] {
  const keys = destinations.map(destination => {
    const split = splits[destination];
    return new Set('error' in split ? [] : split.fields);
  });
  return key => destinations.filter((_, index) => keys[index]?.has(key));
}
