import * as vscode from 'vscode';

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
export class PythonExtension implements vscode.Disposable {
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
export async function selectInterpreter(): Promise<void> {
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
