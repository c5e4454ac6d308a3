import type { PyNode } from '../../code/python/read/syntax.ts';
import type { Placed } from './values/values.ts';

/** What expressions in the bodies of modules and classes were, by where they stand. */
export class KnownPlaces {
  readonly values = new Map<string, Placed>();
  /** Where values were others before. */
  readonly #changing: number[] = [];

  note({ from, to }: PyNode, placed: Placed): void {
    const key = `${from}:${to}`;
    const before = this.values.get(key)?.value;
    if (typeof placed.value !== 'object' && before !== undefined && before !== placed.value) this.#changing.push(from);
    this.values.set(key, placed);
  }

  /** Whether values in the body of a class were others when it was made before. */
  hasChanged({ from, to }: PyNode): boolean {
    return this.#changing.some(each => from <= each && each < to);
  }
}

/** Whether something of another package is among what a program changes: it, a part of it, or what it is a part of. */
export function isAmong(patched: ReadonlySet<string>, path: string): boolean {
  for (const each of patched)
    if (each === path || each.startsWith(`${path}.`) || path.startsWith(`${each}.`)) return true;
  return false;
}
