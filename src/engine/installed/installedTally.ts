import type { Difference, InstalledDifference } from './differences.ts';

/** The most differences that are kept; all are counted. */
const maxDifferences = 2000;

/** Counts what was asked of both sides, and keeps what differs in the order in which it was found. */
export class InstalledTally {
  compared = 0;
  same = 0;
  readonly differences: InstalledDifference[] = [];

  /** `text`: what was read; absent where there is none. */
  add(from: string, text: string | undefined, found: readonly Difference[]): void {
    this.compared++;
    if (found.length === 0) this.same++;
    for (const each of found)
      if (this.differences.length < maxDifferences)
        this.differences.push({ ...each, from, ...(text !== undefined && { text }) });
  }
}
