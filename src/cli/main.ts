// src/cli/: the command line, and the server for assistants.

import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { requireCached } from '../node/codeCache.ts';

const { env, platform, stdout } = process;

if (['--version', '-v'].includes(process.argv[2] ?? '')) stdout.write(`${version}\n`);
else runCommand();

function runCommand(): void {
  const file = join(__dirname, 'commandLine.js');
  const folder = cacheFolder();
  if (folder === undefined) createRequire(__filename)(file);
  else requireCached(file, folder);
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
