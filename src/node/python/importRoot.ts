import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Where the imports of a Python module start. */
export interface ImportRoot {
  /** The folder that the module runs in. */
  readonly root: string;
  /** What is the user's own: files below it are followed, and errors lead there. */
  readonly own: string;
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
  const root = foldersUp(folder, top).find(each => marks.some(mark => existsSync(join(each, mark)))) ?? top ?? folder;
  return { root, own: top ?? root, folders: [root, join(root, 'src')] };
}

/** A folder and those above it, up to `top`, or to the root of the file system. */
export function foldersUp(folder: string, top?: string): readonly string[] {
  const folders = [folder];
  for (let each = folder; each !== top && dirname(each) !== each; each = dirname(each)) folders.push(dirname(each));
  return folders;
}

/** Whether a path is a folder or below it. */
function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !/^(?:[a-zA-Z]:|[\\/])/.test(way));
}
