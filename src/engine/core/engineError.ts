// A file of its own: other bundles take this class from the library's, so that `instanceof` holds for what they throw.

/**
 * An exception of a source system: `class` and `message` are the system's own (`JsonParsingError`, `KeyError`, …).
 * Functions throw it where their description says so, and only there; everywhere else it becomes data.
 */
export class EngineError extends Error {
  /** Its name, also in a build with short ones. */
  static override readonly name: string = 'EngineError';
  readonly class: string;
  readonly code: string | undefined;
  /** Where in the definition the cause stands, where that is known. */
  readonly path: readonly (string | number)[] | undefined;
  constructor(className: string, message: string, code?: string, path?: readonly (string | number)[]) {
    super(message);
    this.name = className;
    this.class = className;
    this.code = code;
    this.path = path;
  }
}
