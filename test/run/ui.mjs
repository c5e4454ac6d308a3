// @ts-check
// Runs the mocha suite of test/ui, which drives the whole workbench in a browser: `node test/run/ui.mjs [mocha's options]`.
import { join } from 'node:path';
import { root, run } from './process.mjs';
import { resultsFile, runSuite } from './results.mjs';
import { prepare } from './setup.mjs';
import { embeddable, installEmbedded } from './vscode.mjs';

if (!embeddable) {
  process.stdout.write('The UI tests need the embedded VS Code, which there is for Linux on x64 only.\n');
  process.exit(0);
}
await prepare();
await installEmbedded();
process.exit(
  await runSuite('ui', () =>
    run(
      process.execPath,
      [
        'node_modules/mocha/bin/mocha.js',
        '--no-config',
        '--import=tsx',
        '--ui=tdd',
        '--timeout=120000',
        '--forbid-only',
        `--reporter=${join(root, 'test/run/reporter.cjs')}`,
      ].concat(process.argv.slice(2), 'test/ui/**/*.test.ts'),
      { env: { ...process.env, PARSERLENS_RESULTS: resultsFile('ui') } },
    ),
  ),
);
