/** A piece shorter than this is copied by its characters. */
const shortPiece = 64;
const bufferSize = 8192;

/** A text that is put together from pieces. Short ones are gathered as UTF-16 codes: a million strings would cost several times as much. */
export class TextBuilder {
  private readonly parts: string[] = [];
  private codes: Uint16Array | undefined;
  private count = 0;

  /** Appends `text[start, end)`. */
  add(text: string, start: number, end: number): void {
    if (start >= end) return;
    if (end - start >= shortPiece || !this.makeRoom(end - start)) {
      this.flush();
      this.parts.push(text.slice(start, end));
      return;
    }
    const codes = this.codes!;
    let { count } = this;
    for (let i = start; i < end; i++) codes[count++] = text.charCodeAt(i);
    this.count = count;
  }

  /** The whole text. */
  join(): string {
    this.flush();
    return this.parts.length === 1 ? this.parts[0]! : this.parts.join('');
  }

  /** Makes room for a short piece; false where the buffer is not worth its memory yet. */
  private makeRoom(length: number): boolean {
    if (!this.codes) {
      if (this.parts.length < shortPiece) return false;
      this.codes = new Uint16Array(bufferSize);
    }
    if (this.count + length > bufferSize) this.flush();
    return true;
  }

  private flush(): void {
    if (!this.count) return;
    this.parts.push(String.fromCharCode.apply(null, this.codes!.subarray(0, this.count) as unknown as number[]));
    this.count = 0;
  }
}
