import * as vscode from 'vscode';
import { isPython } from '../../engine/index.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { FolderWatchers } from '../structure/folderWatchers.ts';
import { followFolders } from '../structure/followFolders.ts';
import { namedFileUri } from '../structure/namedFile.ts';

/** What a module and the files that it imports are called. */
const pattern = '**/*.{mjs,js,cjs,py}';

/**
 * Follows the modules that definitions and conversations name. Watches the folders of the modules, because a module may
 * import its neighbours, each from when a file first names a module in it.
 */
export class ModuleWatcher implements vscode.Disposable {
  /** The folders of each file's modules. */
  readonly #folders = new Map<string, readonly string[]>();
  readonly #watchers = new FolderWatchers(folder => this.#watch(folder));
  readonly #revisions = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: readonly vscode.Disposable[];

  /** Fires with each file whose modules may give something else now: they changed, or they may run since the workspace is trusted. */
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  /** @param runtime tells when Python modules run in another interpreter */
  constructor({ onDidChangePython }: Pick<Runtime, 'onDidChangePython'>) {
    this.#disposables = [
      this.#changed,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#fire(() => true)),
      onDidChangePython?.(() => this.#fire(() => true)) ?? { dispose: () => {} },
      // A watcher hears of it later.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (isPython(uri.path)) this.#fireBelow(uri);
      }),
      followFolders(({ isAbove }) => this.#fire(folders => folders.some(isAbove))),
    ];
  }

  /** How often a file's modules changed. */
  revision(file: vscode.Uri): number {
    return this.#revisions.get(file.toString()) ?? 0;
  }

  /** Follows the modules that a file names now, by their paths relative to it, in place of those that it named before. */
  follow(file: vscode.Uri, modules: readonly string[]): void {
    if (file.scheme === 'untitled' || modules.length === 0) {
      this.#folders.delete(file.toString());
      this.#watchers.follow(file.toString(), []);
      return;
    }
    const folder = vscode.Uri.joinPath(file, '..');
    const folders = modules.map(module => folderToWatch(namedFileUri(folder, module)));
    this.#folders.set(
      file.toString(),
      folders.map(folder => `${folder}/`),
    );
    this.#watchers.follow(file.toString(), folders);
  }

  dispose(): void {
    for (const disposable of [this.#watchers, ...this.#disposables]) disposable.dispose();
  }

  #watch(folder: vscode.Uri | undefined): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(
      folder ? new vscode.RelativePattern(folder, pattern) : pattern,
    );
    const changed = (uri: vscode.Uri) => this.#fireBelow(uri);
    watcher.onDidChange(changed);
    watcher.onDidCreate(changed);
    watcher.onDidDelete(changed);
    return watcher;
  }

  #fireBelow(uri: vscode.Uri): void {
    this.#fire(folders => folders.some(one => uri.toString().startsWith(one)));
  }

  #fire(isMeant: (folders: readonly string[]) => boolean): void {
    for (const [file, folders] of this.#folders) {
      if (!isMeant(folders)) continue;
      this.#revisions.set(file, (this.#revisions.get(file) ?? 0) + 1);
      this.#changed.fire(vscode.Uri.parse(file));
    }
  }
}

/** An ES module imports by relative paths, mostly its neighbours; Python from anywhere in its project. */
function folderToWatch(module: vscode.Uri): vscode.Uri {
  const folder = isPython(module.path) ? vscode.workspace.getWorkspaceFolder(module)?.uri : undefined;
  return folder ?? vscode.Uri.joinPath(module, '..');
}
