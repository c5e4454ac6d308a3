import * as vscode from 'vscode';
import { prefix } from '../commands.ts';

/** What a new user does once, in the order of the walkthrough, which checks each off by its context key. */
export type Milestone = 'definition' | 'preview' | 'response' | 'parsed' | 'sample';

/** Keeps what was truly done, as context keys `parserlens.started.<milestone>`. */
export class Milestones {
  readonly #reached = new Set<Milestone>();

  /** Says that it was done; only the first time matters. */
  reach(milestone: Milestone): void {
    if (this.#reached.has(milestone)) return;
    this.#reached.add(milestone);
    set(milestone, true);
  }

  /** Whether it was done. */
  has(milestone: Milestone): boolean {
    return this.#reached.has(milestone);
  }

  /** Says it all again: VS Code sees only what changes while it knows the walkthrough. */
  repeat(): void {
    for (const milestone of this.#reached) {
      set(milestone, false);
      set(milestone, true);
    }
  }
}

function set(milestone: Milestone, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `${prefix}.started.${milestone}`, value);
}
