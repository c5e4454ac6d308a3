import { dirname, resolve } from 'node:path';
import {
  compareInstalled,
  type Definition,
  fromPlain,
  type InstalledReport,
  type InstalledText,
  installedTexts,
  type ReadSample,
  readDefinitions,
  toJsonText,
  visible,
} from '../../engine/index.ts';
import { firstResponses } from '../../portable/logs/firstResponses.ts';
import { installedLines } from '../../views/installedLines.ts';
import type { Args } from '../args.ts';
import { sampleText } from '../check/checkFiles.ts';
import type { Command } from '../command.ts';
import { logInputs } from '../evaluate/logInputs.ts';
import { exitCode, type Io, tell, UsageError } from '../io.ts';
import { type Loaded, loadDefinition, splitReference } from '../loadDefinition.ts';
import { isModelFolder } from '../models/readModelFolder.ts';
import { readInput } from '../readInput.ts';
import { confinesOf, rootOption } from '../rootOption.ts';

/** The most responses of logs that are compared, and how long they may be together, in UTF-16 units. */
const logLimits = { count: 5000, length: 100_000_000, rows: Number.POSITIVE_INFINITY };

/** `parserlens compare`: a definition here, and with the framework that is installed. */
export const compareCommand: Command = {
  name: 'compare',
  summary: 'compare a definition with the Python framework that is installed',
  help: `Usage: parserlens compare FILE[#NAME] --installed [--log LOG]… [--field PATH] [--root DIR] [--json]

Writes the definition as Python, as \`parserlens export\` does, has the framework of that Python make its own parser of it,
and asks both for the instruction and for what becomes of texts: the samples, every mutation of \`parserlens robustness\`,
an example, odd texts, and the responses of logs. Exits with 1 if anything differs. Types of AgentScope 0.1, LangChain,
Langroid, SWE-agent and mini-swe-agent can be compared. Nothing is installed.

  FILE         a .parser.json
  #NAME        picks one of several definitions; without it all of them are compared
  --installed  what it is compared with; has to be given
  --log LOG    a log as \`parserlens evaluate\` reads it; its first ${logLimits.count} responses are compared as well; can be repeated
  --field PATH where the log's rows have their response (default: recognised)
  --root       the folder that files which samples name must be in, links resolved (default: the current folder)
  --json       print a list with one object for each definition: { definition, type, ok, framework, versions, python,
               interpreter, compared, same, notes, differences: [{ group, part, from, text, ours, theirs }] }, or
               { definition, type, ok, kind, reason } for one that could not be compared
`,
  options: {
    installed: { type: 'boolean' },
    log: { type: 'string', multiple: true },
    field: { type: 'string' },
    ...rootOption,
    json: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const [reference = ''] = args.positionals;
    if (!args.flag('installed')) throw new UsageError('parserlens compare: say what to compare with: --installed.');
    const logs = await logTexts(args, io);
    const reports: (readonly [Definition, InstalledReport])[] = [];
    for (const loaded of await loadedOf(reference, io)) {
      const { definition } = loaded;
      const file = resolve(io.cwd, loaded.file);
      io.reach?.nameInstalled(file);
      const texts = [...(await installedTexts(definition, await samplesOf(loaded, args, io), io.host)), ...logs];
      reports.push([definition, await compareInstalled(definition, file, texts, io.host)]);
    }
    const shown = args.flag('json')
      ? toJsonText(
          fromPlain(reports.map(([{ name, type }, report]) => ({ definition: name, type, ...plainOf(report) }))),
        )
      : reports.map(([{ name }, report]) => installedLines(name, report, 10).join('\n')).join('\n');
    await tell(io.stdout, `${visible(shown)}\n`);
    return exitOf(reports.map(([, report]) => report));
  },
};

/** What is not of a framework is passed over beside what is. */
function exitOf(reports: readonly InstalledReport[]): number {
  const asked = reports.filter(report => report.ok || report.kind !== 'none');
  if (asked.length === 0) return exitCode.usage;
  return asked.every(report => report.ok && report.same === report.compared) ? exitCode.fine : exitCode.failed;
}

/** The definition that is named; without a name all of the file that can be used. */
async function loadedOf(reference: string, io: Io): Promise<readonly Pick<Loaded, 'definition' | 'file'>[]> {
  const { file, name } = splitReference(reference, io.cwd);
  if (name !== undefined || isModelFolder(file, io)) return [await loadDefinition(reference, io)];
  const { definitions } = readDefinitions(await readInput(file, io), resolve(io.cwd, file === '-' ? 'stdin' : file));
  // What is wrong with a file without definitions, loading says.
  return definitions.length === 0
    ? [await loadDefinition(reference, io)]
    : definitions.map(definition => ({ definition, file }));
}

async function samplesOf(
  { definition, file }: Pick<Loaded, 'definition' | 'file'>,
  args: Args,
  io: Io,
): Promise<readonly ReadSample[]> {
  const confines = await confinesOf(args, io);
  const read: ReadSample[] = [];
  for (const sample of definition.samples) {
    const response = await sampleText(sample, resolve(io.cwd, dirname(file)), confines);
    if ('text' in response) read.push({ sample, text: response.text });
    else await tell(io.stderr, `${visible(`${sample.name}: ${response.error}`)}\n`);
  }
  return read;
}

async function logTexts(args: Args, io: Io): Promise<readonly InstalledText[]> {
  const inputs = await logInputs(args.values('log'), { field: args.value('field'), expected: undefined }, io);
  if (inputs.length === 0) return [];
  const texts = await firstResponses(inputs, logLimits);
  return texts.map((text, i) => ({ from: `log, response ${i + 1}`, text }));
}

function plainOf(report: InstalledReport): object {
  if (!report.ok) return report;
  return { ...report, versions: Object.fromEntries(report.versions) };
}
