import type { Event, Uri } from 'vscode';
import type { JudgedSample } from '../../service/samplesService.ts';
import type { SampleRow } from '../../views/sampleListing.ts';
import type { ListedFile } from './listedFile.ts';

/** The verdicts of a definition's samples as the file stands. */
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
  /** The verdicts so far, without judging anything; `undefined` while the file was not read. */
  counts(uri: Uri, definition: string): SampleCounts | undefined;
  /** Judges the samples of a file that have no verdict, soon and in the background; `onDidChange` tells. */
  request(uri: Uri): void;
  /** Fires with the file whose counts changed. */
  readonly onDidChange: Event<Uri>;
}

/** What decides whether modules run. `hasModules`: whether this VS Code can run any; a browser's cannot. */
interface ModuleRights {
  readonly isTrusted: boolean;
  readonly hasModules: boolean;
}

/** The names of the definitions whose samples nothing can run now: they are not failures. */
export function waitingDefinitions(
  definitions: readonly { readonly name: string; readonly needsTrust: boolean }[],
  { isTrusted, hasModules }: ModuleRights,
): ReadonlySet<string> {
  if (isTrusted && hasModules) return new Set();
  return new Set(definitions.filter(({ needsTrust }) => needsTrust).map(({ name }) => name));
}

/** The longest message that is kept, in UTF-16 units: there may be many. */
const maxMessage = 300;

/** The verdicts of one file's samples, by what decides them; without the differences. */
export class SampleVerdicts {
  readonly #kept = new Map<string, JudgedSample>();

  get(key: string): JudgedSample | undefined {
    return this.#kept.get(key);
  }

  keep(key: string, judged: JudgedSample): void {
    this.#kept.set(key, { ...judged, message: judged.message.slice(0, maxMessage), differences: [] });
  }

  /** The verdicts of each definition's samples. `waits`: the definitions whose samples nothing can run now. */
  counts(
    { definitions, samples }: Pick<ListedFile, 'definitions' | 'samples'>,
    keyOf: (row: SampleRow) => string,
    waits: ReadonlySet<string>,
  ): Map<string, SampleCounts> {
    const none = { total: 0, passed: 0, failed: 0, unknown: 0, waiting: 0 };
    const counts = new Map(definitions.map(({ name }) => [name, { ...none }]));
    for (const row of samples) {
      const count = counts.get(row.definition);
      if (!count) continue;
      const verdict = this.#kept.get(keyOf(row))?.verdict;
      count.total++;
      count[verdict === undefined ? 'unknown' : verdict === 'pass' ? 'passed' : 'failed']++;
      if (verdict === undefined && waits.has(row.definition)) count.waiting++;
    }
    return counts;
  }

  /** Verdicts of former texts are kept for an undo, but not without end: where they are many only those of `rows` stay. */
  prune(rows: readonly SampleRow[], keyOf: (row: SampleRow) => string): void {
    if (this.#kept.size <= 2 * rows.length + 100) return;
    const present = new Set(rows.map(keyOf));
    for (const key of this.#kept.keys()) if (!present.has(key)) this.#kept.delete(key);
  }
}
