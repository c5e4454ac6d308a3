import type * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { toSpan } from '../convert.ts';
import type { ListedFile } from './listedFile.ts';
import { failurePlace, placeRange } from './sampleMessages.ts';
import type { SampleStore } from './sampleStore.ts';

/** How many failing samples of a file are underlined. */
export const maxShown = 250;

/** A sample that gives something else than it expects. */
export interface FailingSample {
  /** Its index in the file. */
  readonly number: number;
  readonly row: ListedFile['samples'][number];
  /** What is underlined: the first expectation that is not met. */
  readonly range: vscode.Range;
  problem(document: vscode.TextDocument): Problem;
}

/** The samples of a file that are known to fail. What cannot be judged, for its definition or its file, has a problem of its own there. */
export function failingSamples(samples: SampleStore, listed: ListedFile): readonly FailingSample[] {
  return listed.samples.flatMap((row, number) => {
    const judged = samples.verdictOf(listed, row);
    if (judged?.verdict !== 'fail') return [];
    const range = placeRange(failurePlace(row, judged.parts[0]));
    const problem = (document: vscode.TextDocument): Problem => ({
      code: 'sample-fails',
      severity: 'warning',
      message: `${row.name}: ${judged.message}`,
      span: toSpan(document, range),
    });
    return [{ number, row, range, problem }];
  });
}
