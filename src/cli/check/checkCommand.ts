import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { engineNames, isSource, namedEngine, oneLine, problemCatalogue } from '../../engine/index.ts';
import { whyNotRun } from '../../node/moduleRights.ts';
import type { CheckedFile } from '../../views/checkedFile.ts';
import { isSeverity } from '../../views/problems.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { isConversationFile } from '../loadConversation.ts';
import { splitReference } from '../loadDefinition.ts';
import { checkModel, findModelFolders } from '../models/readModelFolder.ts';
import { unreadable } from '../readInput.ts';
import { summarize } from '../reporters/reporter.ts';
import { reporters } from '../reporters/reporters.ts';
import { expectFree, expectWritable, outputsOf, writeReport } from '../reporters/reportOutputs.ts';
import { confinesOf, reachOptions } from '../sharedOptions.ts';
import { checkSources, isSourceReference } from '../sources/findSources.ts';
import { checkConversationFile } from './checkConversationFile.ts';
import { type CheckOptions, checkFile } from './checkFiles.ts';
import { type FoundFile, findDefinitionFiles, isDefinitionFile, searchedIn } from './findDefinitionFiles.ts';
import { FileWatch } from './watchFiles.ts';

/** `parserlens check`: problems and samples, as tests for CI. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'report the problems of definitions and conversations, and run samples as tests',
  help: `Usage: parserlens check [PATH…] [--reporter pretty | json | junit | github | sarif | markdown[=FILE]]…
                        [--force] [--watch] [--cuts]
                        [--severity CODE=LEVEL]… [--run-modules] [--root DIR]
                        [--for ENGINE[,…]]… [--no-sources] [--allow-empty]

Reports the problems of definitions and conversations, and runs samples. Exits with 1 if a sample fails, a definition or
a conversation has an error, or there are no samples, conversations, models and sources at all. What a conversation's provider
answers with status 400 is an error: a call without its result, a result without its call, turns in the wrong order.

  PATH           a .parser.json, FILE#NAME, a .messages.json or .messages.jsonl, or a folder, which is searched except for
                 node_modules and .git (default: the current folder); models' folders, which have a
                 tokenizer_config.json, have their templates checked, and sources (.py .ipynb .ts .js and the like) the parsers
                 that they make: they are read, never run
  --reporter     pretty (default), json, junit (XML), github (annotations), sarif (2.1.0), or markdown (a summary);
                 NAME=FILE writes a report to a file, and can be repeated
  --force        overwrite such files
  --severity     how problems with this code count: error, warning, info or off, as in tag-in-tag=off; can be repeated
  --for          also say what an engine does otherwise with response templates (transformers, transformers@5.17,
                 transformers-serve, vllm, sglang), and which keywords it refuses or drops where it holds a model to a
                 definition (vllm, sglang, xgrammar, llguidance, llama.cpp, ollama, openai, anthropic, gemini); can be
                 repeated
  --watch        check again whenever a definition, a script or a folder below PATH changes, or a file that a
                 definition names
  --cuts         also cut each sample's answer in two at every place: does a stream of it give the same message, and
                 does no part of a call pass for the whole (for types that read answers as they stream in)
  --run-modules  run the modules of all definitions, if they are below PATH or in the folder of --root; otherwise only
                 those of files that are named, and not just found in a folder, and the samples of the others are
                 skipped, which does not change the exit code
  --root DIR     the folder that files which definitions name must be in, links resolved (default: the current folder)
  --no-sources   leave sources out that are only found in a folder
  --allow-empty  do not fail if there are no samples at all
`,
  options: {
    reporter: { type: 'string', multiple: true },
    force: { type: 'boolean' },
    severity: { type: 'string', multiple: true },
    for: { type: 'string', multiple: true },
    watch: { type: 'boolean' },
    cuts: { type: 'boolean' },
    'no-sources': { type: 'boolean' },
    ...reachOptions,
    'allow-empty': { type: 'boolean' },
  },
  positionals: [0, Number.POSITIVE_INFINITY],
  async run(args, io) {
    const paths = args.positionals.length > 0 ? args.positionals : ['.'];
    return args.flag('watch') ? watchPaths(paths, args, io) : check(paths, args, io);
  },
};

/** `onFile` hears of each file that is read for a definition. */
async function check(paths: readonly string[], args: Args, io: Io, onFile?: (path: string) => void): Promise<number> {
  const outputs = outputsOf(reporters, args.values('reporter'), io);
  const written = outputs.map(({ file }) => file);
  // Watching writes its files again.
  if (!args.flag('watch')) expectFree(written, args);
  const severities = readSeverities(args.values('severity'));
  const engines = readEngines(args.values('for'));
  await expectWritable(written);
  const confines = await confinesOf(args, io);
  const files: CheckedFile[] = [];
  const isWanted = (name: string) => isChecked(name) || (!args.flag('no-sources') && isSource(name));
  const found = await findDefinitionFiles(paths, io, isWanted);
  const isOfSource = ({ reference }: FoundFile) => isSourceReference(reference, io);
  for (const { reference, isNamed } of found.filter(each => !isOfSource(each))) {
    const runModules = isNamed || args.flag('run-modules');
    const options: CheckOptions = {
      severities,
      runModules,
      isNamed,
      confines,
      cuts: args.flag('cuts'),
      engines,
      ...(onFile && { onFile }),
    };
    if (!isConversationFile(reference)) files.push(await checkFile(reference, io, options));
    else {
      const checked = await checkConversationFile(reference, io, options);
      if (checked) files.push(checked);
    }
  }
  const checkedSources = await checkSources(found.filter(isOfSource), paths, io, {
    severities,
    ...(onFile && { onFile }),
  });
  files.push(...checkedSources);
  let others = checkedSources.length;
  for (const model of await findModelFolders(paths, io)) {
    const checked = await checkModel(model, io, severities, engines);
    if (checked.length > 0) others++;
    files.push(...checked);
  }
  const summary = summarize(files);
  const colour = io.stdout.isTTY === true && !io.env.NO_COLOR;
  for (const { reporter, file } of outputs) {
    const report = reporter(files, summary, colour && file === undefined);
    if (file === undefined) await print(io.stdout, report);
    else await writeReport(file, report);
  }
  await tellNotRun(
    files.flatMap(({ file, isConversation, notRun }) =>
      notRun.map(name => (isConversation ? file : `${file}#${name}`)),
    ),
    io,
  );
  if (summary.failed + summary.errors > 0) return exitCode.failed;
  if (summary.samples > 0 || summary.conversations > 0 || others > 0 || args.flag('allow-empty')) return exitCode.fine;
  await tell(io.stderr, `${oneLine(`No samples found in ${searchedIn(paths)}.`)} Use --allow-empty if that is fine.\n`);
  return exitCode.failed;
}

