import type { JudgedSample } from '../../service/samplesService.ts';
import type { SampleRow } from '../../views/sampleListing.ts';
import type { ListedFile } from './listedFile.ts';
import type { SampleCounts } from './sampleStates.ts';

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

  /** What is known of each definition's samples. `waits`: the definitions whose samples nothing can run now. */
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
