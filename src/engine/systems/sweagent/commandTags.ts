import type { Span } from '../../core/span.ts';
import { LiteralsSearch } from '../../text/index.ts';

const openTag = '<command>';
const closeTag = '</command>';

/** The search for the last `<command>` and the last `</command>`, in a text that is whole or grows. Linear. */
export class CommandTags {
  readonly #search = new LiteralsSearch([openTag, closeTag]);
  /** The last of each so far. */
  open: Span | undefined;
  close: Span | undefined;

  /** Reads the piece that stands `at` in the text until a tag has ended, see `LiteralsSearch.find`. */
  find(piece: string, from: number, at: number): number {
    const behind = this.#search.find(piece, from);
    if (behind < 0) return -1;
    const end = at + behind;
    if (this.#search.found === 0) this.open = { start: end - openTag.length, end };
    else this.close = { start: end - closeTag.length, end };
    return behind;
  }

  /** Reads a whole text. Only the last of each counts, so the others are not looked for. */
  readWhole(text: string): this {
    const open = text.lastIndexOf(openTag);
    const close = text.lastIndexOf(closeTag);
    if (open >= 0) this.open = { start: open, end: open + openTag.length };
    if (close >= 0) this.close = { start: close, end: close + closeTag.length };
    return this;
  }

  /** The command, and what stands between its tags, which is nothing where they stand the other way round; `undefined`: one of them is missing. */
  get command(): { readonly span: Span; readonly content: Span } | undefined {
    const { open, close } = this;
    if (!open || !close) return undefined;
    const to = Math.max(open.end, close.start);
    return {
      span: { start: open.start, end: close.start < open.end ? open.end : close.end },
      content: { start: open.end, end: to },
    };
  }
}
