import type { EvaluationFile, Host, Resources, SourceDefinition } from '../engine/index.ts';
import type { CheckedFile } from '../views/checkedFile.ts';

/** A file of the user's. */
export interface AssistFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the workspace, as it is shown. */
  readonly label: string;
  /** Of a source its parsers, as a `.parser.json` has them. */
  readonly text: string;
  /** The calls of a source; the files of what is unknown as they are shown. */
  readonly found?: readonly SourceDefinition[];
  /** Where what stands at an offset of `text` was written, in a source or a file that it imports; `undefined`: in the file itself. */
  readonly placeOf?: (offset: number) => Promise<WrittenPlace | undefined>;
}

/** A place in a file: `file` as it is shown, lines and columns from 1. */
export interface WrittenPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A file to be checked: one that is there, or a text that is not saved yet. */
export type CheckSource = { readonly path: string } | { readonly text: string; readonly fileName: string };

/** A log to be evaluated, `parser` and `compare` are `FILE#NAME`. */
export interface EvaluationRequest {
  readonly log: string;
  readonly parser: string;
  readonly compare: string | undefined;
  readonly field: string | undefined;
  readonly groupBy: readonly string[];
}

/** A row of a log: `line` counts from 1. */
export interface RowRequest {
  readonly log: string;
  readonly line: number;
  readonly field: string | undefined;
}

/**
 * What tools get from where they run: one for each call. Every path, also those that files name, stays inside the roots,
 * links resolved; what lies outside, or is not there, is a `ToolError`.
 */
export interface AssistContext {
  /** Goes no further than the roots, and runs modules only where they may run. */
  readonly host: Host;
  /** For a definition that was given as text, which runs no module and reads no file. */
  readonly textHost: Host;
  /** Ends the work; nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Hears how far the work is, of `total` if that is known. */
  progress(done: number, total: number | undefined): void;
  /** The text of a file. */
  readFile(path: string): Promise<AssistFile>;
  /** The definition files at a path or below it, as they are shown; without a path those of the workspace. */
  definitionFiles(path: string | undefined): Promise<readonly string[]>;
  /** Problems and samples of a definition file; `quick`: without the search for patterns that could take for ever. */
  check(source: CheckSource, quick?: boolean): Promise<CheckedFile>;
  /** The report of a log. */
  evaluate(request: EvaluationRequest): Promise<EvaluationFile>;
  /** The response of a row: a model's text or message. */
  row(request: RowRequest): Promise<unknown>;
  /** What a conversation in a folder reads: files inside the roots, and no network. */
  resources(folder: string): Resources;
}
