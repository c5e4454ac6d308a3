/** A place in a file system, as far as nearness needs it; `vscode.Uri` is one. */
export interface FileAddress {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/**
 * Orders `items` by how near their files are to `from`: first the same folder, then each folder above it, then all
 * others by path. Items of one file keep their order.
 */
export function nearestFirst<T extends { readonly uri: FileAddress }>(
  items: readonly T[],
  from: FileAddress | undefined,
): T[] {
  const ranked = items.map((item, index) => ({ item, index, distance: distance(item.uri, from) }));
  ranked.sort(
    (a, b) =>
      a.distance - b.distance ||
      (a.item.uri.path < b.item.uri.path ? -1 : a.item.uri.path > b.item.uri.path ? 1 : a.index - b.index),
  );
  return ranked.map(({ item }) => item);
}

/** Larger by one for each folder that the file's is above `from`'s own; a large number where it is not above it at all. */
function distance(file: FileAddress, from: FileAddress | undefined): number {
  if (!from || file.scheme !== from.scheme || file.authority !== from.authority) return Number.MAX_SAFE_INTEGER;
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
  if (!from.path.startsWith(folder)) return Number.MAX_SAFE_INTEGER;
  return from.path.slice(folder.length).split('/').length;
}
