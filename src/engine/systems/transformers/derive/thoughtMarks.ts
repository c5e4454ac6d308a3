/** What begins and ends the thoughts of an answer. */
export interface ThoughtMarks {
  readonly open: string;
  readonly close: string;
}
