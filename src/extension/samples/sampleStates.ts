import type { Event, Uri } from 'vscode';

/** What is known of a definition's samples as the file stands. */
export interface SampleCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Samples that were not judged yet as they stand now. */
  readonly unknown: number;
  /** Those of them that nothing can run now, see `waitingDefinitions`. */
  readonly waiting: number;
  /** The file is not JSON at the moment: these are of when it last was. */
  readonly isKept?: true;
}

/** The verdicts of samples, shared by the lens, the Parsers view, the Test Explorer and the problems. */
export interface SampleStates {
  /** What is known now, without judging anything; `undefined` while the file was not read. */
  counts(uri: Uri, definition: string): SampleCounts | undefined;
  /** Judges what is not known of a file's samples, soon and in the background; `onDidChange` tells. */
  request(uri: Uri): void;
  /** Fires with the file whose counts changed. */
  readonly onDidChange: Event<Uri>;
}
