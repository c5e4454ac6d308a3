import { fromPlain, toJsonText, visible } from '../../engine/index.ts';
import type { CheckedFile } from '../../views/checkedFile.ts';
import { github } from './github.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { pretty } from './pretty.ts';
import type { Reporter, Summary } from './reporter.ts';
import { sarif } from './sarif.ts';

/** What `--reporter` takes: one file and one line each. */
export const reporters: Readonly<Record<string, Reporter>> = { pretty, json, junit, github, sarif, markdown };

/** One JSON value with everything. */
function json(files: readonly CheckedFile[], summary: Summary): string {
  return `${visible(toJsonText(fromPlain({ ok: summary.failed + summary.errors === 0, ...summary, files })))}\n`;
}
