import { setContext } from '../commands.ts';

/** What a new user does once, in the order of the walkthrough, which checks each off by its context key. */
export type Milestone = 'definition' | 'preview' | 'response' | 'parsed' | 'sample';

/**
 * Keeps what was truly done, as context keys `parserlens.started.<milestone>`. VS Code reads the walkthrough when it first
 * shows such a page, and checks off what becomes true from then on, never what was true before: until then no key is set.
 */
export class Milestones {
  readonly #reached = new Set<Milestone>();
  #isShown = false;

  /** Says that it was done; only the first time matters. */
  reach(milestone: Milestone): void {
    if (this.#reached.has(milestone)) return;
    this.#reached.add(milestone);
    if (this.#isShown) set(milestone);
  }

  /** Whether it was done. */
  has(milestone: Milestone): boolean {
    return this.#reached.has(milestone);
  }

  /** Says that VS Code has read the walkthrough. */
  show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    for (const milestone of this.#reached) set(milestone);
  }
}

function set(milestone: Milestone): void {
  void setContext(`started.${milestone}`, true);
}
