// @ts-check
// `npm run check`: types and lint, beside each other; what is wrong is printed as each ends. Types are those of the rooms that
// changed and of what they reach, see build/projects.js.
import { join } from 'node:path';
import { root, run } from './process.mjs';

const bin = (/** @type {string} */ path) => join(root, 'node_modules', path);
const commands = [
  [bin('typescript/bin/tsc'), '--build'],
  [bin('@biomejs/biome/bin/biome'), 'check'],
];
const codes = await Promise.all(commands.map(command => run(process.execPath, command, { quiet: true })));
process.exit(codes.every(code => code === 0) ? 0 : 1);
