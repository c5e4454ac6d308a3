import { ChangedTrees } from '../../code/changedTrees.ts';
import type { Host } from '../../core/host.ts';
import { LastUsed } from '../../core/lastUsed.ts';
import type { AnsweredSource } from './sourceAnswers.ts';

/** What reading sources needs of its surroundings. */
export interface SourceHost extends Pick<Host, 'readFile'> {
  /** The folders that files are read from; absent: the folder of the file alone. */
  readonly roots?: readonly string[];
  /** Python's answers for sources, each as long as it has that text. Absent: there are none yet. */
  readonly answered?: readonly AnsweredSource[];
}

/** The names that a function takes from its module: the path of what is of another package; `undefined`: there is none such, so that it is Python's own. */
export type OuterNames = ReadonlyMap<string, string | undefined>;

/**
 * Functions, by their text, that stand on nothing of their program, change nothing in it and make no parser. Read once, they need
 * not be read again with each keystroke.
 */
export type SelfContained = ReadonlyMap<string, OuterNames>;

/** What stays of what was read, so that after a keystroke only what changed is read again. @internal */
export interface KeptReadings {
  readonly trees: ChangedTrees;
  /** By the path of the file that was read. */
  readonly functions: LastUsed<SelfContained>;
}

const keptFiles = 16;
const keptByHosts = new WeakMap<SourceHost, KeptReadings>();

/** What stays of what was read with a host: who reads one text again and again, as it is typed, does so with one host. @internal */
export function keptOf(host: SourceHost): KeptReadings {
  const kept = keptByHosts.get(host) ?? { trees: new ChangedTrees(), functions: new LastUsed(keptFiles) };
  keptByHosts.set(host, kept);
  return kept;
}
