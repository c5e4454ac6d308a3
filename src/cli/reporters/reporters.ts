import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { pretty } from './pretty.ts';
import type { Reporter } from './reporter.ts';
import { sarif } from './sarif.ts';

/** What `--reporter` takes: one file and one line each. */
export const reporters: Readonly<Record<string, Reporter>> = { pretty, json, junit, github, sarif, markdown };
