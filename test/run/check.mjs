// @ts-check
// `npm run check`: types and lint, as many at once as there are processors; what is wrong is printed as each ends.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { root, run } from './process.mjs';

/** The configurations of types, the longest first; the first is that of the root. */
const projects = [
  '.',
  'src/webview',
  'src/extension/runtime/browser',
  'src/service',
  'src/views',
  'src/engine',
  'src/protocol',
];
const bin = (/** @type {string} */ path) => join(root, 'node_modules', path);
const commands = [
  [bin('typescript/bin/tsc'), '--noEmit'],
  [bin('@biomejs/biome/bin/biome'), 'check'],
  ...projects.slice(1).map(folder => [bin('typescript/bin/tsc'), '--noEmit', '-p', folder]),
];
const queue = new PQueue({ concurrency: Math.max(2, availableParallelism()) });
const codes = await queue.addAll(commands.map(command => () => run(process.execPath, command, { quiet: true })));
process.exit(codes.every(code => code === 0) ? 0 : 1);
