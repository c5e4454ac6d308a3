import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Confines } from '../node/namedFile.ts';
import type { Args } from './args.ts';
import { type Io, UsageError } from './io.ts';

/** The option of every command that reads files which other files name. */
export const rootOption = { root: { type: 'string' } } as const;

/** The options of every command that may come to a module through a file that another one names. */
export const reachOptions = { ...rootOption, 'run-modules': { type: 'boolean' } } as const;

/** Where files must be that definitions and conversations name: in the folder of `--root`, else in the current one. Throws `UsageError` where there is no such folder. */
export async function confinesOf(args: Args, { cwd }: Io): Promise<Confines> {
  const root = args.value('root');
  if (root === undefined) return currentFolder(cwd);
  const folder = resolve(cwd, root);
  const isFolder = await stat(folder).then(
    stats => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`--root ${root}: there is no such folder.`);
  return { folders: [folder], name: `${root}. ${advice}` };
}

/** The hosts of `--allow-host`. Throws `UsageError` for what is not the name of a host, such as a whole address. */
export function allowedHosts(args: Args): readonly string[] {
  return args.values('allow-host').map(given => {
    if (/^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(given)) return given.toLowerCase();
    const host = /^[a-z][a-z\d+.-]*:\/\/([^/?#@]+)/i.exec(given)?.[1];
    throw new UsageError(
      `--allow-host ${given}: name the host alone, ${host === undefined ? 'such as example.com' : `as in --allow-host ${host}`}.`,
    );
  });
}

/** The confines without `--root`. */
export function currentFolder(cwd: string): Confines {
  return { folders: [cwd], name: `the current folder. ${advice}` };
}

const advice = 'Use --root DIR to name another folder that it may be in';
