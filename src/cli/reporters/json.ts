import { fromPlain, toJsonText, visible } from '../../engine/index.ts';
import type { CheckedFile } from '../../views/checkedFile.ts';
import type { Summary } from './reporter.ts';

/** One JSON value with everything. */
export function json(files: readonly CheckedFile[], summary: Summary): string {
  return `${visible(toJsonText(fromPlain({ ok: summary.failed + summary.errors === 0, ...summary, files })))}\n`;
}
