import {
  oneLine,
  quietSuspicions,
  type SuspicionChoice,
  type SuspicionCode,
  suspicionCatalogue,
} from '../engine/index.ts';
import type { Args } from './args.ts';
import { UsageError } from './io.ts';

/** What `--off CODE` and `--on CODE` ask for, each a list with commas or several times. Throws `UsageError` for other codes. */
export function readSuspicions(args: Args): Required<SuspicionChoice> {
  return { off: codesOf(args, 'off', Object.keys(suspicionCatalogue)), on: readQuiet(args) };
}

/** The suspicions that `--on CODE` asks for. Throws `UsageError` for codes that need not be asked for. */
export function readQuiet(args: Args): readonly SuspicionCode[] {
  return codesOf(args, 'on', quietSuspicions);
}

function codesOf(args: Args, option: 'off' | 'on', known: readonly string[]): readonly SuspicionCode[] {
  const codes = args.values(option).flatMap(each => each.split(','));
  const unknown = codes.find(code => !known.includes(code));
  if (unknown === undefined) return codes as SuspicionCode[];
  const why =
    option === 'off' ? 'there is no such suspicion' : 'no such suspicion is looked for only where it is named';
  throw new UsageError(`--${option} ${oneLine(unknown)}: ${why}. There are: ${known.join(', ')}.`);
}
