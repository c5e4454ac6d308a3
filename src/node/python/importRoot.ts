import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from '../namedFile.ts';

/** Where the imports of a Python module start. */
export interface ImportRoot {
  /** The folder that the module runs in. */
  readonly root: string;
  /** What is the user's own: files below it are followed, and errors lead there. */
  readonly own: string;
  /** Whether it is a project's, by its marks. */
  readonly isProject: boolean;
  /** What is put on `sys.path`. */
  readonly folders: readonly string[];
}

const marks = ['pyproject.toml', 'setup.py'];

/**
 * The folder of the nearest `pyproject.toml` or `setup.py` above a module, no higher than the workspace's folder, which is
 * it where there is neither; without one the module's own folder.
 */
export function importRoot(path: string, workspaceFolder?: string): ImportRoot {
  const folder = dirname(path);
  const top = workspaceFolder !== undefined && isInside(folder, workspaceFolder) ? workspaceFolder : undefined;
  const project = foldersUp(folder, top).find(each => marks.some(mark => existsSync(join(each, mark))));
  const root = project ?? top ?? folder;
  return { root, own: top ?? root, isProject: project !== undefined, folders: [root, join(root, 'src')] };
}

/** A folder and those above it, up to `top`, or to the root of the file system. */
export function foldersUp(folder: string, top?: string): readonly string[] {
  const folders = [folder];
  for (let each = folder; each !== top && dirname(each) !== each; each = dirname(each)) folders.push(dirname(each));
  return folders;
}
