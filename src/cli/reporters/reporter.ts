import type { CheckedFile, CheckedSample } from '../../views/checkedFile.ts';

/** The numbers under a report. A file with an error fails like a sample. */
export interface Summary {
  readonly definitions: number;
  readonly conversations: number;
  readonly samples: number;
  readonly passed: number;
  readonly failed: number;
  /** Not judged, because their modules may not run: they neither pass nor fail. */
  readonly skipped: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Prints what `check` found. */
export type Reporter = (files: readonly CheckedFile[], summary: Summary, colour: boolean) => string;

/** Counts what was found. */
export function summarize(files: readonly CheckedFile[]): Summary {
  const samples = files.flatMap(file => file.samples);
  const problems = files.flatMap(file => file.problems);
  const count = (verdictName: CheckedSample['verdict']) =>
    samples.filter(({ verdict }) => verdict === verdictName).length;
  return {
    definitions: files.reduce((sum, file) => sum + file.definitions.length, 0),
    conversations: files.filter(({ isConversation }) => isConversation).length,
    samples: samples.length,
    passed: count('pass'),
    failed: count('fail'),
    skipped: count('skipped'),
    errors: problems.filter(({ severity }) => severity === 'error').length,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
  };
}

/** A sample as reports name it. */
export function title({ definition, name }: CheckedSample): string {
  return `${definition}: ${name}`;
}

/** A number with its noun: `1 sample`, `2 samples`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
