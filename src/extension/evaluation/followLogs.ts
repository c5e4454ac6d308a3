import * as vscode from 'vscode';
import type { EvaluationLogMemory } from '../../protocol/evaluationProtocol.ts';
import { baseName } from '../definitions/definitionUris.ts';

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
