/** A definition as it is named: its file, and the definition in it. */
export interface DefinitionReference {
  readonly file: string;
  /** Absent: the file's only definition. */
  readonly name?: string;
}

/** What the name of a file ends with that holds definitions: where one of them is followed by `#`, or by nothing, no other `#` counts. */
const ending = /\.(?:parser\.json|py|ipynb|tsx?|jsx?|[mc][tj]s)(?=#|$)/i;

/**
 * Splits `FILE#NAME`: behind the first ending of a definition file or a source that a `#` follows, else at the last `#`, so that
 * either part may have one of its own.
 */
export function splitReference(written: string): DefinitionReference {
  const found = ending.exec(written);
  const hash = found ? found.index + found[0].length : written.lastIndexOf('#');
  return hash < 0 || hash === written.length
    ? { file: written }
    : { file: written.slice(0, hash), name: written.slice(hash + 1) };
}
