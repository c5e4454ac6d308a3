import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  createTokenCounter,
  EngineError,
  type FieldPath,
  measureNames,
  oneLine,
  parseFieldPath,
  quietSuspicions,
  type RowMeasure,
  rowMeasures,
  type SuspicionChoice,
  type SuspicionCode,
  suspicionCatalogue,
  type TokenCounterSpec,
  tokenCounterSpec,
} from '../engine/index.ts';
import type { Confines } from '../node/namedFile.ts';
import type { Args } from './command.ts';
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
  return args.values('allow-host').map(written => {
    if (/^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(written)) return written.toLowerCase();
    const host = /^[a-z][a-z\d+.-]*:\/\/([^/?#@]+)/i.exec(written)?.[1];
    throw new UsageError(
      `--allow-host ${written}: name the host alone, ${host === undefined ? 'such as example.com' : `as in --allow-host ${host}`}.`,
    );
  });
}

/** The confines without `--root`. */
export function currentFolder(cwd: string): Confines {
  return { folders: [cwd], name: `the current folder. ${advice}` };
}

const advice = 'Use --root DIR to name another folder that it may be in';

/** The share of `--min-rate`, from 0 to 1, where it may stand as a percentage; `undefined`: none is wanted. Throws `UsageError`. */
export function readMinRate(command: string, args: Args): number | undefined {
  const written = args.value('min-rate');
  if (written === undefined) return undefined;
  const [, digits, sign] = /^(\d+\.?\d*|\.\d+)\s*(%?)$/.exec(written.trim()) ?? [];
  const rate = digits === undefined ? Number.NaN : Number(digits) / (sign ? 100 : 1);
  if (rate >= 0 && rate <= 1) return rate;
  throw new UsageError(`parserlens ${command}: --min-rate ${oneLine(written)}: write a share such as 0.95 or 95%.`);
}

/** The whole number of an option; `undefined` where it is absent. `option`: as its user writes it. Throws `UsageError`. */
export function wholeNumber(
  args: Args,
  name: string,
  min: number,
  max: number,
  option = `--${name}`,
): number | undefined {
  const written = args.value(name);
  if (written === undefined) return undefined;
  const value = /^-?\d{1,10}$/.test(written) ? Number(written) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${option} ${oneLine(written)}: write a whole number from ${min} to ${max}.`);
}

/** The counter of `--tokens TYPE[:MODEL]`; `undefined` where the option is absent. Throws `UsageError` where there is no such counter. */
export function readCounter(name: string | undefined, { host, reach }: Io): TokenCounterSpec | undefined {
  if (name === undefined) return undefined;
  try {
    const spec = tokenCounterSpec(name);
    createTokenCounter(spec, host);
    reach?.nameCounter(spec);
    return spec;
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--tokens: ${error.message}`);
    throw error;
  }
}

/** The Python that `--python` names: a path, or the name of a program on the PATH; `undefined` where the option is absent. */
export function pythonOption(args: Args, { cwd }: Pick<Io, 'cwd'>): string | undefined {
  const written = args.value('python');
  return written !== undefined && /[\\/]/.test(written) ? resolve(cwd, written) : written;
}

/** What `--off CODE` and `--on CODE` ask for, each a list with commas or several times. Throws `UsageError` for other codes. */
export function readSuspicions(args: Args): Required<SuspicionChoice> {
  return { off: codesOf(args, 'off', Object.keys(suspicionCatalogue) as SuspicionCode[]), on: readQuiet(args) };
}

/** The suspicions that `--on CODE` asks for. Throws `UsageError` for codes that need not be asked for. */
export function readQuiet(args: Args): readonly SuspicionCode[] {
  return codesOf(args, 'on', quietSuspicions);
}

/** The numbers that `--measure NAME` asks for. Throws `UsageError` for others. */
export function readMeasures(args: Args): readonly RowMeasure[] {
  return codesOf(args, 'measure', measureNames);
}

/** What the help says of `--measure`, in lines that begin so far from the left. */
export function measureHelp(indent: number): string {
  const lines = measureNames.map(name => `${' '.repeat(indent)}${name}: ${rowMeasures[name].summary}`);
  return ['also write numbers of each row; can be repeated:', ...lines].join('\n');
}

const whyUnknown = {
  off: 'there is no such suspicion',
  on: 'no such suspicion is looked for only where it is named',
  measure: 'no such number is known of a row',
} as const;

/** What an option names that can be repeated, or be a list with commas. */
function codesOf<T extends string>(args: Args, option: keyof typeof whyUnknown, codes: readonly T[]): readonly T[] {
  const named = args.values(option).flatMap(each => each.split(','));
  const unknown = named.find(code => !codes.includes(code as T));
  if (unknown === undefined) return named as T[];
  throw new UsageError(`--${option} ${oneLine(unknown)}: ${whyUnknown[option]}. There are: ${codes.join(', ')}.`);
}

/** The path of `--field`, which goes with `--jsonl`; `undefined` where the option is absent. Throws `UsageError`. */
export function readField(command: string, args: Args): FieldPath | undefined {
  const field = args.value('field');
  if (field === undefined) return undefined;
  if (!args.flag('jsonl')) throw new UsageError(`parserlens ${command}: --field is for the lines of --jsonl.`);
  try {
    return parseFieldPath(field);
  } catch (error) {
    if (error instanceof EngineError)
      throw new UsageError(`parserlens ${command}: --field ${oneLine(field)}: ${error.message}`);
    throw error;
  }
}
