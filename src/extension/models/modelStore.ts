import * as vscode from 'vscode';
import { modelFileNames, moreTemplatesFolder } from '../../engine/index.ts';
import type { ModelTexts } from '../../service/chatPrompt.ts';
import { currentText } from '../structure/currentText.ts';
import { modelFileOf, modelPattern } from './modelFiles.ts';

/** How long a folder's files have to rest after an edit, in milliseconds; more for large ones, which are read as a whole. */
const delay = 150;
const largeDelay = 1500;
/** From this length on, in UTF-16 units, a file is large. */
const large = 2_000_000;

/** The files of models' folders, as they are in editors where they are open, else on disk. Tells of folders whose files changed. */
export class ModelStore implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** Fires with a model's folder, once its files rest. */
  readonly onDidChange = this.#changed.event;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #disposables: readonly vscode.Disposable[];

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(modelPattern);
    const soon = (uri: vscode.Uri) => this.#changeSoon(uri, delay);
    this.#disposables = [
      this.#changed,
      watcher,
      watcher.onDidChange(soon),
      watcher.onDidCreate(soon),
      watcher.onDidDelete(soon),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => soon(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => soon(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !modelFileOf(document.uri)) return;
        const end = document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
        this.#changeSoon(document.uri, end > large ? largeDelay : delay);
      }),
    ];
  }

  /** The files of a model's folder that are there and can be read. */
  async texts(folder: vscode.Uri): Promise<ModelTexts> {
    const paths = [...modelFileNames, ...(await moreTemplates(folder))];
    const read = paths.map(async path => {
      const file = await currentText(vscode.Uri.joinPath(folder, path), path);
      return 'text' in file ? [[path, file.text] as const] : [];
    });
    return (await Promise.all(read)).flat();
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #changeSoon(uri: vscode.Uri, wait: number): void {
    const folder = modelFileOf(uri)?.folder;
    if (!folder) return;
    const key = folder.toString();
    clearTimeout(this.#waiting.get(key));
    const tell = () => {
      this.#waiting.delete(key);
      this.#changed.fire(folder);
    };
    this.#waiting.set(key, setTimeout(tell, wait));
  }
}

/** The further chat templates of a model, in their order. */
async function moreTemplates(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder, moreTemplatesFolder));
    const names = entries.map(([name]) => name).filter(name => name.endsWith('.jinja'));
    return names.sort().map(name => `${moreTemplatesFolder}/${name}`);
  } catch {
    return [];
  }
}
