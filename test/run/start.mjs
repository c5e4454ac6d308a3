// @ts-check
// `npm start`: the example workspace with the extension, from nothing. In the desktop VS Code when `code` is on the PATH,
// else in the embedded one, which prints one address and runs until Ctrl+C. `npm start -- --embedded` insists on the latter.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { must, root } from './process.mjs';
import { packageExtension, prepare } from './setup.mjs';
import { embeddable, installVSCode, newest, startServer, workbenchUrl } from './vscode.mjs';

const examples = join(root, 'examples');
/** What the window begins with, beside its preview. */
const firstFile = join(examples, 'werewolf.parser.json');
const env = { ...process.env, PARSERLENS_FIRST_FILE: firstFile };
const windows = process.platform === 'win32';

const restrictedMode = `The folder opens in Restricted Mode until you trust it: ParserLens works, but runs none of its modules
(examples/custom.parser.json is one). To trust it, click "Restricted Mode" in the status bar, then "Trust".`;

if (!process.argv.includes('--embedded') && onPath(windows ? 'code.cmd' : 'code')) {
  say('Building the extension …');
  await prepare();
  say(restrictedMode);
  // Not in a process group of ours, which would end with us: `code` returns while its window stays.
  await must('code', [`--extensionDevelopmentPath=${root}`, examples], { detached: false, shell: windows, env });
} else if (embeddable) {
  await embedded();
} else {
  say('Building the extension …');
  await prepare();
  say(restrictedMode);
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  const executable = await downloadAndUnzipVSCode({ version: newest, cachePath: join(root, '.vscode-test') });
  await must(executable, [`--extensionDevelopmentPath=${root}`, examples], { detached: false, env });
}

/** What a user gets who installs the extension: packaged, in a workspace that asks for trust. */
async function embedded() {
  // VS Code comes from the network meanwhile.
  const [vsix] = await Promise.all([
    waitedFor('The dependencies, the build and the package of the extension', packageExtension()),
    waitedFor(`VS Code ${newest}`, installVSCode(newest)),
  ]);
  const data = join(root, '.vscode-test/start');
  // The extension that the last start installed may differ from this one under the same version.
  await rm(join(data, 'extensions'), { recursive: true, force: true });
  const token = randomBytes(16).toString('hex');
  const server = await waitedFor(
    'VS Code, which installs the extension and starts',
    startServer({ version: newest, data, vsix: [vsix], token, env: { PARSERLENS_FIRST_FILE: firstFile } }),
  );
  say(
    `\nOpen in your browser (Ctrl+C stops): ${workbenchUrl(server.url, { folder: examples, token })}\n\n${restrictedMode}`,
  );
  server.child.once('exit', code => process.exit(code ?? 1));
}

/**
 * Says what is waited for, for how long by now, and how long it took.
 * @template T
 * @param {string} what
 * @param {Promise<T>} ready
 */
async function waitedFor(what, ready) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  say(`${what} …`);
  const timer = setInterval(() => say(`${what}: ${seconds()} so far …`), 10_000);
  try {
    const result = await ready;
    say(`${what}: there after ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** @type {(words: string) => void} */
function say(words) {
  process.stdout.write(`${words}\n`);
}

/** @type {(name: string) => boolean} */
function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)));
}
