import { crowdedAfter, crowdedMargin, crowdedWidth, longAfter, longMargin, longWidth, margin, width } from './costs.ts';
import type { Reading } from './reading.ts';
import { isSameState } from './sameState.ts';

/** Rivals that cost this much more are forgotten where two readings meet. */
const rivalMargin = 4;

/**
 * The readings under way, in the order of their positions: a bounded number, of which those are given up that cost too
 * much more than the best. Two that come to the same state become one, which remembers the other as its rival.
 */
export class Agenda {
  private readonly readings: Reading[] = [];
  private steps = 0;
  /** The steps at which there was more than one reading. */
  private crowded = 0;
  private width = width;
  private margin = margin;
  /** What the cheapest reading had cost when the last one was taken. */
  best = Number.NEGATIVE_INFINITY;
  /** What the reading had cost that is stepped. */
  stepCost = 0.5;

  add(reading: Reading): void {
    const { readings } = this;
    if (!readings.length) {
      readings.push(reading);
      return;
    }
    if (reading.cost > this.best + this.margin && this.best >= 0 && readings.length > 1) return;
    for (let i = 0; i < readings.length; i++) {
      const other = readings[i]!;
      if (other.position !== reading.position || !isSameState(other, reading)) continue;
      if (reading.cost < other.cost) {
        readings[i] = reading;
        noteRival(reading, other);
      } else noteRival(other, reading);
      return;
    }
    readings.push(reading);
    while (readings.length > this.width) this.dropWorst();
  }

  /** The reading that is furthest behind, and how much the best of all has cost; `undefined` when none is left. */
  next(bestFinished: number): Reading | undefined {
    const { readings } = this;
    this.countStep(readings.length > 1);
    if (readings.length === 1) return this.takeOnly(bestFinished);
    while (readings.length) {
      let reading = readings[0]!;
      let first = 0;
      let { position, cost } = reading;
      let best = reading.mode !== 'search' && cost < bestFinished ? cost : bestFinished;
      for (let i = 1; i < readings.length; i++) {
        const other = readings[i]!;
        const otherCost = other.cost;
        if (otherCost < best && other.mode !== 'search') best = otherCost;
        if (other.position > position || (other.position === position && otherCost >= cost)) continue;
        reading = other;
        first = i;
        position = other.position;
        cost = otherCost;
      }
      const last = readings.pop()!;
      if (last !== reading) readings[first] = last;
      this.best = best;
      if (cost <= best + this.margin || reading.mode === 'search') return reading;
    }
    return undefined;
  }

  /** Whether a reading may take its next step before the others: there are none, or the text is long and they will follow. */
  get mayGoOn(): boolean {
    return !this.readings.length || this.steps >= longAfter;
  }

  /** Whether a reading of this cost would be carried along. Asked where all readings are, until several have been for long. */
  mayAdd(cost: number): boolean {
    return this.crowded < crowdedAfter || cost <= this.best + this.margin;
  }

  /** Counts so many steps of the reading that goes on without being added, if there is no other; says whether there is none. */
  stepAlone(steps: number): boolean {
    if (this.readings.length) return false;
    for (let i = 0; i < steps; i++) this.countStep(false);
    return true;
  }

  /** A step more of a reading that goes on without being added. */
  count(): void {
    this.countStep(this.readings.length > 0);
  }

  private countStep(isCrowded: boolean): void {
    if (++this.steps === longAfter) {
      this.width = longWidth;
      this.margin = longMargin;
    }
    if (isCrowded && ++this.crowded === crowdedAfter) {
      this.width = crowdedWidth;
      this.margin = crowdedMargin;
    }
  }

  /** What `next` does where there is one reading, as in most of a text. */
  private takeOnly(bestFinished: number): Reading | undefined {
    const reading = this.readings.pop()!;
    if (reading.mode === 'search') {
      this.best = bestFinished;
      return reading;
    }
    const { cost } = reading;
    this.best = Math.min(bestFinished, cost);
    return cost <= this.best + this.margin ? reading : undefined;
  }

  private dropWorst(): void {
    const { readings } = this;
    let worst = -1;
    for (let i = 0; i < readings.length; i++)
      if (readings[i]!.mode !== 'search' && (worst < 0 || readings[i]!.cost > readings[worst]!.cost)) worst = i;
    readings[worst] = readings[readings.length - 1]!;
    readings.pop();
  }
}

function noteRival(winner: Reading, loser: Reading): void {
  const gap = loser.cost - winner.cost;
  if (gap > rivalMargin || winner.edits === loser.edits) return;
  winner.rivals = {
    edits: loser.edits,
    met: winner.edits,
    gap: loser.base - winner.base,
    before: winner.rivals,
  };
}
