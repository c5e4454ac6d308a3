/** Why a candidate stands where it stands. */
export interface FitParts {
  /** How many responses it reads to a value that holds anything. */
  readonly read: number;
  /** Whether it asks for a form: the responses' words alone it would not read. */
  readonly asksForForm: boolean;
  /** Whether it asks for certain words: the same form with other words it would not read. */
  readonly asksForWords: boolean;
  /** For a draft, `asksForWords` is of its type, which would be drafted for other words as well, and this of the draft as it is. */
  readonly asksForNames: boolean;
  /** Whether any words do for it and its values hold most of the responses' names as text: keys that it did not read as keys. */
  readonly takesNamesAsText: boolean;
  /** Whether that it reads the responses says little: it asks for no form, or takes any words in that form and the responses do not have its names. */
  readonly takesAnything: boolean;
  /** What share of the names in its example (keys, tags, labels) the responses have, from 0 to 1; 0 for a draft, which takes them from there. */
  readonly names: number;
  /** Whether that is so many that the responses are meant for it, read or not. */
  readonly hasNames: boolean;
  /** The mean of the responses' coverage, 0 where one is not read. */
  readonly words: number;
  readonly marks: number;
  /** Of all responses. */
  readonly repairs: number;
  readonly warnings: number;
}
