import type { Host } from '../core/host.ts';

/** What reading sources needs of its surroundings. */
export interface SourceHost extends Pick<Host, 'readFile'> {
  /** The folders that files are read from; absent: the folder of the file alone. */
  readonly roots?: readonly string[];
}
