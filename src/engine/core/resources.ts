/** Files and the network, as far as whoever runs the engine allows them. Media that need what is absent are a clear error. */
export interface Resources {
  /** What relative paths start from: the folder of the conversation's file. */
  readonly cwd: string;
  /** The bytes of a file; `undefined`: there is no such file. */
  readFile(path: string): Promise<Uint8Array | undefined>;
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
