import type { ParseArgsConfig } from 'node:util';
import type { Args } from './args.ts';
import type { Io } from './io.ts';

/** A command: one file, one line in `run.ts`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Whether it is not a command for people: the list of commands leaves it out. */
  readonly isInner?: true;
  /** The whole of `--help`. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** How many positional arguments it takes. */
  readonly positionals: readonly [min: number, max: number];
  /** Runs and gives the exit code. Throws `UsageError` for wrong use and unreadable files. */
  run(args: Args, io: Io): Promise<number>;
}
