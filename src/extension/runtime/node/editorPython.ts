import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { PythonOptions } from '../../../node/python/pythonPool.ts';
import { PythonExtension, selectInterpreter } from '../../python/pythonExtension.ts';
import { getSetting, onSettingChange } from '../../settings.ts';

/** How long a module may take without a word, in milliseconds. */
const silence = 1500;

/** Which Python runs modules in the editor, what it prints, and whether there is one. */
export class EditorPython implements vscode.Disposable {
  readonly #extension = new PythonExtension();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: readonly vscode.Disposable[];
  readonly #said = new Set<string>();
  #output: vscode.OutputChannel | undefined;

  /** Fires when modules may run in another Python than before. */
  readonly onDidChange: vscode.Event<void> = this.#changed.event;

  constructor() {
    this.#disposables = [
      this.#extension,
      this.#changed,
      this.#extension.onDidChange(() => this.#fire()),
      onSettingChange(['python.interpreter', 'python.passEnvironment'], () => this.#fire()),
    ];
  }

  /** The settings of the pool of Pythons. */
  readonly options: PythonOptions = {
    named: path => this.#named(path),
    selected: path => this.#extension.selected(vscode.Uri.file(path)),
    workspaceFolder: path => folderOf(path)?.uri.fsPath,
    // The scope of the setting leaves no word to a workspace.
    passEnvironment: () => getSetting('python.passEnvironment'),
    write: text => this.#write(text),
    onAsk: (path, reply) => this.#wait(path, reply),
    onNoPython: failure => this.#tell(failure.message),
  };

  dispose(): void {
    this.#output?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #named(path: string) {
    const setting = getSetting('python.interpreter', vscode.Uri.file(path)).trim();
    if (setting === '') return undefined;
    const folder = folderOf(path)?.uri.fsPath ?? '';
    const expanded = setting.replaceAll('${workspaceFolder}', folder).replace(/^~(?=[\\/])/, homedir());
    const isProgram = !/[\\/]/.test(expanded);
    return {
      path: isProgram || isAbsolute(expanded) ? expanded : join(folder, expanded),
      by: '`parserlens.python.interpreter`',
    };
  }

  #fire(): void {
    this.#said.clear();
    this.#changed.fire();
  }

  #write(text: string): void {
    this.#output ??= vscode.window.createOutputChannel('ParserLens Modules');
    this.#output.append(text);
  }

  /** Says in the status bar what is waited for: an interpreter that imports large packages takes seconds. */
  #wait(path: string, reply: Promise<unknown>): void {
    const timer = setTimeout(() => {
      const title = vscode.l10n.t('Waiting for {0} in Python…', basename(path));
      void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => reply.then(() => {}));
    }, silence);
    void reply.finally(() => clearTimeout(timer));
  }

  /** Once for each fault, until another interpreter is selected. */
  #tell(message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    const select = vscode.l10n.t('Select Interpreter');
    void vscode.window
      .showWarningMessage(message, select)
      .then(choice => (choice === select ? selectInterpreter() : undefined));
  }
}

function folderOf(path: string): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path));
}
