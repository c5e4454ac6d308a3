import { joinedBytes } from '../joinedBytes.ts';

/** Rows of which all columns are read: what the others need, they show. */
export const firstRows = 100;
/** When so many bytes are there, they are rows enough. */
const enough = 8 * 1024 * 1024;
const newline = 10;

/** The first lines of a table, and how many they are: fewer where they are long. */
export async function firstLines(
  lines: AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: Uint8Array; readonly count: number }> {
  const pieces: Uint8Array[] = [];
  let [size, count] = [0, 0];
  for await (const piece of lines) {
    pieces.push(piece);
    size += piece.length;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) count++;
    if (size >= enough) break;
  }
  return { bytes: joinedBytes(...pieces), count };
}
