/** A place in a file; line and column count from 1. */
export interface ModulePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
