import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { PythonOptions } from '../../../node/python/pythonPool.ts';
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

/** The public API of Microsoft's Python extension, as far as it is used: that of today, and the one before it. */
interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment?(environment: {
      readonly path: string;
    }): Promise<{ readonly executable?: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath?: vscode.Event<unknown>;
  };
  readonly settings?: {
    getExecutionDetails(resource?: vscode.Uri): { readonly execCommand?: readonly string[] };
    readonly onDidChangeExecutionDetails?: vscode.Event<unknown>;
  };
}

const extensionId = 'ms-python.python';

/** How long the other extension may take to start, in milliseconds; a module is not kept waiting for more. */
const patience = 5000;

/** The environment that the Python extension has selected, where that extension is installed. It is started by the first question. */
class PythonExtension implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #api: Promise<PythonApi | undefined> | undefined;
  readonly #listeners: vscode.Disposable[] = [];

  /** Fires when another environment was selected. */
  readonly onDidChange = this.#changed.event;

  /** The interpreter for a file; `undefined` where there is no such extension, or it has selected nothing. */
  async selected(file: vscode.Uri): Promise<string | undefined> {
    try {
      this.#api ??= this.#start();
      const { environments, settings } = (await this.#api) ?? {};
      if (environments) {
        const environment = environments.getActiveEnvironmentPath(file);
        const resolved = await inTime(environments.resolveEnvironment?.(environment));
        return resolved?.executable?.uri?.fsPath ?? (environment?.path || undefined);
      }
      return settings?.getExecutionDetails(file).execCommand?.[0];
    } catch {
      // Whatever the other extension does, Python is then looked for without it.
      return undefined;
    }
  }

  dispose(): void {
    for (const disposable of [...this.#listeners, this.#changed]) disposable.dispose();
  }

  async #start(): Promise<PythonApi | undefined> {
    const extension = vscode.extensions.getExtension<PythonApi>(extensionId);
    const api = extension && (await inTime(Promise.resolve(extension.activate())));
    for (const onChange of [
      api?.environments?.onDidChangeActiveEnvironmentPath,
      api?.settings?.onDidChangeExecutionDetails,
    ])
      if (onChange) this.#listeners.push(onChange(() => this.#changed.fire()));
    return api;
  }
}

/** Lets the user select an interpreter: with the Python extension where it is installed, else in the settings. */
async function selectInterpreter(): Promise<void> {
  if (vscode.extensions.getExtension(extensionId)) await vscode.commands.executeCommand('python.setInterpreter');
  else await vscode.commands.executeCommand('workbench.action.openSettings', 'parserlens.python.interpreter');
}

async function inTime<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, patience, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
