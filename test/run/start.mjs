// @ts-check
// `npm start`: the example workspace with the extension, from nothing. In the desktop VS Code when `code` is on the PATH,
// else in the embedded one, which prints one address and runs until Ctrl+C. `npm start -- --embedded` insists on the latter.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { must, root } from './process.mjs';
import { packageExtension, prepare } from './setup.mjs';
import { embeddable, newest, startServer, workbenchUrl } from './vscode.mjs';

const examples = join(root, 'examples');
const windows = process.platform === 'win32';

if (!process.argv.includes('--embedded') && onPath(windows ? 'code.cmd' : 'code')) {
  await prepare();
  // Not in a process group of ours, which would end with us: `code` returns while its window stays.
  await must('code', [`--extensionDevelopmentPath=${root}`, examples], { detached: false, shell: windows });
} else if (embeddable) {
  await embedded();
} else {
  await prepare();
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  const executable = await downloadAndUnzipVSCode({ version: newest, cachePath: join(root, '.vscode-test') });
  await must(executable, [`--extensionDevelopmentPath=${root}`, examples], { detached: false });
}

/** What a person gets who installs the extension: packaged, in a workspace that asks for trust. */
async function embedded() {
  const vsix = await packageExtension();
  const data = join(root, '.vscode-test/start');
  // The extension that the last start installed may differ from this one under the same version.
  await rm(join(data, 'extensions'), { recursive: true, force: true });
  const token = randomBytes(16).toString('hex');
  const server = await startServer({ version: newest, data, vsix: [vsix], token });
  process.stdout.write(`${workbenchUrl(server.url, { folder: examples, token })}\n`);
  server.child.once('exit', code => process.exit(code ?? 1));
}

/** @type {(name: string) => boolean} */
function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)));
}
