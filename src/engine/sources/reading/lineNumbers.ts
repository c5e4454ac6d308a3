/** The lines of offsets, from 1, where lines end with `\n`. Each text is searched once, then an offset is logarithmic. */
export class LineNumbers {
  readonly #starts = new Map<string, readonly number[]>();

  lineAt(text: string, offset: number): number {
    const starts = this.#starts.get(text) ?? startsOf(text);
    this.#starts.set(text, starts);
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
