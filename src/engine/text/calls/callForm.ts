/** A form at its place, before it is known whether it counts. */
export interface CallForm {
  readonly form: string;
  /** As far as it stands there. */
  readonly name: string | undefined;
  /** Whether its delimiters tell, whatever the name. */
  readonly isMarkup: boolean;
  /** Whether it is a call if nobody knows the tools. */
  readonly hasArguments: boolean;
  /** Whether it has what calls do not have, so that only the name of a tool tells. */
  readonly isData?: boolean;
  readonly end: number;
}
