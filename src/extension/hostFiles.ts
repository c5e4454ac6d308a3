import * as vscode from 'vscode';
import { mayRunModules } from './modules/trust.ts';
import { namedFileUri, readNamedFile } from './structure/namedFile.ts';

/** What a thread asks the extension host for. */
export interface HostFiles {
  /** A file by its path, relative to a folder's address or absolute; `undefined` when there is no such file, or it is too large. */
  readFile(folder: string, path: string): Promise<Uint8Array | undefined>;
  /** Whether a module of the user's may run now. */
  mayRunModules(): Promise<boolean>;
}

/** Files of every file system that VS Code reaches, and whether the workspace is trusted. */
export const hostFiles: HostFiles = {
  mayRunModules: async () => mayRunModules(),
  async readFile(folder, path) {
    const file = await readNamedFile(namedFileUri(vscode.Uri.parse(folder), path));
    // Whatever stands in the way, for the formatter there is no such file.
    return 'bytes' in file ? file.bytes : undefined;
  },
};
