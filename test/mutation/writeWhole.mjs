// @ts-check
import { rename, writeFile } from 'node:fs/promises';

let parts = 0;

/**
 * Writes a file whole or not at all: a run may be ended at any time.
 * @param {string} path
 * @param {unknown} value
 */
export async function writeWhole(path, value) {
  const part = `${path}.${process.pid}.${++parts}`;
  await writeFile(part, JSON.stringify(value, undefined, 1));
  await rename(part, path);
}
