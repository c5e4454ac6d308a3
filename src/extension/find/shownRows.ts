import type { QuickPick, QuickPickItem } from 'vscode';
import { keptOrder } from '../../views/keptOrder.ts';

/** For how long after rows have moved a choice may be one of where they stood, in milliseconds: nobody aims faster. */
const aiming = 300;

/** The rows of a list while it is learnt what they are: where the user has typed or moved, they stay where they are. */
export class ShownRows<T extends QuickPickItem> {
  readonly #list: QuickPick<T>;
  readonly #keyOf: (row: T) => string | undefined;
  readonly #now: () => number;
  /** What was made active here, not by the user. */
  #active: string | undefined;
  #before: readonly T[] = [];
  #changed = Number.NEGATIVE_INFINITY;

  /** `keyOf`: what stays of a row whatever its words become; `undefined` for a heading. */
  constructor(list: QuickPick<T>, keyOf: (row: T) => string | undefined, now = () => performance.now()) {
    this.#list = list;
    this.#keyOf = keyOf;
    this.#now = now;
  }

  /** Shows items; what the user moved to, else the row with the key `remembered`, stays the active one. */
  show(items: readonly T[], remembered: string | undefined): void {
    const list = this.#list;
    this.#before = list.items;
    this.#changed = this.#now();
    const isFirst = this.#before.length === 0;
    const active = this.#key(list.activeItems[0]);
    const hasMoved = list.value !== '' || active !== this.#active;
    const target = isFirst ? remembered : active;
    list.items = !isFirst && hasMoved ? keptOrder(this.#before, items, this.#keyOf) : items;
    const same = target === undefined ? undefined : list.items.find(item => this.#key(item) === target);
    // Before the search says what reads the response, Enter must not take whatever stands first.
    if (same || list.busy) list.activeItems = same ? [same] : [];
    this.#active = this.#key(same);
  }

  /**
   * The row that the user means, where VS Code tells of `item`: it says which row by its number alone, so that a choice that
   * was on its way while rows moved arrives as whatever stands in that place now.
   */
  chosen(item: T | undefined): T | undefined {
    if (!item || this.#now() - this.#changed > aiming) return item;
    const { items, value, busy } = this.#list;
    const stale = this.#before[items.indexOf(item)];
    if (!stale || this.#key(stale) === undefined) return item;
    // Where none was made active, Enter takes the first at the end of the search, and none before.
    const isEnter = this.#key(item) === this.#active || (this.#active === undefined && !busy);
    if (value === '') return isEnter ? item : stale;
    const isMeant = ({ label }: T) => label.toLowerCase().includes(value.toLowerCase());
    return isMeant(stale) && !isMeant(item) ? stale : item;
  }

  #key(row: T | undefined): string | undefined {
    return row && this.#keyOf(row);
  }
}
