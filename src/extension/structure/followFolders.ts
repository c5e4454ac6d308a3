import * as vscode from 'vscode';

/** How long after the first change the others are waited for, in milliseconds: a checkout changes thousands of files. */
const delay = 200;

/** Files and folders that came or went. */
export interface FolderChange {
  readonly came: readonly vscode.Uri[];
  /** Whether a folder that a file is in, however deep, came or went; the file by its address. */
  isAbove(address: string): boolean;
}

/**
 * Calls `changed` with what comes and goes in the workspace, some at a time. Of a folder that is moved or deleted as a
 * whole VS Code names the folder alone: a watcher for the files in it hears nothing.
 */
export function followFolders(changed: (change: FolderChange) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher('**', false, true, false);
  let came: vscode.Uri[] = [];
  let keys = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (uri: vscode.Uri) => {
    keys.add(uri.toString());
    timer ??= setTimeout(() => {
      timer = undefined;
      const noted = keys;
      const change = { came, isAbove: (address: string) => foldersAbove(address).some(key => noted.has(key)) };
      came = [];
      keys = new Set();
      changed(change);
    }, delay);
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidDelete(note),
    watcher.onDidCreate(uri => {
      came.push(uri);
      note(uri);
    }),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}

/** The addresses of all folders that a file is in. */
function foldersAbove(address: string): string[] {
  const authority = address.indexOf('//') + 2;
  const folders: string[] = [];
  for (let end = address.lastIndexOf('/'); end > authority; end = address.lastIndexOf('/', end - 1))
    folders.push(address.slice(0, end));
  return folders;
}
