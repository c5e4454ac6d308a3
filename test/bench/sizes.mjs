// The sizes of what is shipped, minified, against their limits.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/process.mjs';

const KB = 1024;
const limits = { 'extension.js': 400 * KB, 'webview/instruction.js': 60 * KB };
const folder = join(root, 'dist');
const files = readdirSync(folder, { recursive: true })
  .filter(file => !/\.(map|d\.ts)$/.test(file) && statSync(join(folder, file)).isFile())
  .sort();

function print(name, path) {
  const { size } = statSync(path);
  const limit = limits[name];
  const verdict =
    limit === undefined ? '' : size < limit ? `  (limit ${limit / KB} KB)` : `  TOO LARGE: limit ${limit / KB} KB`;
  if (limit !== undefined && size >= limit) process.exitCode = 1;
  console.log(`${name.padEnd(32)} ${(size / KB).toFixed(1).padStart(9)} KB${verdict}`);
}

for (const file of files) print(file, join(folder, file));
const vsix = join(root, 'out/parserlens.vsix');
if (existsSync(vsix)) print('parserlens.vsix', vsix);
