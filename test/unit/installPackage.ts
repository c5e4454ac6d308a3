import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const shell = process.platform === 'win32';

/** Packs the project as it is built and installs the packed file into a folder, and packed files beside it, which needs no network. */
export function installPackage(folder: string, ...beside: readonly string[]): void {
  const packed: readonly { filename: string }[] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell,
    }),
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  execFileSync(
    'npm',
    [
      'install',
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      join(folder, packed[0]!.filename),
      ...beside,
    ],
    { cwd: folder, stdio: 'ignore', shell },
  );
}
