import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Args } from '../args.ts';
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
  given: readonly string[],
  { cwd }: Io,
): readonly Output<Reporter>[] {
  const outputs = (given.length > 0 ? given : [Object.keys(reporters)[0]!]).map((each): Output<Reporter> => {
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

/** Throws `UsageError` where a file is there already and `--force` is not given. */
export function expectFree(files: readonly (string | undefined)[], args: Args): void {
  const taken = files.find(file => file !== undefined && existsSync(file));
  if (taken !== undefined && !args.flag('force'))
    throw new UsageError(`${taken} is there already. Use --force to overwrite it.`);
}

/** Throws `UsageError` where two reports would go to one file, or a report to what the command reads. */
export function expectOwnFiles(files: readonly (string | undefined)[], read: readonly string[]): void {
  const given = files.filter(file => file !== undefined);
  const twice = given.find((file, i) => given.indexOf(file) < i);
  if (twice !== undefined) throw new UsageError(`Two reports would go to ${twice}: name another file for one of them.`);
  const own = given.find(file => read.includes(file));
  if (own !== undefined) throw new UsageError(`${own} is read by this command: name another file for the report.`);
}

/** Writes a report. Throws `UsageError` where that cannot be done. */
export async function writeReport(file: string, report: string | AsyncIterable<string>): Promise<void> {
  try {
    await writeFile(file, report);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Writes a report beside its file and puts it there when it is complete. Throws `UsageError` where that cannot be done. */
export async function writeWhole(file: string, report: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeReport(unfinished, report);
  try {
    await rename(unfinished, file);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
