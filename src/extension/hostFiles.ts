import * as vscode from 'vscode';
import { mayRunModules } from './modules/trust.ts';

/** The largest medium that is read, in bytes. */
const maxMedium = 50 * 1024 * 1024;

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
    const base = vscode.Uri.parse(folder);
    const slashed = path.replaceAll('\\', '/');
    const isAbsolute = slashed.startsWith('/') || /^[A-Za-z]:\//.test(slashed);
    const uri = isAbsolute
      ? base.with({ path: slashed.startsWith('/') ? slashed : `/${slashed}` })
      : vscode.Uri.joinPath(base, slashed);
    try {
      const { type, size } = await vscode.workspace.fs.stat(uri);
      if (!(type & vscode.FileType.File) || size > maxMedium) return undefined;
      return await vscode.workspace.fs.readFile(uri);
    } catch {
      // Whatever stands in the way, for the formatter there is no such file.
      return undefined;
    }
  },
};
