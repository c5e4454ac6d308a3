import { resolve } from 'node:path';
import {
  exportFormats,
  fromPlain,
  importDefinitions,
  importedText,
  importFormats,
  toJsonText,
  visible,
} from '../engine/index.ts';
import type { Command } from './command.ts';
import { writeOutput } from './exportCommand.ts';
import { exitCode, tell, UsageError } from './io.ts';
import { located, positionAt } from './position.ts';
import { inputName, readInput } from './readInput.ts';

/** `parserlens import`: definitions from another form. */
export const importCommand: Command = {
  name: 'import',
  summary: 'turn source, a schema or tools into a definition',
  help: `Usage: parserlens import FILE | - [--from FORMAT] [--out FILE [--force]] [--json]

Prints a .parser.json with the definitions found in a file of another form. Nothing in the file is run. What could not be
taken over is listed on standard error.

  FILE      a file, or - for standard input
  --from    its form (default: recognised by the file's name and contents):
${importFormats.map(({ id, summary }) => `              ${id.padEnd(23)} ${summary}\n`).join('')}  --out     write to this file instead; a file that exists is not overwritten
  --force   overwrite it all the same
  --json    print { format, text, problems: [{ message, severity, line, column }] }
`,
  options: { from: { type: 'string' }, out: { type: 'string' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: [1, 1],
  async run(args, io) {
    const [file = '-'] = args.positionals;
    const format = args.value('from');
    if (format !== undefined && ![...importFormats, ...exportFormats].some(({ id }) => id === format))
      throw new UsageError(
        `parserlens import: --from must be one of ${importFormats.map(({ id }) => id).join(', ')}, not \`${format}\`.`,
      );
    const source = await readInput(file, io);
    const result = importDefinitions(source, format, resolve(io.cwd, file === '-' ? 'imported' : file));
    const text = importedText(result);
    if (args.flag('json')) {
      const problems = result.problems.map(({ message, severity, span }) => ({
        message,
        severity,
        ...positionAt(source, span.start),
      }));
      const json = { ...(result.format !== undefined && { format: result.format }), text, problems };
      await writeOutput(`${visible(toJsonText(fromPlain(json)))}\n`, args, io);
    } else {
      for (const { message, severity, span } of result.problems)
        await tell(
          io.stderr,
          `${located(inputName(file), positionAt(source, span.start), `${severity}: ${message}`)}\n`,
        );
      if (text !== '') await writeOutput(text, args, io);
    }
    return text === '' ? exitCode.failed : exitCode.fine;
  },
};
