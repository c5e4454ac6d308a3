/** A match, or the beginning of one; positions are code points of the text. */
export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** The text ended before the match was complete. */
  readonly partial: boolean;
  /** The place of each named group that took part. */
  readonly groups: ReadonlyMap<string, readonly [start: number, end: number]>;
}
