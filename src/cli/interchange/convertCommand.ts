import { dirname, resolve } from 'node:path';
import {
  applyEdits,
  type Conversion,
  type ConversionTokens,
  conversionTokens,
  convertType,
  type Definition,
  fromPlain,
  nearestName,
  oneLine,
  type PossibleConversion,
  parserTypes,
  type TokenCounterSpec,
  toJsonText,
  typeNamed,
  usualCounter,
  visible,
} from '../../engine/index.ts';
import { conversionTitle, tokenLines } from '../../views/conversionLines.ts';
import { sampleText } from '../check/checkFiles.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { loadDefinition } from '../loadDefinition.ts';
import { inputName } from '../readInput.ts';
import { currentFolder, readCounter } from '../sharedOptions.ts';
import { writeOutput } from './exportCommand.ts';

/** `parserlens convert`: a definition as one of another type. */
export const convertCommand: Command = {
  name: 'convert',
  summary: 'turn a definition into one of another type',
  help: `Usage: parserlens convert FILE[#NAME] [--to TYPE [--runtime python|js]] [--tokens COUNTER]
                          [--out FILE [--force]] [--json]

Prints the file with the definition as one of another type, its samples with it: each must give the value that it gave.
What that loses, what is otherwise, and what it does to tokens is listed on standard error before. Without --to it lists
what the definition can become, and why it cannot become what is near.

  FILE       a .parser.json, or - for standard input
  #NAME      picks one of several definitions
  --to       a type; one that both of LangChain's runtimes have becomes that of the other runtime
  --runtime  which of the two it becomes where a type is in both: python or js
  --tokens   the counter: TYPE or TYPE:MODEL. Default: ${usualCounter}
  --out      write to this file instead; a file that exists is not overwritten
  --force    overwrite it all the same
  --json     print { text, losses: [{ key, message }], tokens: { counter, sent: { before, after }, answer } }; without
             --to { conversions: [{ type, runtime, refusal | losses, tokens }] }
`,
  options: {
    to: { type: 'string' },
    runtime: { type: 'string' },
    tokens: { type: 'string' },
    out: { type: 'string' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const to = args.value('to');
    if (to !== undefined && !typeNamed(to)) throw new UsageError(unknownType(to));
    const runtimeName = args.value('runtime');
    if (runtimeName !== undefined && runtimeName !== 'python' && runtimeName !== 'js')
      throw new UsageError(`parserlens convert: --runtime must be python or js, not \`${runtimeName}\`.`);
    const counter = readCounter(args.value('tokens') ?? usualCounter, io)!;
    const { definition, file, text } = await loadDefinition(args.positionals[0]!, io);
    const conversions = await convertType(text, definition, await filesOf(definition, file, io), io.host);
    const costs = (each: Conversion) => conversionTokens(text, definition, each, counter, io.host);
    const title = `${inputName(file)}#${definition.name}`;
    if (to === undefined) return list(title, conversions, costs, counter, args, io);
    const found = conversions.find(
      ({ type, runtime }) =>
        type === to && (runtimeName === undefined || runtime === undefined || runtime === runtimeName),
    );
    if (!found || 'refusal' in found) {
      const why = found
        ? found.refusal
        : `A ${definition.type} has no conversion to ${to}${runtimeName === undefined ? '' : ` (${runtimeName})`}.`;
      await tell(io.stderr, `${oneLine(`${title}: ${why}`)}\n`);
      return exitCode.failed;
    }
    const tokens = await costs(found);
    const converted = applyEdits(text, found.edits);
    if (args.flag('json')) {
      const json = { text: converted, losses: found.losses, ...countedJson(tokens, counter) };
      return writeOutput(`${visible(toJsonText(fromPlain(json)))}\n`, args, io);
    }
    for (const line of linesOf(found, tokens, counter)) await tell(io.stderr, `${oneLine(`${title}: ${line}`)}\n`);
    return writeOutput(converted, args, io);
  },
};

type Costs = (conversion: Conversion) => Promise<ConversionTokens | undefined>;

/** What a definition can become, and what that does. */
async function list(
  title: string,
  conversions: readonly Conversion[],
  costs: Costs,
  counter: TokenCounterSpec,
  args: Args,
  io: Io,
): Promise<number> {
  if (args.flag('json')) {
    const all = [];
    for (const each of conversions) {
      const { edits: _, ...conversion } = { edits: undefined, ...each };
      all.push({ ...conversion, ...countedJson(await costs(each), counter) });
    }
    await print(io.stdout, `${visible(toJsonText(fromPlain({ conversions: all })))}\n`);
    return exitCode.fine;
  }
  if (conversions.length === 0) await tell(io.stdout, `${oneLine(`${title}: there is no type that it can become.`)}\n`);
  for (const each of conversions) {
    await print(io.stdout, `${oneLine(conversionTitle(each))}\n`);
    const lines = 'refusal' in each ? [`not possible: ${each.refusal}`] : linesOf(each, await costs(each), counter);
    for (const line of lines) await print(io.stdout, `  ${oneLine(line)}\n`);
  }
  return exitCode.fine;
}

function linesOf(
  conversion: PossibleConversion,
  tokens: ConversionTokens | undefined,
  { type }: TokenCounterSpec,
): readonly string[] {
  return [...conversion.losses.map(({ message }) => `differs: ${message}`), ...tokenLines(tokens, type)];
}

function countedJson(tokens: ConversionTokens | undefined, { type }: TokenCounterSpec) {
  return tokens ? { tokens: { counter: type, ...tokens } } : {};
}

/** The responses of samples that stand in files; those that cannot be read are left out. */
async function filesOf({ samples }: Definition, file: string, io: Io): Promise<ReadonlyMap<string, string>> {
  const folder = dirname(resolve(io.cwd, file));
  const files = new Map<string, string>();
  for (const sample of samples) {
    if (sample.file === undefined) continue;
    const read = await sampleText(sample, folder, currentFolder(io.cwd));
    if ('text' in read) files.set(sample.file, read.text);
  }
  return files;
}

function unknownType(to: string): string {
  const near = nearestName(
    to,
    parserTypes.map(({ type }) => type),
  );
  return `parserlens convert: There is no type \`${to}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`;
}
