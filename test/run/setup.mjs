// @ts-check
// What must be there before anything runs: the dependencies and the build.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installProject } from './install.mjs';
import { must, npm, root } from './process.mjs';

/** Installs the dependencies that are missing and builds dist/; nothing under `npm test`, which has just done it. */
export async function prepare() {
  if (process.env.PARSERLENS_PREPARED) return;
  await installProject();
  await must(process.execPath, ['esbuild.js']);
}

/**
 * Builds for production and packages, after installing what is missing.
 * @returns {Promise<string>} the .vsix
 */
export async function packageExtension() {
  await installProject();
  const file = join(root, 'out/parserlens.vsix');
  await mkdir(join(root, 'out'), { recursive: true });
  await npm(['run', 'package', '--', '--out', file], { quiet: true });
  return file;
}
