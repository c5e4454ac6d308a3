import type { AssistFile } from '../../assist/assistContext.ts';
import type { placeInSource } from '../../engine/index.ts';
import { type Confines, readNamedFile } from '../../node/namedFile.ts';
import { maxNamedFile } from '../../portable/maxNamedFile.ts';
import { positionsIn } from '../../views/position.ts';

/** The places of a source's parsers as they are shown; each file of it is read once, where it may be read. */
export function writtenPlaces(
  placeAt: (offset: number) => ReturnType<typeof placeInSource>,
  confines: Confines,
  cwd: string,
): NonNullable<AssistFile['placeOf']> {
  const positions = new Map<string, ReturnType<typeof positionsIn>>();
  const read = async (file: string) =>
    positionsIn(new TextDecoder().decode(await readNamedFile(file, maxNamedFile, confines)));
  return async offset => {
    const place = placeAt(offset);
    if (!place) return undefined;
    const positionOf = positions.get(place.file) ?? (await read(place.file));
    positions.set(place.file, positionOf);
    return { file: shownPath(place.file, cwd), ...positionOf(place.span.start) };
  };
}

/** A path below the first root relative to it, with slashes; others as they are. */
export function shownPath(path: string, cwd: string): string {
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`;
  const slashed = path.replaceAll('\\', '/');
  return slashed.startsWith(folder.replaceAll('\\', '/')) ? slashed.slice(folder.length) : path;
}
