import * as vscode from 'vscode';
import type { EvaluationLogMemory } from '../../protocol/evaluationProtocol.ts';
import { baseName } from '../definitions/definitionStore.ts';

/** Watches logs: `changed` hears the name of one that was written to or deleted. */
export function followLogs(logs: readonly EvaluationLogMemory[], changed: (name: string) => void): vscode.Disposable {
  return vscode.Disposable.from(
    ...logs.map(({ uri: address }) => {
      const uri = vscode.Uri.parse(address);
      const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), baseName(uri));
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const tell = () => changed(baseName(uri));
      watcher.onDidChange(tell);
      watcher.onDidCreate(tell);
      watcher.onDidDelete(tell);
      return watcher;
    }),
  );
}
