import { resolve } from 'node:path';
import { version } from '../../package.json';
import { oneLine, parserTypes } from '../engine/index.ts';
import { withPython, withTables } from '../node/nodeHost.ts';
import { type Command, expectCount, readArgs } from './command.ts';
import { exitCode, InputError, type Io, print, tell, UsageError } from './io.ts';
import { Reach } from './reach.ts';
import { isTooLongForText } from './readInput.ts';
import { confinesOf, pythonOption } from './sharedOptions.ts';

/** In the order of the list. Each is loaded on its first use. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  instruction: async () => (await import('./instructionCommand.ts')).instructionCommand,
  parse: async () => (await import('./parse/parseCommand.ts')).parseCommand,
  diagnose: async () => (await import('./parse/diagnoseCommand.ts')).diagnoseCommand,
  check: async () => (await import('./check/checkCommand.ts')).checkCommand,
  list: async () => (await import('./sources/listCommand.ts')).listCommand,
  find: async () => (await import('./findCommand.ts')).findCommand,
  robustness: async () => (await import('./robustnessCommand.ts')).robustnessCommand,
  compare: async () => (await import('./compare/compareCommand.ts')).compareCommand,
  evaluate: async () => (await import('./evaluate/evaluateCommand.ts')).evaluateCommand,
  merge: async () => (await import('./evaluate/mergeCommand.ts')).mergeCommand,
  judge: async () => (await import('./evaluate/judgeCommand.ts')).judgeCommand,
  run: async () => (await import('./run/runCommand.ts')).runCommand,
  format: async () => (await import('./format/formatCommand.ts')).formatCommand,
  tokens: async () => (await import('./format/tokensCommand.ts')).tokensCommand,
  roundtrip: async () => (await import('./models/roundtripCommand.ts')).roundtripCommand,
  derive: async () => (await import('./models/deriveCommand.ts')).deriveCommand,
  export: async () => (await import('./interchange/exportCommand.ts')).exportCommand,
  import: async () => (await import('./interchange/importCommand.ts')).importCommand,
  convert: async () => (await import('./interchange/convertCommand.ts')).convertCommand,
  constrain: async () => (await import('./constrain/constrainCommand.ts')).constrainCommand,
  migrate: async () => (await import('./migrate/migrateCommand.ts')).migrateCommand,
  mcp: async () => (await import('./mcp/mcpCommand.ts')).mcpCommand,
  serve: async () => (await import('./serve/serveCommand.ts')).serveCommand,
};

/** What every command takes beside its own options. */
const commonOptions = {
  help: { type: 'boolean', short: 'h' },
  tables: { type: 'string' },
  python: { type: 'string' },
} as const;

/** Runs the command line and gives the exit code: 0 fine, 1 the input failed, 2 wrong use or unreadable files. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    const [name = '', ...rest] = argv;
    if (name === '--version' || name === '-v') return await say(io, `${version}\n`);
    if (name === '--help' || name === '-h' || name === 'help') return await say(io, await help(rest[0]));
    const command = await commandOf(name);
    if (!command && name === '') {
      await tell(io.stderr, await help());
      return exitCode.usage;
    }
    if (!command) throw new UsageError(`There is no command \`${name}\`. See \`parserlens --help\`.`);
    const args = readArgs(name, rest, { ...command.options, ...commonOptions });
    if (args.flag('help')) return await say(io, command.help);
    expectCount(name, args, ...command.positionals);
    const tables = args.value('tables');
    const python = pythonOption(args, io);
    const tabled = tables === undefined ? io.host : withTables(io.host, resolve(io.cwd, tables));
    const host = python === undefined ? tabled : withPython(tabled, python);
    const reach = new Reach({ confines: await confinesOf(args, io), runModules: args.flag('run-modules') });
    return await command.run(args, { ...io, host: reach.guard(host), reach });
  } catch (thrown) {
    const error = isTooLongForText(thrown) ? new InputError('The result is too long to be printed.') : thrown;
    if (!(error instanceof UsageError || error instanceof InputError)) throw error;
    await tell(io.stderr, `${oneLine(error.message)}\n`);
    return error instanceof InputError ? exitCode.failed : exitCode.usage;
  }
}

async function say(io: Io, text: string): Promise<number> {
  await print(io.stdout, text);
  return exitCode.fine;
}

async function commandOf(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? commands[name]?.() : undefined;
}

async function help(name = ''): Promise<string> {
  const command = await commandOf(name);
  if (command) return command.help;
  const all = await Promise.all(Object.values(commands).map(load => load()));
  const list = all
    .filter(({ isInner }) => !isInner)
    .map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}\n`)
    .join('');
  const types = parserTypes.map(({ type, summary }) => `  ${type.padEnd(25)} ${summary}\n`).join('');
  return `Usage: parserlens COMMAND …

Commands (each has a --help of its own; --version prints the version):
${list}
Parser types:
${types}
Every command takes --tables DIR, the folder with the vocabularies of token counters (default: the one beside it), and
--python PATH, the Python that runs modules which end in .py (default: .venv or venv above the module, the environment
that is active, python3 or python).

Results go to standard output, everything else to standard error. Exit codes: 0 fine; 1 the input failed, as when a
response does not parse or a sample fails; 2 wrong use, or a file that cannot be read.
`;
}
