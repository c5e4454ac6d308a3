import * as vscode from 'vscode';
import { maxNamedFile } from '../../portable/maxNamedFile.ts';
import { getSetting } from '../settings.ts';
import { notebookSource } from '../sources/notebookSource.ts';
import { type FolderChange, followFolders } from '../structure/followFolders.ts';
import type { DefinitionSource } from './definitionFile.ts';
import { documentNumber, openDocument } from './openDocument.ts';

/** A file on disk (or wherever its file system keeps it) as last read. `tooLarge`: not read, for its size in bytes. */
type FileText = { readonly version: string; readonly text: string } | { readonly tooLarge: number };

/** Definitions, and the configurations of models, whose response templates are some. */
const pattern = '**/{*.parser.json,tokenizer_config.json}';

const excludeSettings = ['files.exclude', 'search.exclude'];

/** What a search leaves out, beside what `files.exclude` names, which VS Code itself leaves out. */
function excluded(): string {
  const setting = vscode.workspace.getConfiguration('search', null).get<Record<string, unknown>>('exclude', {});
  // A pattern with alternatives of its own cannot be one of several.
  const patterns = Object.keys(setting).filter(glob => setting[glob] === true && !/[{},]/.test(glob));
  return `{${[...new Set(['**/node_modules/**', ...patterns])].join(',')}}`;
}

