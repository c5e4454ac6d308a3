import * as vscode from 'vscode';
import { fileSize } from '../fileSize.ts';

/** What a run wrote to its log, which was read as it came: VS Code tells of it late, as of a change. */
export class OwnWrites {
  readonly #log: vscode.Uri;
  #size: number | undefined;

  constructor(log: string) {
    this.#log = vscode.Uri.parse(log);
  }

  /** The run is over, and all of it was read. */
  async ended(): Promise<void> {
    this.#size = await fileSize(this.#log);
  }

  /** Whether the log still has what the run left. */
  async isAll(): Promise<boolean> {
    return this.#size !== undefined && this.#size === (await fileSize(this.#log));
  }
}
