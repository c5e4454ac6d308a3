import * as vscode from 'vscode';
import type { EvaluationLogMemory } from '../../protocol/evaluationProtocol.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { fileSize } from '../structure/files.ts';

/** Watches logs: `changed` hears what became of one that was written to or deleted, in a sentence. */
export function followLogs(logs: readonly EvaluationLogMemory[], changed: (what: string) => void): vscode.Disposable {
  return vscode.Disposable.from(
    ...logs.map(({ uri: address }) => {
      const uri = vscode.Uri.parse(address);
      const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), baseName(uri));
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const tell = () => changed(vscode.l10n.t('{0} was changed since it was read.', baseName(uri)));
      watcher.onDidChange(tell);
      watcher.onDidCreate(tell);
      watcher.onDidDelete(() => changed(vscode.l10n.t('{0} was deleted since it was read.', baseName(uri))));
      return watcher;
    }),
  );
}

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
