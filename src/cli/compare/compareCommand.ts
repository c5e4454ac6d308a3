import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  compareInstalled,
  compareInstalledConversation,
  type Definition,
  fromPlain,
  type InstalledReport,
  type InstalledText,
  installedTexts,
  isSource,
  oneLine,
  type ReadSample,
  readDefinitions,
  type SourceDefinition,
  type SourceObject,
  toJsonText,
  visible,
} from '../../engine/index.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import { pythonBeside } from '../../node/python/findPython.ts';
import { importRoot } from '../../node/python/importRoot.ts';
import { firstResponses } from '../../portable/logs/logResponses.ts';
import { installedLines } from '../../views/installedLines.ts';
import { positionAt } from '../../views/position.ts';
import { sampleText } from '../check/checkFiles.ts';
import type { Args, Command } from '../command.ts';
import { logInputs } from '../evaluate/logInputs.ts';
import { exitCode, type Io, tell, UsageError } from '../io.ts';
import { folderOf, isConversationFile, loadConversation } from '../loadConversation.ts';
import { loadDefinition, splitReference } from '../loadDefinition.ts';
import { isModelFolder } from '../models/readModelFolder.ts';
import { readInput } from '../readInput.ts';
import { confinesOf, reachOptions } from '../sharedOptions.ts';
import { findSources } from '../sources/findSources.ts';
import { readDefinitionFile, tellUnknown } from '../sources/readDefinitionFile.ts';

/** The most responses of logs that are compared, and how long they may be together, in UTF-16 units. */
const logLimits = { count: 5000, length: 100_000_000, rows: Number.POSITIVE_INFINITY };

/** `parserlens compare`: a definition here, and with the framework that is installed. */
export const compareCommand: Command = {
  name: 'compare',
  summary: 'compare a definition, or a conversation, with the Python framework that is installed',
  help: `Usage: parserlens compare FILE[#NAME] --installed [--log LOG]… [--field PATH] [--formatter F] [--root DIR]
                          [--run-modules] [--json]

Writes the definition as Python, as \`parserlens export\` does, has the framework of that Python make its own parser of it,
and asks both for the instruction and for what becomes of texts: the samples, every mutation of \`parserlens robustness\`,
an example, odd texts, and the responses of logs. Of a conversation AgentScope's own formatter is asked for the payload
and the count of tokens: of the whole, of its beginnings, and of each message alone. Exits with 1 if anything differs.
Types of AgentScope 0.1 and 2, LangChain, Langroid, SWE-agent, mini-swe-agent and transformers can be compared, and the
formatters of AgentScope 1 and 2. Nothing is installed, and nothing is fetched. The folder of FILE is no place that Python
imports from; a Python in a .venv or venv there is named, and runs only with --python.

  FILE         a .parser.json, a model's tokenizer_config.json or its folder, a .messages.json, or a source: a Python file
               is imported, which runs it, and compared is the very parser that it makes (AgentScope 0.1, LangChain); a
               folder stands for its sources, which are imported with --run-modules only
  #NAME        picks one of several definitions; without it all of them are compared
  --installed  what it is compared with; has to be given
  --log LOG    a log as \`parserlens evaluate\` reads it; its first ${logLimits.count} responses are compared as well; can be repeated
  --field PATH where the log's rows have their response (default: recognised)
  --formatter  of a conversation: the formatter, in place of the one that it names
  --root       the folder that files which samples name must be in, links resolved (default: the current folder)
  --run-modules read the files of a model that FILE names, run the module of the definition that a conversation names, and
               import the sources that are found in a folder
  --json       print a list with one object for each definition: { definition, type, ok, framework, versions, python,
               interpreter, compared, same, notes, differences: [{ group, part, from, text, ours, theirs }] }, or
               { definition, type, ok, kind, reason } for one that could not be compared; of a conversation \`conversation\`
               is its file, and \`formatter\` takes the place of the type
`,
  options: {
    installed: { type: 'boolean' },
    log: { type: 'string', multiple: true },
    field: { type: 'string' },
    formatter: { type: 'string' },
    ...reachOptions,
    json: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const [reference = ''] = args.positionals;
    if (!args.flag('installed')) throw new UsageError('parserlens compare: say what to compare with: --installed.');
    if (isConversationFile(reference)) return compareConversation(reference, args, io);
    await tellUnasked(resolve(io.cwd, splitReference(reference, io.cwd).file), args, io);
    const logs = await logTexts(args, io);
    const reports: (readonly [Definition, InstalledReport])[] = [];
    for (const loaded of await comparedDefinitions(reference, args.flag('run-modules'), io)) {
      const { definition, object } = loaded;
      const file = resolve(io.cwd, loaded.file);
      io.reach?.nameInstalled(file);
      const texts = [...(await installedTexts(definition, await samplesOf(loaded, args, io), io.host)), ...logs];
      reports.push([
        definition,
        await compareInstalled(definition, file, texts, io.host, { ...(object && { object }) }),
      ]);
    }
    return show(
      reports.map(([{ name, type }, report]) => [{ definition: name, type }, name, report] as const),
      args,
      io,
    );
  },
};

