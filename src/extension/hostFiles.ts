import * as vscode from 'vscode';
import type { ChildReply } from '../node/child/child.ts';
import { mayRunModules } from './modules/trust.ts';
import type { ModuleProcesses } from './runtime/runtime.ts';
import { namedFileUri, readNamedFile } from './structure/namedFile.ts';

/** What a thread asks the extension host for. */
export interface HostFiles {
  /** A file by its path, relative to a folder's address or absolute; `undefined` when there is no such file, or it is too large. */
  readFile(folder: string, path: string): Promise<Uint8Array | undefined>;
  /** Whether a module of the user's may run now. */
  mayRunModules(): Promise<boolean>;
  /** Asks a module's process, see `AskModule`: the host holds the processes, and passes bytes on without reading them. */
  askModule(path: string, question: Uint8Array, limitMs: number): Promise<ChildReply>;
}

/** Files of every file system that VS Code reaches, and whether the workspace is trusted. */
export const hostFiles = (modules: ModuleProcesses | undefined): HostFiles => ({
  mayRunModules: async () => mayRunModules(),
  async askModule(path, question, limitMs) {
    if (modules && vscode.workspace.isTrusted) return modules.ask(path, question, limitMs);
    return { failed: { class: 'ModuleNotTrusted', message: 'Modules run only in a trusted workspace.' } };
  },
  async readFile(folder, path) {
    const file = await readNamedFile(namedFileUri(vscode.Uri.parse(folder), path));
    // Whatever stands in the way, for the formatter there is no such file.
    return 'bytes' in file ? file.bytes : undefined;
  },
});
