import { resolve } from 'node:path';
import { version } from '../../package.json';
import { oneLine, parserTypes } from '../engine/index.ts';
import { withPython, withTables } from '../node/nodeHost.ts';
import { expectCount, readArgs } from './args.ts';
import { checkCommand } from './check/checkCommand.ts';
import type { Command } from './command.ts';
import { compareCommand } from './compare/compareCommand.ts';
import { constrainCommand } from './constrain/constrainCommand.ts';
import { evaluateCommand } from './evaluate/evaluateCommand.ts';
import { judgeCommand } from './evaluate/judgeCommand.ts';
import { mergeCommand } from './evaluate/mergeCommand.ts';
import { findCommand } from './findCommand.ts';
import { formatCommand } from './format/formatCommand.ts';
import { tokensCommand } from './format/tokensCommand.ts';
import { instructionCommand } from './instructionCommand.ts';
import { convertCommand } from './interchange/convertCommand.ts';
import { exportCommand } from './interchange/exportCommand.ts';
import { importCommand } from './interchange/importCommand.ts';
import { exitCode, InputError, type Io, print, tell, UsageError } from './io.ts';
import { isTooLongForText } from './lines.ts';
import { mcpCommand } from './mcp/mcpCommand.ts';
import { migrateCommand } from './migrate/migrateCommand.ts';
import { deriveCommand } from './models/deriveCommand.ts';
import { roundtripCommand } from './models/roundtripCommand.ts';
import { diagnoseCommand } from './parse/diagnoseCommand.ts';
import { parseCommand } from './parse/parseCommand.ts';
import { pythonOption } from './pythonOption.ts';
import { Reach } from './reach.ts';
import { robustnessCommand } from './robustnessCommand.ts';
import { confinesOf } from './rootOption.ts';
import { runCommand } from './run/runCommand.ts';
import { serveCommand } from './serve/serveCommand.ts';
import { listCommand } from './sources/listCommand.ts';

const commands: readonly Command[] = [
  instructionCommand,
  parseCommand,
  diagnoseCommand,
  checkCommand,
  listCommand,
  findCommand,
  robustnessCommand,
  compareCommand,
  evaluateCommand,
  mergeCommand,
  judgeCommand,
  runCommand,
  formatCommand,
  tokensCommand,
  roundtripCommand,
  deriveCommand,
  exportCommand,
  importCommand,
  convertCommand,
  constrainCommand,
  migrateCommand,
  mcpCommand,
  serveCommand,
];

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
    if (name === '--help' || name === '-h' || name === 'help') return await say(io, help(rest[0]));
    const command = commands.find(one => one.name === name);
    if (!command && name === '') {
      await tell(io.stderr, help());
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

function help(name?: string): string {
  const command = commands.find(one => one.name === name);
  if (command) return command.help;
  const list = commands
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
