/** A definition as Python that makes the framework's own object of it. */
export interface InstalledSource {
  /** Python that imports the framework and leaves the parser in a variable. */
  readonly text: string;
  /** The variable. */
  readonly variable: string;
  /** What the text could not take over, one sentence each. */
  readonly notes: readonly string[];
}
