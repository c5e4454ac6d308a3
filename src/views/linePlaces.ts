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