/** The workspace's definition files: searched on first use, then followed by a watcher. Reads each version once. */
export class DefinitionFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, { readonly stamp: string; readonly file: FileText }>();
  readonly #disposables: vscode.Disposable[] = [
    this.#changed,
    vscode.workspace.onDidChangeWorkspaceFolders(() => this.searchAgain()),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (excludeSettings.some(setting => event.affectsConfiguration(setting))) void this.searchAgain();
    }),
  ];
  readonly #findFiles: typeof vscode.workspace.findFiles;
  readonly #gone = new Set<string>();
  #watcher: vscode.Disposable | undefined;
  #uris: Map<string, vscode.Uri> | undefined;
  /** Counts what came and went: a search that began before may not know of it. */
  #turn = 0;

  /** @param findFiles VS Code's search */
  constructor(findFiles: typeof vscode.workspace.findFiles = vscode.workspace.findFiles) {
    this.#findFiles = findFiles;
  }

  /** The files of the workspace's folders. A search that was cancelled, or that a change overtook, is not kept. */
  async list(token?: vscode.CancellationToken): Promise<readonly vscode.Uri[]> {
    this.#watcher ??= this.#watch();
    if (this.#uris) return [...this.#uris.values()];
    const turn = this.#turn;
    const found = await this.#findFiles(pattern, excluded(), undefined, token);
    if (token?.isCancellationRequested) throw new vscode.CancellationError();
    if (turn === this.#turn) this.#uris ??= new Map(found.map(uri => [uri.toString(), uri]));
    return this.#uris ? [...this.#uris.values()] : found;
  }

  /**
   * Tells of the files that came or went, and of all that were moved. Before the first search nobody waits for it. VS Code
   * may miss what comes in a folder that is new.
   */
  async searchAgain(moved: readonly vscode.Uri[] = []): Promise<void> {
    const before = this.#uris;
    this.#forget();
    if (!before) return;
    const after = new Map((await this.list()).map(uri => [uri.toString(), uri]));
    const changed = new Map(moved.map(uri => [uri.toString(), uri]));
    for (const key of changed.keys()) if (!after.has(key)) this.#gone.add(key);
    for (const key of after.keys()) this.#gone.delete(key);
    for (const [key, uri] of before) if (!after.has(key)) changed.set(key, uri);
    for (const [key, uri] of after) if (!before.has(key)) changed.set(key, uri);
    for (const uri of changed.values()) this.#changed.fire(uri);
  }

  /** A file's text; `undefined` when it cannot be read. */
  async read(uri: vscode.Uri): Promise<FileText | undefined> {
    this.#watcher ??= this.#watch();
    const key = uri.toString();
    try {
      const { mtime, size, type } = await vscode.workspace.fs.stat(uri);
      if (!(type & vscode.FileType.File)) return undefined;
      const stamp = `${mtime}:${size}`;
      const kept = this.#texts.get(key);
      if (kept?.stamp === stamp) return kept.file;
      const file =
        size > maxNamedFile
          ? { tooLarge: size }
          : { version: `file:${stamp}`, text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
      this.#texts.set(key, { stamp, file });
      return file;
    } catch {
      // Deleted, unreadable or a folder: for a definition that is the same as not being there.
      this.#texts.delete(key);
      return undefined;
    }
  }

  /** Whether a file was deleted or moved away; VS Code keeps the documents of closed editors for some minutes. */
  isGone(uri: vscode.Uri): boolean {
    this.#watcher ??= this.#watch();
    return this.#gone.has(uri.toString());
  }

  dispose(): void {
    this.#watcher?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #watch(): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const changed = (uri: vscode.Uri) => {
      this.#texts.delete(uri.toString());
      this.#changed.fire(uri);
    };
    return vscode.Disposable.from(
      watcher,
      watcher.onDidChange(changed),
      watcher.onDidCreate(uri => {
        // It may be in a folder that is excluded, which only a search knows.
        if (!this.#uris?.has(uri.toString())) this.#forget();
        this.#gone.delete(uri.toString());
        changed(uri);
      }),
      watcher.onDidDelete(uri => {
        this.#uris?.delete(uri.toString());
        this.#turn++;
        this.#gone.add(uri.toString());
        changed(uri);
      }),
      followFolders(change => void this.#followFolders(change)),
    );
  }

  #forget(): void {
    this.#uris = undefined;
    this.#turn++;
  }

  async #followFolders({ came, isAbove }: FolderChange): Promise<void> {
    const moved = [...(this.#uris?.values() ?? [])].filter(uri => isAbove(uri.toString()));
    if (moved.length > 0 || (await hasFolder(came))) await this.searchAgain(moved);
  }
}

/** How many files that came are looked at; among more there is a folder. */
const maxLooked = 200;

/** Whether a folder is among what came that a search would enter. */
async function hasFolder(came: readonly vscode.Uri[]): Promise<boolean> {
  const looked = came.filter(({ path }) => !path.includes('/node_modules/'));
  if (looked.length > maxLooked) return true;
  for (const uri of looked) {
    try {
      if ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) return true;
    } catch {
      // Gone again.
    }
  }
  return false;
}

/** Tells of files that changed: at once after a pause; while changes follow each other, once per `preview.delay`. */
export class PacedChanges implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #pending = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #fired = new Map<string, number>();

  readonly event: vscode.Event<vscode.Uri> = this.#changed.event;

  tell(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#pending.has(key)) return;
    const fire = () => {
      this.#pending.delete(key);
      this.#fired.set(key, Date.now());
      this.#changed.fire(uri);
    };
    const wait = (this.#fired.get(key) ?? 0) + getSetting('preview.delay') - Date.now();
    this.#pending.set(key, setTimeout(fire, Math.max(0, wait)));
  }

  dispose(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    this.#changed.dispose();
  }
}

/**
 * What a definition file holds: its open document's text, else the file's; `undefined` when it cannot be read.
 * `revision`: how often a file changed that it stands on, for whoever keeps what was made of a text.
 */
export async function writtenText(
  uri: vscode.Uri,
  files: DefinitionFiles,
  revision: number,
): Promise<DefinitionSource | undefined> {
  const sourceOf = (text: string, version: string) => ({ text, written: text, version: `${version}:${revision}` });
  const notebook = notebookSource(uri);
  if (notebook) return sourceOf(notebook.text, `notebook:${notebook.version}`);
  const document = openDocument(uri);
  if (document) return sourceOf(document.getText(), `document:${documentNumber(document)}:${document.version}`);
  const file = await files.read(uri);
  if (!file) return undefined;
  if (!('tooLarge' in file)) return sourceOf(file.text, file.version);
  return { text: '', written: '', version: `too-large:${file.tooLarge}`, tooLarge: file.tooLarge };
}