async function compareConversation(path: string, args: Args, io: Io): Promise<number> {
  if (args.values('log').length > 0)
    throw new UsageError('parserlens compare: a conversation is compared without logs.');
  const conversation = await loadConversation(path, io);
  const file = resolve(io.cwd, path);
  await tellUnasked(file, args, io);
  io.reach?.nameInstalled(file);
  const resources = nodeResources(folderOf(path, io), [], await confinesOf(args, io));
  const formatter = args.value('formatter') ?? conversation.formatter;
  const options = { resources, ...(formatter !== undefined && { formatter }) };
  const report = await compareInstalledConversation(conversation, file, options, io.host);
  return show([[{ conversation: path, formatter }, path, report]], args, io);
}

/** Names the Python of an environment beside a file, which does not run unless the user names it. */
async function tellUnasked(file: string, args: Args, io: Io): Promise<void> {
  if (args.value('python') !== undefined) return;
  const found = await pythonBeside(file, { top: importRoot(file, io.cwd).own });
  if (!found) return;
  const words = `Not run: the Python of ${found.from}, which nobody named. To have it run, add --python ${found.command}`;
  await tell(io.stderr, `${oneLine(words)}\n`);
}

/** Prints what was found: `about` of each as JSON says it, and its name as people read it. */
async function show(
  reports: readonly (readonly [about: object, name: string, InstalledReport])[],
  args: Args,
  io: Io,
): Promise<number> {
  const output = args.flag('json')
    ? toJsonText(fromPlain(reports.map(([about, , report]) => ({ ...about, ...plainOf(report) }))))
    : reports.map(([, name, report]) => installedLines(name, report, 10).join('\n')).join('\n');
  await tell(io.stdout, `${visible(output)}\n`);
  return exitOf(reports.map(([, , report]) => report));
}

/** What is not of a framework is passed over beside what is. */
function exitOf(reports: readonly InstalledReport[]): number {
  const installed = reports.filter(report => report.ok || report.kind !== 'none');
  if (installed.length === 0) return exitCode.usage;
  return installed.every(report => report.ok && report.same === report.compared) ? exitCode.fine : exitCode.failed;
}

async function samplesOf(
  { definition, file }: Pick<Compared, 'definition' | 'file'>,
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

/** A definition that is compared, and what its source makes. */
interface Compared {
  readonly definition: Definition;
  /** As the user named it, or below the named folder. */
  readonly file: string;
  readonly object?: SourceObject;
}

/**
 * The definition that is named; without a name all of the file that can be used, or of the sources of a folder, which are imported
 * only with `--run-modules`. Throws `UsageError` where there is none.
 */
async function comparedDefinitions(reference: string, runsFound: boolean, io: Io): Promise<readonly Compared[]> {
  const { file, name } = splitReference(reference, io.cwd);
  if (isModelFolder(file, io)) return [await loadDefinition(reference, io)];
  if (isFolder(resolve(io.cwd, file))) return ofFolder(file, runsFound, io);
  if (isSource(file)) return ofSource(file, name, reference, io);
  if (name !== undefined) return [await loadDefinition(reference, io)];
  const { definitions } = readDefinitions(await readInput(file, io), resolve(io.cwd, file === '-' ? 'stdin' : file));
  // What is wrong with a file without definitions, loading says.
  return definitions.length === 0
    ? [await loadDefinition(reference, io)]
    : definitions.map(definition => ({ definition, file }));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function ofFolder(folder: string, runsFound: boolean, io: Io): Promise<readonly Compared[]> {
  if (!runsFound)
    throw new UsageError(
      `parserlens compare: to be compared, the sources of ${folder} are imported, which runs them. Name one as FILE#NAME, or add --run-modules.`,
    );
  const compared: Compared[] = [];
  for (const { reference, text, reading } of await findSources([folder], io)) {
    const { file } = splitReference(reference, io.cwd);
    for (const each of reading.found) await tellUnknown(file, each, io);
    compared.push(...together(file, text, reading.definitions, reading.found, io));
  }
  if (compared.length === 0) throw new UsageError(`parserlens compare: no source in ${folder} makes a parser.`);
  return compared;
}

async function ofSource(
  file: string,
  name: string | undefined,
  reference: string,
  io: Io,
): Promise<readonly Compared[]> {
  const { definitions, found = [], source = '' } = await readDefinitionFile(file, io);
  // What is wrong with what is named, loading says, and what of it is unknown.
  if (name !== undefined || definitions.length === 0) {
    const { definition } = await loadDefinition(reference, io);
    return together(file, source, [definition], found, io);
  }
  for (const each of found) await tellUnknown(file, each, io);
  return together(file, source, definitions, found, io);
}

function together(
  file: string,
  text: string,
  definitions: readonly Definition[],
  found: readonly SourceDefinition[],
  io: Io,
): readonly Compared[] {
  const path = resolve(io.cwd, file);
  const root = importRoot(path, io.cwd);
  return definitions.map(definition => {
    const own = found.find(({ name }) => name === definition.name);
    if (!own) return { definition, file };
    const same = found.filter(({ line, type }) => line === own.line && type === own.type);
    const object: SourceObject = {
      file: path,
      name: own.name,
      line: own.line,
      endLine: positionAt(text, own.span.end).line,
      number: same.indexOf(own),
      folders: [...root.folders, dirname(path)],
      unknown: own.unknown.map(({ argument }) => argument),
    };
    return { definition, file, object };
  });
}
