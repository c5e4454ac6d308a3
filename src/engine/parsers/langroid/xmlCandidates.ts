import type { Span } from '../../core/span.ts';
import { LiteralsSearch } from '../../text/growing/literalsSearch.ts';
import type { Candidate } from './jsonCandidates.ts';

const firstTag = /<[\p{L}\p{N}_]+>/gu;

/** The search for what stands between `<root>` and the next `</root>`, in a text that is whole or grows. Linear. */
export class RootTags {
  readonly open: string;
  readonly close: string;
  readonly #search: LiteralsSearch;
  /** Where the pair begins that is open, -1: none; and the last opening tag. */
  #start = -1;
  #last = -1;
  #pair: Span | undefined;

  constructor(root = 'tool') {
    this.open = `<${root}>`;
    this.close = `</${root}>`;
    this.#search = new LiteralsSearch([this.open, this.close]);
  }

  /** Reads the piece that stands `at` in the text until a tag has ended, see `LiteralsSearch.find`. */
  find(piece: string, from: number, at: number): number {
    const behind = this.#search.find(piece, from);
    this.#pair = undefined;
    if (behind < 0) return -1;
    const end = at + behind;
    if (this.#search.found === 0) {
      this.#last = end - this.open.length;
      if (this.#start < 0) this.#start = this.#last;
    } else if (this.#start >= 0) {
      this.#pair = { start: this.#start, end };
      this.#start = -1;
    }
    return behind;
  }

  /** The pair that the last tag has closed; `undefined`: it has closed none. */
  get pair(): Span | undefined {
    return this.#pair;
  }

  /** Where the pair begins that is open, and the last opening tag in it; `undefined`: none is open. */
  get opened(): { readonly start: number; readonly last: number } | undefined {
    return this.#start < 0 ? undefined : { start: this.#start, last: this.#last };
  }
}

/**
 * `XMLToolMessage.find_candidates`: what stands between `<root>` and the next `</root>`. The last `<root>` of the text need
 * not close; a `</root>` without its opening tag takes all from the first tag before it. The missing tag is in `text`,
 * not in `span`. Linear: the original searches again for what does not come.
 */
export function findXmlCandidates(text: string, root = 'tool'): readonly Candidate[] {
  const tags = new RootTags(root);
  const candidates: Candidate[] = [];
  /** Where the closing tags end behind the last pair. */
  let strays: number[] = [];
  let from = 0;
  for (let behind = tags.find(text, 0, 0); behind >= 0; behind = tags.find(text, behind, 0)) {
    const { pair } = tags;
    if (pair) {
      candidates.push({ text: text.slice(pair.start, pair.end), span: pair });
      strays = [];
      from = pair.end;
    } else if (!tags.opened) strays.push(behind);
  }
  const { opened } = tags;
  if (opened) {
    // No closing tag comes: only the last opening tag counts.
    const span = { start: opened.last, end: text.length };
    return [...candidates, { text: text.slice(span.start) + tags.close, span }];
  }
  for (const end of strays) {
    firstTag.lastIndex = from;
    const tag = firstTag.exec(text.slice(0, end - tags.close.length));
    if (tag) candidates.push({ text: tags.open + text.slice(tag.index, end), span: { start: tag.index, end } });
    from = end;
  }
  return candidates;
}
