/** A place as people count: lines and columns from 1, columns in UTF-16 units, as editors do. */
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
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return offset => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}

/** `file:line:column: message`, on one line and of a length that a terminal can bear. */
export function located(file: string, { line, column }: Position, message: string): string {
  return `${file}:${line}:${column}: ${oneLine(message)}`;
}

/** A message on one line; the messages of some frameworks repeat the whole response. */
export function oneLine(message: string): string {
  const short = message.length > 1000 ? `${message.slice(0, 1000)}…` : message;
  return visible(short.replace(/\r\n?|\n/g, '\\n'));
}

/** A text whose control characters, which a terminal obeys, are escaped. Line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(
    /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
