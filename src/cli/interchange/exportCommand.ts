import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Definition,
  exportDefinitions,
  exportFormats,
  fromPlain,
  type Loss,
  oneLine,
  toJsonText,
  visible,
} from '../../engine/index.ts';
import { located } from '../../views/position.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { inputName } from '../readInput.ts';
import { writeReport } from '../reporters/reportOutputs.ts';
import { readDefinitionFile, tellUnknown } from '../sources/readDefinitionFile.ts';

/** `parserlens export`: definitions in another form. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'turn a definition into source, a schema or tools',
  help: `Usage: parserlens export FILE[#NAME] --to FORMAT [--out FILE [--force]] [--json]

Prints the definition in another form. What that form cannot carry is listed on standard error before anything is written.

  FILE      a .parser.json, or - for standard input
  #NAME     picks one of several definitions; without it all of them are written
  --to      one of:
${exportFormats.map(({ id, summary }) => `              ${id.padEnd(23)} ${summary}\n`).join('')}  --out     write to this file instead; a file that exists is not overwritten
  --force   overwrite it all the same
  --json    print { text, losses: [{ definition, key, message }] }
`,
  options: { to: { type: 'string' }, out: { type: 'string' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: [1, 1],
  async run(args, io) {
    const format = args.value('to');
    if (format === undefined || !exportFormats.some(({ id }) => id === format))
      throw new UsageError(
        `parserlens export: --to must be one of ${exportFormats.map(({ id }) => id).join(', ')}, not ${format === undefined ? 'left out' : `\`${format}\``}.`,
      );
    const [reference = '-'] = args.positionals;
    const { file, definitions } = await definitionsOf(reference, io);
    const answer = exportDefinitions(definitions, format);
    if (!answer.ok) {
      for (const { definition, message } of answer.refusals)
        await tell(io.stderr, `${oneLine(`${inputName(file)}#${definition}: ${message}`)}\n`);
      return exitCode.failed;
    }
    const { text, losses } = answer;
    const output = args.flag('json') ? `${visible(toJsonText(fromPlain({ text, losses })))}\n` : text;
    if (!args.flag('json')) for (const loss of losses) await tell(io.stderr, `${lossLine(inputName(file), loss)}\n`);
    return writeOutput(output, args, io);
  },
};

/** Prints, or writes to `--out`: a file that exists already only with `--force`. Gives the exit code. */
export async function writeOutput(text: string, args: Args, io: Io): Promise<number> {
  const out = args.value('out');
  if (out === undefined) {
    await print(io.stdout, text);
    return exitCode.fine;
  }
  const file = resolve(io.cwd, out);
  if (existsSync(file) && !args.flag('force'))
    throw new UsageError(`${out} already exists. Use --force to overwrite it.`);
  await writeReport(file, text);
  return exitCode.fine;
}

function lossLine(file: string, { definition, message }: Loss): string {
  return oneLine(`${file}${definition === undefined ? '' : `#${definition}`}: differs: ${message}`);
}

/** All definitions of a file, or the one that is named. */
async function definitionsOf(
  reference: string,
  io: Io,
): Promise<{ readonly file: string; readonly definitions: readonly Definition[] }> {
  const { file, name } = splitReference(reference, io.cwd);
  const { definitions, problems, place, found: calls = [] } = await readDefinitionFile(file, io);
  const found = name === undefined ? definitions : definitions.filter(definition => definition.name === name);
  for (const call of calls) if (found.some(each => each.name === call.name)) await tellUnknown(file, call, io);
  if (found.length > 0) return { file, definitions: found };
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) throw new UsageError(located(file, place(error.span.start), error.message));
  const names = definitions.map(definition => `${file}#${definition.name}`).join(', ');
  throw new UsageError(
    `${inputName(file)}: there is no definition \`${name}\` in it.${names && ` There are: ${names}.`}`,
  );
}
