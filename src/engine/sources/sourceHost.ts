import type { Host } from '../core/host.ts';
import type { AnsweredSource } from './sourceAnswers.ts';

/** What reading sources needs of its surroundings. */
export interface SourceHost extends Pick<Host, 'readFile'> {
  /** The folders that files are read from; absent: the folder of the file alone. */
  readonly roots?: readonly string[];
  /** What Python has told of sources, each as long as it has that text. Absent: it was not asked. */
  readonly answered?: readonly AnsweredSource[];
}
