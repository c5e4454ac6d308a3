import { relative, resolve } from 'node:path';
import { version } from '../../../package.json';
import {
  type ConstraintJudge,
  constraintJudge,
  createParser,
  type Definition,
  EngineError,
  evaluatedParser,
  fallbackCost,
  markOddTypes,
  namedEngine,
  quietSuspicions,
  suspicionCatalogue,
} from '../../engine/index.ts';
import { evaluateLogs } from '../../node/evaluation/evaluateLogs.ts';
import { FilePages } from '../../node/evaluation/filePages.ts';
import { logHashes } from '../../node/evaluation/logHashes.ts';
import { packRows } from '../../node/evaluation/packedRows.ts';
import type { DefinitionText } from '../../portable/logs/batchJudge.ts';
import type { EvaluatedInput, LogsEvaluation } from '../../portable/logs/judgeLogs.ts';
import type { Args } from '../args.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, tell, UsageError } from '../io.ts';
import { type Loaded, loadDefinition } from '../loadDefinition.ts';
import { unreadable } from '../readInput.ts';
import { holdOutput } from '../reporters/holdOutput.ts';
import { expectWritable } from '../reporters/reportOutputs.ts';
import { reachOptions } from '../rootOption.ts';
import { measureHelp, pythonOption } from '../sharedOptions.ts';
import { withoutStacks } from '../withoutStacks.ts';
import { readBaseline } from './baseline.ts';
import { constrainedLine, constrainedRows } from './constrainedRows.ts';
import { evaluatedFile, groupColumns, instructionTokens } from './evaluatedFile.ts';
import { type EvaluateOptions, readEvaluateOptions } from './evaluateOptions.ts';
import { evaluationCode, evaluationGates } from './evaluationGates.ts';
import { ticker } from './evaluationTicker.ts';
import { joinedFilter, journalOf, keptRun } from './keptRun.ts';
import { logInputs } from './logInputs.ts';
import { partOf, runOf, shardingOf } from './partFile.ts';
import { instructionOf, reportEvaluation } from './reportEvaluation.ts';

/** `parserlens evaluate`: what share of a log a definition reads, and why it does not read the rest. */
export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'evaluate a definition over logs of responses: rates, causes, comparison',
  help: `Usage: parserlens evaluate LOG… --parser FILE[#NAME] [--compare FILE[#NAME]] [--field PATH] [--expected PATH]
                        [--turn last | all]
                        [--group-by COLUMN]… [--off CODE]… [--on CODE]… [--tokens COUNTER]
                        [--constrain ENGINE[@VERSION]]
                        [--min-rate RATE [--strict]] [--baseline FILE] [--out FILE]
                        [--rows FILE [--measure NAME]…] [--force]
                        [--reporter pretty | json | markdown | junit | github[=FILE]]… [--json] [--threads N]
                        [--shard I/N] [--resume] [--run-modules] [--root DIR]

Reads the responses of logs with a definition, and prints what share is ok, with its 95 % interval, and the causes of
the rest: errors by what would have to be repaired, and suspicious answers, which the framework accepts although
something is odd. No response's text is in a report.

  LOG           JSON Lines or JSON, bodies or batches of OpenAI, Anthropic and Gemini, also as a member of a row; a
                trajectory of SWE-agent or mini-swe-agent, an Inspect log, an export of LangSmith or Langfuse, CSV, Parquet, also
                packed (.gz, .zst), a folder of such files or of texts, a pattern such as "logs/**/*.parquet", or - for
                standard input; what it is, is told by its first rows
  --parser      the definition
  --compare     another one: lists the rows that are ok with only one of the two, and McNemar's exact p; "better" are
                those that --parser reads and the other does not
  --field       where each row has its response, if not where it was found: choices[0].message.content
  --expected    where each row has the value that it should give (default: expected)
  --turn        of rows that are conversations (a column of messages): the model's last message, or all, each a row
  --group-by    a column of the log, such as model; can be repeated (default: model, where there is one)
  --off         a suspicion that is not to be looked for; can be repeated. There are:
                ${wrapped(Object.keys(suspicionCatalogue))}
  --on          one that is looked for only where it is named; can be repeated: ${quietSuspicions.join(', ')}
  --tokens      count the answers' and the instruction's tokens with TYPE[:MODEL], see \`parserlens tokens --help\`
  --constrain   also read the rows again, and count what the constraint of --parser would have made of them: of those
                that do not read, how many it would have prevented, and how many were cut; of those that read, how many
                it would have forbidden, have their members in another order, or lack the thought that is asked for
  --min-rate    exit with 1 if the share of ok rows is below this (0.95 or 95%); where questions of a run were asked again,
                that of their last answers
  --strict      with --min-rate: if the lower end of the share's interval is
  --baseline    an evaluation (--out) or rows (--rows) from before: exit with 1 if a row got worse that was ok; where no
                row can be paired, by its id or its line, if the share is smaller
  --out         write the evaluation to a file, NAME.evaluation.json
  --rows        write one line per row to a file: { id, line, verdict, code }
  --measure     with --rows or --shard: ${measureHelp(16)}
  --force       overwrite files
  --reporter    pretty (default), json, markdown, junit (XML) or github (annotations); NAME=FILE writes to a file
  --json        the same as --reporter json
  --threads     how many threads judge (default: one per core)
  --shard       judge one of N parts of the rows, so that N machines share them: --out gets a part, and
                \`parserlens merge\` makes of all parts what one run over all rows gives
  --resume      keep what was judged beside --out as it goes, and go on where a run ended that was kept so
  --run-modules where a baseline without rows has to read the log again, run the module that its definition names, if it is
                in the current folder
  --root        the folder in which that module has to lie, if not the current one

Exits with 2 if no row has a response. Ctrl+C ends it with 130, and reports the rows until then.
`,
  options: {
    parser: { type: 'string' },
    compare: { type: 'string' },
    field: { type: 'string' },
    expected: { type: 'string' },
    turn: { type: 'string' },
    'group-by': { type: 'string', multiple: true },
    off: { type: 'string', multiple: true },
    on: { type: 'string', multiple: true },
    tokens: { type: 'string' },
    constrain: { type: 'string' },
    'min-rate': { type: 'string' },
    strict: { type: 'boolean' },
    baseline: { type: 'string' },
    out: { type: 'string' },
    rows: { type: 'string' },
    measure: { type: 'string', multiple: true },
    force: { type: 'boolean' },
    reporter: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    threads: { type: 'string' },
    shard: { type: 'string' },
    resume: { type: 'boolean' },
    ...reachOptions,
  },
  positionals: [1, Number.POSITIVE_INFINITY],
  run: evaluate,
};

