// @ts-check
// Runs the mocha suite of test/ui, which drives the whole workbench in a browser: `node test/run/ui.mjs [NAME…] [mocha's options]`.
// A NAME is that of a file, such as `find`; without any, all files run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sharedVariable, startShared } from './embedded.mjs';
import { root } from './process.mjs';
import { prepare } from './setup.mjs';
import { runUi } from './uiQueue.mjs';
import { embeddable, installEmbedded } from './vscode.mjs';

if (!embeddable) {
  process.stdout.write('The UI tests need the embedded VS Code, which there is for Linux on x64 only.\n');
  process.exit(0);
}
await prepare();
await installEmbedded();
const { shared, close } = await startShared();
process.env[sharedVariable] = JSON.stringify(shared);
const fileOf = (/** @type {string} */ name) => (name.endsWith('.test.ts') ? name : `test/ui/${name}.test.ts`);
const isName = (/** @type {string} */ word) => existsSync(join(root, fileOf(word)));
const given = process.argv.slice(2);
const names = given.filter(isName);
const code = await runUi(process.env.PARSERLENS_NAME ?? 'ui', [
  ...given.filter(word => !isName(word)),
  ...(names.length > 0 ? names.map(fileOf) : ['test/ui/**/*.test.ts']),
]);
await close();
process.exit(code);
