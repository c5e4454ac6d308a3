import * as vscode from 'vscode';
import type { SampleFile } from '../../service/samplesService.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { onSettingChange } from '../settings.ts';
import { FolderWatchers } from '../structure/folderWatchers.ts';
import { followFolders } from '../structure/followFolders.ts';
import { confinesOf, isOutside, namedFileUri, readNamedFile, tooLargeMessage } from '../structure/namedFile.ts';

/** The address of a file that a definition names, see `namedFileUri`. */
export function sampleFileUri(definition: vscode.Uri, path: string): vscode.Uri {
  return namedFileUri(vscode.Uri.joinPath(definition, '..'), path);
}

/** What a sample's file holds: the unsaved text where there is one, else the file's. */
export async function readSampleFile(definition: vscode.Uri, path: string, runtime: Runtime): Promise<SampleFile> {
  const unreadable = { error: vscode.l10n.t('{0} cannot be read.', path) };
  if (definition.scheme === 'untitled') return unreadable;
  const uri = sampleFileUri(definition, path);
  const confines = confinesOf(vscode.Uri.joinPath(definition, '..'), runtime);
  const document = openDocument(uri);
  if (document?.isDirty && !(await isOutside(uri, confines))) return { text: document.getText() };
  const file = await readNamedFile(uri, confines);
  // In UTF-8, whatever the editor would guess: so do the command line and the frameworks.
  if ('bytes' in file) return { text: new TextDecoder().decode(file.bytes) };
  if (file.unread === 'outside') return { error: outsideMessage(path) };
  return file.unread === 'too-large' ? { error: tooLargeMessage(path) } : unreadable;
}

/** What is said of a file that is not read because of where it is. */
export function outsideMessage(path: string): string {
  return vscode.l10n.t(
    '{0} is outside of the workspace and was not read. Its folder can be allowed with the setting parserlens.files.allowedFolders.',
    path,
  );
}

/** Follows files that definitions and conversations name, such as those of samples, their unsaved texts included. */
export class SampleFiles implements vscode.Disposable {
  /** The addresses of the files that each definition file's samples name. */
  readonly #named = new Map<string, ReadonlySet<string>>();
  /** The other way round: much changes in a workspace that no sample names. */
  readonly #namers = new Map<string, Set<string>>();
  readonly #revisions = new Map<string, number>();
  readonly #watchers = new FolderWatchers(folder => this.#watch(folder));
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: readonly vscode.Disposable[];

  /** Fires with each definition file that a changed file is a sample of. */
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor() {
    const changed = ({ uri }: vscode.TextDocument) => this.#change(uri);
    this.#disposables = [
      this.#changed,
      vscode.workspace.onDidChangeTextDocument(event => event.contentChanges.length > 0 && changed(event.document)),
      vscode.workspace.onDidCloseTextDocument(changed),
      followFolders(({ isAbove }) => this.#changeAll(isAbove)),
      onSettingChange(['files.allowedFolders'], () => this.#changeAll(() => true)),
    ];
  }

  /** How often a sample's file changed since it is followed. */
  revision(definition: vscode.Uri, path: string): number {
    return this.#revisions.get(sampleFileUri(definition, path).toString()) ?? 0;
  }

  /** Follows the files that a definition file's samples name now, in place of those that they named before. */
  follow(definition: vscode.Uri, paths: readonly string[]): void {
    const key = definition.toString();
    const uris = definition.scheme === 'untitled' ? [] : paths.map(path => sampleFileUri(definition, path));
    for (const file of this.#named.get(key) ?? []) {
      const namers = this.#namers.get(file);
      if (namers?.delete(key) && namers.size === 0) this.#namers.delete(file);
    }
    const files = new Set(uris.map(String));
    for (const file of files) {
      const namers = this.#namers.get(file) ?? new Set();
      this.#namers.set(file, namers.add(key));
    }
    if (files.size === 0) this.#named.delete(key);
    else this.#named.set(key, files);
    this.#watchers.follow(
      key,
      uris.map(uri => vscode.Uri.joinPath(uri, '..')),
    );
  }

  /** Says that a file is another without having been written: Python said more of a source. */
  change(uri: vscode.Uri): void {
    this.#change(uri);
  }

  dispose(): void {
    for (const disposable of [this.#watchers, ...this.#disposables]) disposable.dispose();
  }

  #watch(folder: vscode.Uri | undefined): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(folder ? new vscode.RelativePattern(folder, '*') : '**');
    const changed = (uri: vscode.Uri) => this.#change(uri);
    watcher.onDidChange(changed);
    watcher.onDidCreate(changed);
    watcher.onDidDelete(changed);
    return watcher;
  }

  #change(uri: vscode.Uri): void {
    const changed = uri.toString();
    for (const definition of [...(this.#namers.get(changed) ?? [])]) this.#note(definition, [changed]);
  }

  #changeAll(isChanged: (file: string) => boolean): void {
    for (const [definition, files] of this.#named) {
      const changed = [...files].filter(isChanged);
      if (changed.length > 0) this.#note(definition, changed);
    }
  }

  #note(definition: string, files: readonly string[]): void {
    for (const file of files) this.#revisions.set(file, (this.#revisions.get(file) ?? 0) + 1);
    this.#changed.fire(vscode.Uri.parse(definition));
  }
}
