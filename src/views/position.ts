import { oneLine } from '../engine/index.ts';

/** A place as editors show it: lines and columns from 1, columns in UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position of an offset. Lines end with `\n`, `\r\n` or `\r`. Linear in the offset. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (const match of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line++;
    start = match.index + match[0].length;
  }
  return { line, column: offset - start + 1 };
}

/** {@link positionAt} for many offsets of one text: linear in the text, then logarithmic. */
export function positionsIn(text: string): (offset: number) => Position {
  const placeOf = linePlaces(text);
  return offset => {
    const { line, character } = placeOf(offset);
    return { line: line + 1, column: character + 1 };
  };
}

/** `file:line:column: message`, on one line and of a length that a terminal can bear. */
export function located(file: string, { line, column }: Position, message: string): string {
  return `${oneLine(file)}:${line}:${column}: ${oneLine(message)}`;
}

/** A place in a text as editors count: line and character (in UTF-16 units) from 0. */
export interface LinePlace {
  readonly line: number;
  readonly character: number;
}

/** Finds the lines of offsets of one text. Lines end with `\n`, `\r\n` or `\r`. Linear in the text once, then logarithmic for each offset. */
export function linePlaces(text: string): (offset: number) => LinePlace {
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return offset => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - starts[low]! };
  };
}
