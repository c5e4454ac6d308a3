import { resolve } from 'node:path';
import {
  createTokenCounter,
  EngineError,
  measureNames,
  oneLine,
  quietSuspicions,
  type RowMeasure,
  rowMeasures,
  type SuspicionChoice,
  type SuspicionCode,
  suspicionCatalogue,
  type TokenCounterSpec,
  tokenCounterSpec,
} from '../engine/index.ts';
import type { Args } from './args.ts';
import { type Io, UsageError } from './io.ts';

/** The share of `--min-rate`, from 0 to 1, where it may stand as a percentage; `undefined`: none is wanted. Throws `UsageError`. */
export function readMinRate(command: string, args: Args): number | undefined {
  const given = args.value('min-rate');
  if (given === undefined) return undefined;
  const [, digits, sign] = /^(\d+\.?\d*|\.\d+)\s*(%?)$/.exec(given.trim()) ?? [];
  const rate = digits === undefined ? Number.NaN : Number(digits) / (sign ? 100 : 1);
  if (rate >= 0 && rate <= 1) return rate;
  throw new UsageError(`parserlens ${command}: --min-rate ${oneLine(given)}: write a share such as 0.95 or 95%.`);
}

/** The counter of `--tokens TYPE[:MODEL]`; `undefined` where the option is absent. Throws `UsageError` where there is no such counter. */
export function readCounter(given: string | undefined, { host, reach }: Io): TokenCounterSpec | undefined {
  if (given === undefined) return undefined;
  try {
    const spec = tokenCounterSpec(given);
    createTokenCounter(spec, host);
    reach?.nameCounter(spec);
    return spec;
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--tokens: ${error.message}`);
    throw error;
  }
}

/** The Python that `--python` names: a path, or the name of a program on the PATH; `undefined`: it is not given. */
export function pythonOption(args: Args, { cwd }: Pick<Io, 'cwd'>): string | undefined {
  const given = args.value('python');
  return given !== undefined && /[\\/]/.test(given) ? resolve(cwd, given) : given;
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
