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
    void vscode.commands.executeCommand('setContext', `${prefix}.started.${milestone}`, true);
  }
}
