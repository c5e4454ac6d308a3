import * as vscode from 'vscode';
import { fileSize } from '../fileSize.ts';

/** What a run wrote to its log, which was read as it came: VS Code reports it late, as a change. */
export class OwnWrites {
  readonly #log: vscode.Uri;
  #size: number | undefined;

  constructor(log: string) {
    this.#log = vscode.Uri.parse(log);
  }

  /** What the run wrote was read; `ends`: all of it. */
  async read(ends: boolean): Promise<void> {
    if (ends) this.#size = await fileSize(this.#log);
  }

  /** Whether the log still has what the run left. */
  async isAll(): Promise<boolean> {
    return this.#size !== undefined && this.#size === (await fileSize(this.#log));
  }
}