function wrapped(words: readonly string[]): string {
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half), words.slice(half)].map(part => part.join(', ')).join(`,\n${' '.repeat(16)}`);
}

async function evaluate(args: Args, io: Io): Promise<number> {
  const options = readEvaluateOptions(args, io);
  const { out } = options;
  await expectWritable([options.rows, out, ...options.outputs.map(({ file }) => file)]);
  const letGo = out === undefined ? undefined : await holdOutput(out);
  const pages = new FilePages();
  try {
    return await evaluateTo(options, args, io, pages);
  } finally {
    try {
      pages.close();
    } finally {
      await letGo?.();
    }
  }
}

async function evaluateTo(options: EvaluateOptions, args: Args, io: Io, pages: FilePages): Promise<number> {
  const loaded = await loadDefinition(options.parser, io);
  const constraint = options.constrain === undefined ? undefined : judgeOf(loaded.definition, options.constrain);
  const other = options.compare === undefined ? undefined : await loadDefinition(options.compare, io);
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline, io);
  const inputs = await logInputs(args.positionals, options, io);
  const definitions = [
    definitionText(loaded, io),
    ...(other ? [definitionText(other, io)] : []),
    ...(baseline?.definition ?? []),
  ];
  const sharding = shardingOf(inputs, options);
  const parser = evaluatedParser(loaded.definition, loaded.file);
  const compared = other && evaluatedParser(other.definition, other.file);
  const plan = { ...runOf(options, sharding), version };
  const hashes = options.resumes ? await logHashes(inputs, io.cwd, log => sharding?.filter.reads(log) !== false) : [];
  const kept = options.resumes
    ? await keptRun(options.out!, { parser, compared, plan, inputs, hashes, shard: options.shard }, io)
    : undefined;
  if (kept === 'complete') return exitCode.fine;
  const filter = joinedFilter(sharding?.filter, kept?.filter);
  const opened: EvaluatedInput[] = [];
  const tick = ticker(io);
  const python = pythonOption(args, io);
  const signal = io.signal && (args.positionals.includes('-') ? laterThan(io.signal) : io.signal);
  const judged = await run(io, () =>
    evaluateLogs(
      inputs,
      {
        definitions,
        off: options.off,
        on: options.on,
        table: {
          // Names make lists of rows readable, and of a folder's texts they are the files.
          keepIds:
            [options.rows, other, baseline, sharding].some(each => each !== undefined) ||
            inputs.some(({ isFolder }) => isFolder),
          ...(sharding ? { columns: groupColumns(options) } : { always: groupColumns(options) }),
          measures: options.measures,
        },
        ...(options.tokens && { tokens: options.tokens }),
      },
      {
        host: io.host,
        pages,
        ...(io.reach && { modules: io.reach.rights }),
        ...(filter && { filter }),
        ...(kept && { before: kept.before, onBatch: batch => kept.add(batch) }),
        onLog: log => opened.push(log),
        onProgress: tick.progress,
        ...(options.threads !== undefined && { threads: options.threads }),
        ...(signal && { signal }),
        ...(python !== undefined && { python }),
        ...(args.value('tables') !== undefined && { tables: resolve(io.cwd, args.value('tables')!) }),
      },
    ),
  );
  tick.end();
  const isCancelled = io.signal?.aborted === true;
  if (kept && !isCancelled && !kept.isAllThere())
    throw new UsageError(
      `The log has fewer rows than when it was judged. Delete ${journalOf(options.out!)} to begin anew.`,
    );
  if (
    judged.logs.some(
      ({ sha256 }, i) => !isCancelled && sha256 !== '' && (hashes[i] ?? '') !== '' && sha256 !== hashes[i],
    )
  )
    throw new UsageError(`The log was changed while it was judged. Delete ${journalOf(options.out!)} to begin anew.`);
  const rows = sharding && packRows(judged.tables.map(table => table.pack()));
  for (const table of judged.tables) markOddTypes(table, options.off);
  const counted = options.tokens && (await instructionTokens(loaded, options.tokens, io));
  const constrained =
    constraint && !isCancelled
      ? await constrainedRows(constraint, createParser(loaded.definition, io.host), judged.tables[0]!, opened)
      : undefined;
  const evaluation = evaluatedFile(
    { ...judged, cancelled: isCancelled },
    {
      parser,
      other: compared,
      baseline: sharding ? undefined : baseline,
      instructionTokens: counted,
      constraint: constrained,
      fallback: await fallbackCost(loaded.definition, io.host, options.counter),
      options,
    },
  );
  const gates = evaluationGates(evaluation, options);
  const instruction = await instructionOf(loaded);
  const part =
    sharding &&
    partOf({ of: sharding.of, shards: [sharding.index], run: plan, rows: rows! }, judged, {
      instruction,
      instructionTokens: counted,
      baseline: options.baseline,
    });
  // What is gone on with is not finished.
  const files = kept && isCancelled ? { ...options, out: undefined } : options;
  const context = { instruction, part, options: files };
  await reportEvaluation(evaluation, gates, judged, context, io);
  if (constrained) await tell(io.stderr, constrainedLine(constrained, constraint?.reasoning));
  if (!isCancelled) await kept?.remove();
  // A part may have none.
  if (part && !isCancelled) return exitCode.fine;
  return evaluationCode(evaluation, gates, judged, io);
}

/** The judge of a constraint. Throws `UsageError` where the definition has none for the engine. */
function judgeOf(definition: Definition, engine: string): ConstraintJudge {
  try {
    return constraintJudge(definition, namedEngine(engine));
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--constrain ${engine}: ${error.message}`);
    throw error;
  }
}

/** What has come on standard input is judged after Ctrl+C as well, which ends that first; so long, in milliseconds. */
const inputGrace = 500;

function laterThan(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(), inputGrace).unref(), { once: true });
  return later.signal;
}

function definitionText({ definition, file, text }: Loaded, { cwd }: Io): DefinitionText {
  return { text, fileName: resolve(cwd, file === '-' ? 'stdin' : file), name: definition.name };
}

/** What goes wrong with a log is a wrong use. */
async function run({ cwd }: Io, work: () => Promise<LogsEvaluation>): Promise<LogsEvaluation> {
  try {
    return await withoutStacks(work);
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`${error.class}: ${error.message}`);
    const { code, path } = error as NodeJS.ErrnoException;
    throw code !== undefined && path !== undefined ? unreadable(relative(cwd, path), error) : error;
  }
}
