// @ts-check
// Runs the mocha suite of test/ui, which drives the whole workbench in a browser: `node test/run/ui.mjs [mocha's options]`.
import { sharedVariable, startShared } from './embedded.mjs';
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
const code = await runUi('ui', [...process.argv.slice(2), 'test/ui/**/*.test.ts']);
await close();
process.exit(code);
