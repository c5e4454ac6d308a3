/** A stretch of a text: UTF-16 offsets, half-open. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}
