import type { RowVerdict } from './rowQuery.ts';
import type { TextSpan } from './textSpan.ts';

/** A row's response, as the pane below the rows shows it. Model text is hostile text. */
export interface RowText {
  /** Its number among the rows of the evaluation. */
  readonly row: number;
  readonly name: string;
  /** Where it stands: `log.jsonl:12`. */
  readonly place: string;
  readonly verdict: RowVerdict;
  /** The beginning of the response, or all of it. */
  readonly text: string;
  /** Whether more than that is there. */
  readonly isCut: boolean;
  /** Where in the text the cause stands; an empty one is a place. */
  readonly span?: TextSpan;
  /** Where that begins, from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly code?: string;
  readonly detail?: string;
  /** What the code means. */
  readonly sentence?: string;
}

/** An answer to the question for a row's response; without one: the row is gone. */
export interface ReadResponse {
  readonly row: number;
  readonly response?: RowText;
}
