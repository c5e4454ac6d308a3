/** A stretch of a text: UTF-16 offsets, half-open. It carries no URI; whoever owns the text adds it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An edit as data: `text` replaces what `span` covers. Several edits of one list never overlap and all index the old text. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}
