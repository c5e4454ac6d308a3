// @ts-check
// Runs a script of test/bench for `npm run bench -- --quick`: one that throws ends with a code of its own, as one that only
// finds itself slow has not failed.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The code of one that threw, for bench.mjs. */
const crashed = 70;

for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(crashed);
  });
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href);
