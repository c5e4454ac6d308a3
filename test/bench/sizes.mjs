// The sizes of what is shipped, minified, against their limits.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../run/process.mjs';

const KB = 1024;
/** What the extension host loads at the start. */
const started = ['extension.js', 'chunk.js'];
const limits = { [started.join(' + ')]: 200 * KB, 'webview/instruction.js': 60 * KB };
const folder = join(root, 'dist');
const files = readdirSync(folder, { recursive: true })
  .filter(file => !/\.(map|d\.ts)$/.test(file) && statSync(join(folder, file)).isFile())
  .sort();

function print(name, ...paths) {
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const limit = limits[name];
  const verdict =
    limit === undefined ? '' : size < limit ? `  (limit ${limit / KB} KB)` : `  TOO LARGE: limit ${limit / KB} KB`;
  if (limit !== undefined && size >= limit) process.exitCode = 1;
  console.log(`${name.padEnd(32)} ${(size / KB).toFixed(1).padStart(9)} KB${verdict}`);
}

for (const file of files) print(file, join(folder, file));

/** What a browser loads, compressed as servers send it; test/unit/build/webSize.test.ts holds the same. */
const packed = names => names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0) / KB;
for (const [what, names, limit] of [
  ['the host', ['web/extension.js'], 150],
  [
    'the first preview',
    ['web/extension.js', 'web/worker.js', 'webview/instruction.js', 'webview/instruction.css', 'webview/codicon.ttf'],
    1000,
  ],
]) {
  const size = packed(names);
  console.log(`in a browser, ${what}: ${size.toFixed(0)} KB compressed (limit ${limit} KB)`);
  if (size >= limit) process.exitCode = 1;
}
print(started.join(' + '), ...started.map(file => join(folder, file)));
const vsix = join(root, 'out/parserlens.vsix');
if (existsSync(vsix)) print('parserlens.vsix', vsix);
