/** The folder of a path; a path may be of Windows, or a URI. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end < 0 ? '' : end === 0 ? '/' : path.slice(0, end);
}

/** A path below a folder. */
export function joinPath(folder: string, tail: string): string {
  if (folder === '') return tail;
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  const end = folder.endsWith(separator) ? '' : separator;
  return folder + end + (separator === '\\' ? tail.replaceAll('/', '\\') : tail);
}

/** Whether a path is a folder, or stands in it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  const own = folder.replace(/[\\/]$/, '');
  return path.startsWith(own) && (own === '' || /^[\\/]/.test(path.slice(own.length)));
}
