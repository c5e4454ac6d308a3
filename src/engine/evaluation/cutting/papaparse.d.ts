/** The part of Papa Parse that is used here: texts in, lists of fields out. */
declare module 'papaparse' {
  interface Config {
    readonly skipEmptyLines?: boolean;
    readonly delimiter?: string;
    readonly newline?: '\n';
    readonly preview?: number;
    readonly delimitersToGuess?: readonly string[];
  }
  interface Result {
    readonly data: readonly (readonly string[])[];
    readonly errors: readonly { readonly type: string; readonly code: string }[];
    readonly meta: { readonly delimiter: string };
  }
  const papa: { parse(text: string, config: Config): Result };
  // biome-ignore lint/style/noDefaultExport: the library's own
  export default papa;
}
