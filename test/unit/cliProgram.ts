import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');

/**
 * What Node is given to run the command line: the built one where it was built after every change of the sources, which
 * starts in a tenth of the time; else the sources.
 */
export function cliProgram(): readonly string[] {
  const built = join(root, 'dist/cli.js');
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  return isFresh(built) ? [built] : ['--import', loader, join(root, 'src/cli/commandLine.ts')];
}

function isFresh(file: string): boolean {
  if (!existsSync(file)) return false;
  const { mtimeMs } = statSync(file);
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return sources.every(source => statSync(join(root, 'src', source)).mtimeMs < mtimeMs);
}
