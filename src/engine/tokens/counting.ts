import type { PyDict, PyValue } from '../core/pyValue.ts';

/** How a counter cuts text into pieces that it counts one by one. */
export interface TextPieces {
  /**
   * The end of the piece that begins at `start`, which is a boundary of pieces. Always after `start`. It depends on the
   * text from `start` on alone, and from the end on on no more than white space, other characters, and the first white
   * space behind those.
   */
  pieceEnd(text: string, start: number): number;
  /** The tokens of one piece. */
  countPiece(text: string, start: number, end: number): number;
}

/** The count of a text, and of the text without a stretch of it. */
export interface TextCounts {
  readonly total: number;
  /** Without `[start, end)`, offsets in UTF-16 units. */
  without(start: number, end: number): number;
}

/** What a counter must tell of itself so that a conversation need not be counted again after every message that is dropped. */
export interface AdditiveCounting {
  /** The tokens of a payload beside its messages. The count of any payload is this plus `opening` plus the counts of its messages. */
  readonly fixed: number;
  /**
   * The tokens that stand before the messages because of the first one's role, which is `undefined` in a payload
   * without messages. Raises `EngineError` where the counter does. Absent: none.
   */
  readonly opening?: (role: PyValue | undefined) => number;
  /** The tokens of one message of the payload. Raises `EngineError` where the counter does. */
  message(message: PyDict): number;
  /** True where the sums are lower bounds: a payload may cost more, because messages change with their neighbours. */
  readonly isBound?: boolean;
  /** How a text inside a message of role `user` is counted: on its own, or right behind `leading`. Absent where it is not counted by pieces. */
  readonly pieces?: TextPieces;
  readonly leading?: string;
  /** The same for a counter that has no pieces, but can tell what a text costs without any stretch of it. */
  textCounts?(text: string): TextCounts;
}

/** What truncation needs of a token counter. */
export interface PayloadCounter {
  /** The tokens of a payload. Raises `EngineError` where the source system's counter does. */
  count(payload: unknown): number | Promise<number>;
  /** Absent for a counter that cannot be taken apart: then every round counts the whole payload again. */
  additive?(): AdditiveCounting | undefined | Promise<AdditiveCounting | undefined>;
}
