import type { PairedRow } from './compareVerdicts.ts';
import { isObject } from './evaluationFile.ts';
import type { RowMeasures } from './rowMeasures.ts';
import { type Verdict, verdicts } from './verdict.ts';

/** One line of the file with all rows: `{ id, line, verdict, code }`, and what was measured; `log` where it is not the first. */
export function writeRow({ id, log, line, verdict, code }: PairedRow, measures?: RowMeasures): string {
  const row = {
    ...(id !== undefined && { id }),
    ...(log > 0 && { log }),
    line,
    verdict,
    ...(code !== undefined && { code }),
    ...measures,
  };
  return `${JSON.stringify(row)}\n`;
}

/** Reads such a line; `undefined`: it is another. */
export function readRow(text: string): PairedRow | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(data)) return undefined;
  const { id, log = 0, line, verdict, code } = data;
  if (typeof log !== 'number' || typeof line !== 'number' || !verdicts.includes(verdict as Verdict)) return undefined;
  return {
    ...(typeof id === 'string' && { id }),
    log,
    line,
    verdict: verdict as Verdict,
    ...(typeof code === 'string' && { code }),
  };
}
