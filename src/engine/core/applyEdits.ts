import type { Edit, Span } from './span.ts';

/** An edit whose offsets stand beside its text. */
type FlatEdit = Span & { readonly text: string };

/** A text, or the part of it within a span, after edits that lie in it in order and do not overlap. Linear. */
export function applyEdits(
  text: string,
  edits: readonly (Edit | FlatEdit)[],
  within: Span = { start: 0, end: text.length },
): string {
  const pieces = new Pieces();
  let done = within.start;
  for (const edit of edits) {
    const { start, end } = 'span' in edit ? edit.span : edit;
    pieces.add(text, done, start);
    pieces.add(edit.text, 0, edit.text.length);
    done = end;
  }
  pieces.add(text, done, within.end);
  return pieces.join();
}

/** A piece shorter than this is copied by its characters. */
const shortPiece = 64;
const bufferSize = 8192;

/** A text that is put together from pieces. Short ones are gathered as UTF-16 codes: a million strings would cost several times as much. */
class Pieces {
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
