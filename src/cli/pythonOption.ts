import { resolve } from 'node:path';
import type { Args } from './args.ts';
import type { Io } from './io.ts';

/** The Python that `--python` names: a path, or the name of a program on the PATH; `undefined`: it is not given. */
export function pythonOption(args: Args, { cwd }: Pick<Io, 'cwd'>): string | undefined {
  const given = args.value('python');
  return given !== undefined && /[\\/]/.test(given) ? resolve(cwd, given) : given;
}
