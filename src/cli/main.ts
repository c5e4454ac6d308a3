// src/cli/: the command line, and the server for assistants.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { requireCached } from '../node/codeCache.ts';

const { env, platform, stderr, stdout } = process;

/** Commands that use most of the program: the others load their code faster without what these use. */
const ownCode = ['check', 'evaluate'];

const text = knownText(process.argv.slice(2));
if (text === undefined) runCommand();
else {
  stdout.on('error', error => {
    // Whoever reads it may stop early.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit();
    stderr.write(`The output cannot be written: ${error.message}\n`);
    process.exit(2);
  });
  stdout.write(text);
}

/** What is printed for it, if nothing has to be loaded for that. */
function knownText([name = '', more]: readonly string[]): string | undefined {
  if (['--version', '-v'].includes(name)) return `${version}\n`;
  if (!['--help', '-h', 'help'].includes(name) || more !== undefined) return undefined;
  try {
    return readFileSync(join(__dirname, 'help.txt'), 'utf8');
  } catch {
    // A build that is watched has none.
    return undefined;
  }
}

function runCommand(): void {
  const file = join(__dirname, 'commandLine.js');
  const folder = cacheFolder();
  if (folder === undefined) createRequire(__filename)(file);
  else
    requireCached(
      file,
      folder,
      ownCode.find(name => name === process.argv[2]),
    );
}

/** Where what V8 makes of the program may be kept. `undefined`: nowhere, or Node was told to keep no such thing, or to count what runs. */
function cacheFolder(): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE || env.NODE_V8_COVERAGE) return undefined;
  try {
    return join(userCache(), 'parserlens');
  } catch {
    // A user that the system does not know has no home.
    return undefined;
  }
}

function userCache(): string {
  if (platform === 'win32') return env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env.XDG_CACHE_HOME || join(homedir(), '.cache');
}