function isChecked(name: string): boolean {
  return isDefinitionFile(name) || isConversationFile(name);
}

/** Says on standard error which definitions' modules were not run, if any. */
export async function tellNotRun(references: readonly string[], io: Io): Promise<void> {
  if (references.length === 0) return;
  const more = references.length > maxTold ? ` and ${references.length - maxTold} more` : '';
  const names = `${references.slice(0, maxTold).join(', ')}${more}`;
  await tell(io.stderr, `${oneLine(`Skipped ${names}: ${whyNotRun}`)}\n`);
}

/** How many definitions are named in one line. */
const maxTold = 5;

/** The engines of `--for`, some with a version. Throws `UsageError` for others. */
function readEngines(written: readonly string[]): readonly string[] {
  const engines = written.flatMap(each => each.split(','));
  for (const each of engines) {
    if (engineNames.some(name => name === namedEngine(each).engine)) continue;
    throw new UsageError(`--for ${each}: write one of ${engineNames.join(', ')}; with a version as in vllm@2026-09.`);
  }
  return engines;
}

/** `CODE=LEVEL…` as an object. */
function readSeverities(written: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    written.map(each => {
      const [code = '', level = ''] = each.split('=');
      if (!Object.hasOwn(problemCatalogue, code)) throw new UsageError(`--severity ${each}: no problem has this code.`);
      if (level !== 'off' && !isSeverity(level))
        throw new UsageError(`--severity ${each}: write ${code}=error, warning, info or off.`);
      return [code, level];
    }),
  );
}

/** Checks again after every change, until the process is interrupted; the last exit code then counts. */
async function watchPaths(paths: readonly string[], args: Args, io: Io): Promise<number> {
  // Watching before the first check, so that no change is missed.
  let changed = false;
  let wake = () => {};
  const onChange = () => {
    changed = true;
    wake();
  };
  const watching = new FileWatch(onChange);
  io.signal?.addEventListener('abort', () => wake(), { once: true });
  try {
    for (const path of paths) watchPath(watching, splitReference(path, io.cwd).file, io.cwd);
    for (let code: number | undefined; ; ) {
      changed = false;
      code = await checkAgain(code === undefined, () => check(paths, args, io, file => watchFile(watching, file)), io);
      if (!changed && !io.signal?.aborted)
        await new Promise<void>(done => {
          wake = done;
        });
      if (io.signal?.aborted) return code;
      // Editors save in several steps.
      await setTimeout(100);
    }
  } finally {
    watching.close();
  }
}

/** After the first check a file that cannot be read is not an end: it may be being saved. */
async function checkAgain(isFirst: boolean, work: () => Promise<number>, io: Io): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (isFirst || !(error instanceof UsageError)) throw error;
    await tell(io.stderr, `${oneLine(error.message)}\n`);
    return exitCode.usage;
  }
}

function watchPath(watching: FileWatch, path: string, cwd: string): void {
  try {
    watching.add(resolve(cwd, path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A sample's file or a module: the check itself says when it cannot be read. */
function watchFile(watching: FileWatch, path: string): void {
  try {
    watching.addFile(path);
  } catch {
    // Not even its folder is there: only an edit of the definition can help, and that is watched.
  }
}
