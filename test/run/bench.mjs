// @ts-check
// `npm run bench`: prints what every script of test/bench measures, on a production build. `npm run bench -- tokens` runs one.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from './process.mjs';
import { packageExtension } from './setup.mjs';

await packageExtension();
const wanted = process.argv.slice(2);
const scripts = (await readdir(join(root, 'test/bench'))).filter(file => file.endsWith('.mjs')).sort();
let failed = false;
for (const script of scripts) {
  const name = script.slice(0, -'.mjs'.length);
  if (wanted.length && !wanted.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  failed = (await run(process.execPath, [join('test/bench', script)])) !== 0 || failed;
}
process.exit(failed ? 1 : 0);
