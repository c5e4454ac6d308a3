/** A part of a parser in a source that only a run can know, and where it was written. */
export interface UnknownPart {
  readonly argument: string;
  readonly reason: string;
  readonly file: string;
  readonly line: number;
}

/** The parsers of a source as the text of a `.parser.json`, and what of each is unknown, by its name. */
export interface SourceText {
  readonly text: string;
  readonly unknown: ReadonlyMap<string, readonly UnknownPart[]>;
}

/** Files and the network, as far as whoever runs the engine allows them. Media that need what is absent are a clear error. */
export interface Resources {
  /** What relative paths start from: the folder of the conversation's file. */
  readonly cwd: string;
  /** The bytes of a file; `undefined`: there is no such file. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** What a source's parsers are; `undefined`: the path is not that of a source that can be read. Absent: sources are not read. */
  readSource?(path: string): Promise<SourceText | undefined>;
  /** One GET. Rejects when the host cannot be reached or answers with an error status. Absent: no network. */
  fetch?(url: string): Promise<Uint8Array>;
  /**
   * Told of an image that a token counter needs and cannot have, with what the source system would raise; the image then
   * counts nothing. Absent: that is raised.
   */
  unreadImage?(url: string, error: { readonly class: string; readonly message: string }): void;
  /** Writes a new temporary file whose name ends in `suffix` and gives its path. */
  writeTemp?(bytes: Uint8Array, suffix: string): Promise<string>;
}
