/** The content of a string while it is read: pieces, as its last unit is asked for at every step. */
export class StringBuffer {
  private readonly pieces: string[] = [];
  /** How many `{` are still open in the content. */
  openBraces = 0;

  get isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  /** The last UTF-16 unit; `''` where there is none. */
  get last(): string {
    return this.pieces.at(-1)?.at(-1) ?? '';
  }

  append(piece: string): void {
    if (piece === '') return;
    this.pieces.push(piece);
    for (const unit of piece)
      if (unit === '{') this.openBraces++;
      else if (unit === '}' && this.openBraces > 0) this.openBraces--;
  }

  /** Puts `piece` in the place of the backslash at the end, which was taken in alone. */
  replaceBackslash(piece: string): void {
    this.pieces.pop();
    this.append(piece);
  }

  toString(): string {
    return this.pieces.join('');
  }
}
