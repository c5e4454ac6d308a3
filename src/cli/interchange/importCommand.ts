import { access } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import {
  exportFormats,
  fromPlain,
  type ImportedModule,
  importDefinitions,
  importedText,
  importFormats,
  joinTexts,
  placeInTexts,
  toJsonText,
  visible,
} from '../../engine/index.ts';
import { located, type Position, positionAt } from '../../views/position.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, type Io, tell, UsageError } from '../io.ts';
import { inputName, readInput } from '../readInput.ts';
import { writeReport } from '../reporters/reportOutputs.ts';
import { writeOutput } from './exportCommand.ts';

/** `parserlens import`: definitions from another form. */
export const importCommand: Command = {
  name: 'import',
  summary: 'turn source, a schema or tools into a definition',
  help: `Usage: parserlens import FILE… | - [--from FORMAT] [--out FILE [--force]] [--json]

Prints a .parser.json with the definitions found in a file of another form. Nothing in the file is run. What could not be
taken over is listed on standard error. A class that derives from AgentScope's ParserBase or a formatter base also gives
a module (.mjs) to port its Python in.

  FILE      a file, or - for standard input; several YAML files are merged in their order, as mini-swe-agent merges
            its configuration files
  --from    its form (default: recognised by the file's name and contents):
${importFormats.map(({ id, summary }) => `              ${id.padEnd(23)} ${summary}\n`).join('')}  --out     write to this file instead, and the modules beside it; a file that exists is not overwritten
  --force   overwrite it all the same
  --json    print { format, text, modules: [{ fileName, kind, text }], problems: [{ message, severity, line, column }] };
            modules only where there are any
`,
  options: { from: { type: 'string' }, out: { type: 'string' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: [1, Number.POSITIVE_INFINITY],
  async run(args, io) {
    const [file = '-', ...others] = args.positionals;
    const format = args.value('from');
    if (format !== undefined && ![...importFormats, ...exportFormats].some(({ id }) => id === format))
      throw new UsageError(
        `parserlens import: --from must be one of ${importFormats.map(({ id }) => id).join(', ')}, not \`${format}\`.`,
      );
    if (others.length > 0 && ![file, ...others].every(each => /\.ya?ml$/i.test(each)))
      throw new UsageError('parserlens import: Only YAML files are merged; import other files one at a time.');
    const parts: Part[] = [];
    for (const each of [file, ...others]) parts.push({ file: each, text: await readInput(each, io) });
    const source = joinTexts(parts.map(({ text }) => text));
    const result = importDefinitions(source, format, resolve(io.cwd, file === '-' ? 'imported' : file));
    const definitions = importedText(result);
    // A file with formatters alone gives their modules alone.
    const [first, ...more] = result.modules ?? [];
    const text = definitions === '' && first ? first.text : definitions;
    const modules = definitions === '' ? more : (result.modules ?? []);
    if (!args.flag('json')) await checkFree(modules, args, io);
    if (args.flag('json')) {
      const problems = result.problems.map(({ message, severity, span }) => ({
        message,
        severity,
        ...(others.length > 0 && { file: placeOf(parts, span.start).file }),
        ...placeOf(parts, span.start).position,
      }));
      const all = result.modules?.map(({ fileName, kind, text }) => ({ fileName, kind, text }));
      const json = {
        ...(result.format !== undefined && { format: result.format }),
        text: definitions,
        ...(all && { modules: all }),
        problems,
      };
      await writeOutput(`${visible(toJsonText(fromPlain(json)))}\n`, args, io);
    } else {
      for (const { message, severity, span } of result.problems) {
        const place = placeOf(parts, span.start);
        await tell(io.stderr, `${located(inputName(place.file), place.position, `${severity}: ${message}`)}\n`);
      }
      if (text !== '') await writeOutput(text, args, io);
      for (const module of modules) {
        const to = modulePath(module, args, io);
        const place = placeOf(parts, module.span.start);
        const what =
          to === undefined
            ? `the module \`${module.fileName}\` belongs to this: --out writes it, --json prints it.`
            : `the module ${relative(io.cwd, to)} is to be ported.`;
        if (to !== undefined) await writeReport(to, module.text);
        await tell(io.stderr, `${located(inputName(place.file), place.position, `info: ${what}`)}\n`);
      }
    }
    return text === '' ? exitCode.failed : exitCode.fine;
  },
};

/** Where a module is written: beside the file of `--out`; `undefined`: there is none. */
function modulePath({ fileName }: ImportedModule, args: Args, io: Io): string | undefined {
  const out = args.value('out');
  return out === undefined ? undefined : resolve(dirname(resolve(io.cwd, out)), fileName);
}

/** Raises `UsageError` before anything is written where a module would overwrite a file, or the definition itself. */
async function checkFree(modules: readonly ImportedModule[], args: Args, io: Io): Promise<void> {
  const out = resolve(io.cwd, args.value('out') ?? '');
  for (const module of modules) {
    const path = modulePath(module, args, io);
    if (path === undefined) continue;
    const name = relative(io.cwd, path);
    if (path === out) throw new UsageError(`${name} is the name of a module of this import; choose another for --out.`);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere && !args.flag('force')) throw new UsageError(`${name} already exists. Use --force to overwrite it.`);
  }
}

/** A file that is merged. */
interface Part {
  readonly file: string;
  readonly text: string;
}

/** The file that an offset of the merged text is in, and where in that file. */
function placeOf(parts: readonly Part[], at: number): { readonly file: string; readonly position: Position } {
  const texts = parts.map(({ text }) => text);
  const { index, offset } = placeInTexts(texts, at);
  return { file: parts[index]!.file, position: positionAt(texts[index]!, offset) };
}
