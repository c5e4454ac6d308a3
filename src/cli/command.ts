import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Io, UsageError } from './io.ts';

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

type Options = NonNullable<ParseArgsConfig['options']>;

/** The arguments of the command line, checked against a command's options. */
export interface Args {
  readonly positionals: readonly string[];
  flag(name: string): boolean;
  value(name: string): string | undefined;
  /** All values of an option that may stand several times. */
  values(name: string): readonly string[];
}

/** Reads a command's arguments. Throws `UsageError` for an option that it does not have. */
export function readArgs(command: string, argv: readonly string[], options: Options): Args {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return {
      positionals,
      flag: name => values[name] === true,
      value: name => (typeof values[name] === 'string' ? values[name] : undefined),
      values: name => {
        const value = values[name];
        return Array.isArray(value) ? value.map(String) : [];
      },
    };
  } catch (error) {
    const message = (error as Error).message.split('. ')[0];
    throw new UsageError(`parserlens ${command}: ${message}. See \`parserlens ${command} --help\`.`);
  }
}

/** The positional arguments, of which there must be from `min` to `max`. */
export function expectCount(command: string, { positionals }: Args, min: number, max: number): void {
  const problem =
    positionals.length < min
      ? 'An argument is missing'
      : positionals.length > max
        ? `\`${positionals[max]}\` is one argument too many`
        : '';
  if (problem) throw new UsageError(`parserlens ${command}: ${problem}. See \`parserlens ${command} --help\`.`);
}
