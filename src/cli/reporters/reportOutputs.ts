import { constants, existsSync } from 'node:fs';
import { access, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Args } from '../command.ts';
import { type Io, UsageError } from '../io.ts';

/** Where a report goes: to a file, or to standard output. */
export interface Output<Reporter> {
  readonly reporter: Reporter;
  /** Absolute. */
  readonly file?: string;
}

/** The outputs of `--reporter NAME[=FILE]…`, by default the first reporter's on the screen. Throws `UsageError`. */
export function outputsOf<Reporter>(
  reporters: Readonly<Record<string, Reporter>>,
  written: readonly string[],
  { cwd }: Io,
): readonly Output<Reporter>[] {
  const outputs = (written.length > 0 ? written : [Object.keys(reporters)[0]!]).map((each): Output<Reporter> => {
    const [, name = '', path] = /^([^=]*)(?:=([\s\S]*))?$/.exec(each) ?? [];
    const reporter = Object.hasOwn(reporters, name) ? reporters[name] : undefined;
    if (!reporter)
      throw new UsageError(
        `--reporter ${name}: there is no such reporter. There are: ${Object.keys(reporters).join(', ')}.`,
      );
    return { reporter, ...(path !== undefined && { file: resolve(cwd, path) }) };
  });
  const toScreen = outputs.filter(({ file }) => file === undefined);
  if (toScreen.length > 1) throw new UsageError('--reporter: only one report goes to the screen, write NAME=FILE.');
  return outputs;
}

/** Throws `UsageError` where a file is there already, without `--force`. */
export function expectFree(files: readonly (string | undefined)[], args: Args): void {
  const existing = files.find(file => file !== undefined && existsSync(file));
  if (existing !== undefined && !args.flag('force'))
    throw new UsageError(`${existing} is there already. Use --force to overwrite it.`);
}

/** Throws `UsageError` where two reports would go to one file, or a report to what the command reads. */
export function expectOwnFiles(files: readonly (string | undefined)[], read: readonly string[]): void {
  const named = files.filter(file => file !== undefined);
  const twice = named.find((file, i) => named.indexOf(file) < i);
  if (twice !== undefined) throw new UsageError(`Two reports would go to ${twice}: name another file for one of them.`);
  const own = named.find(file => read.includes(file));
  if (own !== undefined) throw new UsageError(`${own} is read by this command: name another file for the report.`);
}

/**
 * Writes a file beside its place and moves it there when it is complete: a full disk leaves what was there before. What is no
 * regular file, such as a device or a pipe, is written to. Throws `UsageError` where that cannot be done.
 */
export async function writeReport(file: string, report: string | Iterable<string>): Promise<void> {
  try {
    const place = await placeOf(file);
    if (!place.isRegular) {
      await writeFile(file, report);
      return;
    }
    const unfinished = unfinishedOf(place.path);
    try {
      await writeFile(unfinished, report, place.mode === undefined ? {} : { mode: place.mode });
      await rename(unfinished, place.path);
    } finally {
      await rm(unfinished, { force: true });
    }
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Throws `UsageError` where one of some files could not be written: what is to be reported costs time. Nothing is left behind. */
export async function expectWritable(files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue;
    try {
      const place = await placeOf(file);
      if (!place.isRegular) await access(file, constants.W_OK);
      else if (place.mode !== undefined) await access(place.path, constants.W_OK);
      const unfinished = unfinishedOf(place.path);
      if (!place.isRegular) continue;
      await writeFile(unfinished, '');
      await rm(unfinished, { force: true });
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
    }
  }
}

function unfinishedOf(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

/** Where a file stands, links being followed; `mode`: of one that is there. */
async function placeOf(
  file: string,
): Promise<{ readonly path: string; readonly isRegular: boolean; readonly mode?: number }> {
  try {
    const path = await realpath(file);
    const stats = await stat(path);
    if (stats.isDirectory()) throw Object.assign(new Error('this is a folder'), { code: 'EISDIR' });
    return { path, isRegular: stats.isFile(), mode: stats.mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { path: file, isRegular: true };
  }
}

/** What this process holds: a lock with its number and without it is one that another process left behind. */
const held = new Set<string>();

/**
 * Holds an output for this process, so that two do not write it at once; what it gives lets it go. What a process left behind
 * that is no longer there is taken. Throws `UsageError` where another process holds it.
 */
export async function holdOutput(file: string): Promise<() => Promise<void>> {
  // Beside a device there is no room, and no need.
  const isOther = await stat(file).then(
    stats => !stats.isFile(),
    () => false,
  );
  if (isOther) return async () => {};
  const lock = `${file}.lock`;
  const own = `${process.pid} ${hostname()}`;
  for (let tries = 0; ; tries++) {
    try {
      await writeFile(lock, own, { flag: 'wx' });
      held.add(lock);
      return async () => {
        held.delete(lock);
        await rm(lock, { force: true });
      };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new UsageError(`${file} cannot be written: ${message}`);
      const [pid = '', host = ''] = (await readFile(lock, 'utf8').catch(() => '')).split(' ');
      if (tries > 1 || isAlive(lock, Number(pid), host))
        throw new UsageError(
          `${file} is being written by another process (${pid} on ${host}). If there is none, delete ${lock}.`,
        );
      await rm(lock, { force: true });
    }
  }
}

/** Whether the process of a lock may still be there; of another machine nobody knows. */
function isAlive(lock: string, pid: number, host: string): boolean {
  if (host !== hostname()) return host !== '';
  if (pid === process.pid) return held.has(lock);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
