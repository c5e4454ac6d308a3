import { dirname, relative, resolve } from 'node:path';
import {
  createTokenCounter,
  EngineError,
  type EvaluationFile,
  evaluatedParser,
  evaluationOf,
  markOddTypes,
  oneLine,
  type SuspicionCode,
  suspicionCatalogue,
  type TokenCounterSpec,
  type VerdictTable,
  writeEvaluation,
  writeRow,
} from '../engine/index.ts';
import type { DefinitionText } from '../node/evaluation/batchJudge.ts';
import { evaluateLogs, type LogsEvaluation } from '../node/evaluation/evaluateLogs.ts';
import { comparedTables, pairedRows } from '../views/pairedRows.ts';
import type { Args } from './args.ts';
import { type Baseline, baselineOf, readBaseline } from './baseline.ts';
import type { Command } from './command.ts';
import { evaluationReporters, type Gate } from './evaluationReporters.ts';
import { ticker } from './evaluationTicker.ts';
import { exitCode, type Io, print, tell, UsageError } from './io.ts';
import { type Loaded, loadDefinition } from './loadDefinition.ts';
import { logInputs } from './logInputs.ts';
import { readCounter } from './readCounter.ts';
import { expectFree, outputsOf, writeReport } from './reportOutputs.ts';

/** `parserlens evaluate`: what share of a log a definition reads, and why it does not read the rest. */
export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'evaluate a definition over logs of responses: rates, causes, comparison',
  help: `Usage: parserlens evaluate LOG… --parser FILE[#NAME] [--compare FILE[#NAME]] [--field PATH] [--expected PATH]
                        [--group-by COLUMN]… [--off CODE]… [--tokens COUNTER]
                        [--min-rate RATE [--strict]] [--baseline FILE] [--out FILE] [--rows FILE] [--force]
                        [--reporter pretty | json | markdown | junit | github[=FILE]]… [--json] [--threads N]

Reads the responses of logs with a definition, and prints what share is ok, with its 95 % interval, and the causes of
the rest: errors by what would have to be repaired, and suspicious answers, which the framework accepts although
something is odd. No response's text is in a report.

  LOG           JSON Lines or JSON, bodies or batches of OpenAI and Anthropic, a .traj of SWE-agent, an Inspect log, an
                export of LangSmith or Langfuse, CSV, a folder of such files or of texts, or - for standard input; what
                it is, is told by its first rows
  --parser      the definition
  --compare     another one: lists the rows that are ok with only one of the two, and McNemar's exact p; "better" are
                those that --parser reads and the other does not
  --field       where each row has its response, if not where it was found: choices[0].message.content
  --expected    where each row has the value that it should give (default: expected)
  --group-by    a column of the log, such as model; can be repeated (default: model, where there is one)
  --off         a suspicion that is not to be looked for; can be repeated. There are:
                ${wrapped(Object.keys(suspicionCatalogue))}
  --tokens      count the answers' and the instruction's tokens with TYPE[:MODEL], see \`parserlens tokens --help\`
  --min-rate    exit with 1 if the share of ok rows is below this (0.95 or 95%)
  --strict      with --min-rate: if the lower end of the share's interval is
  --baseline    an evaluation (--out) or rows (--rows) from before: exit with 1 if a row got worse that was ok; where rows
                cannot be paired, if the share is smaller
  --out         write the evaluation to a file, NAME.evaluation.json
  --rows        write one line per row to a file: { id, line, verdict, code }
  --force       overwrite files
  --reporter    pretty (default), json, markdown, junit (XML) or github (annotations); NAME=FILE writes to a file
  --json        the same as --reporter json
  --threads     how many threads judge (default: one per core)

Exits with 2 if no row has a response. Ctrl+C ends it, and reports the rows until then.
`,
  options: {
    parser: { type: 'string' },
    compare: { type: 'string' },
    field: { type: 'string' },
    expected: { type: 'string' },
    'group-by': { type: 'string', multiple: true },
    off: { type: 'string', multiple: true },
    tokens: { type: 'string' },
    'min-rate': { type: 'string' },
    strict: { type: 'boolean' },
    baseline: { type: 'string' },
    out: { type: 'string' },
    rows: { type: 'string' },
    force: { type: 'boolean' },
    reporter: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    threads: { type: 'string' },
  },
  positionals: [1, Number.POSITIVE_INFINITY],
  run: evaluate,
};

function wrapped(words: readonly string[]): string {
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half), words.slice(half)].map(part => part.join(', ')).join(`,\n${' '.repeat(16)}`);
}

async function evaluate(args: Args, io: Io): Promise<number> {
  const options = readOptions(args, io);
  const loaded = await loadDefinition(options.parser, io);
  const other = options.compare === undefined ? undefined : await loadDefinition(options.compare, io);
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline, io);
  const inputs = await logInputs(args.positionals, options, io);
  const definitions = [textOf(loaded, io), ...(other ? [textOf(other, io)] : []), ...(baseline?.definition ?? [])];
  const tick = ticker(io);
  const judged = await run(() =>
    evaluateLogs(
      inputs,
      {
        definitions,
        off: options.off,
        // Names make lists of rows readable.
        table: { keepIds: options.rows !== undefined || other !== undefined || baseline?.rows !== undefined },
        ...(options.tokens && { tokens: options.tokens }),
      },
      {
        host: io.host,
        onProgress: tick.progress,
        ...(options.threads !== undefined && { threads: options.threads }),
        ...(io.signal && { signal: io.signal }),
        ...(args.value('tables') !== undefined && { tables: resolve(io.cwd, args.value('tables')!) }),
      },
    ),
  );
  tick.end();
  for (const table of judged.tables) markOddTypes(table);
  const evaluation = await evaluationFile(judged, { loaded, other, baseline, options }, io);
  const gates = gatesOf(evaluation, options);
  await report(evaluation, gates, judged, { loaded, options }, io);
  if (evaluation.rate === null) {
    await tell(io.stderr, `${noResponse(judged)}\n`);
    return exitCode.usage;
  }
  return gates.some(({ missed }) => missed !== undefined) ? exitCode.failed : exitCode.fine;
}

/** What was asked for, checked. */
interface Options {
  readonly parser: string;
  readonly compare: string | undefined;
  readonly field: string | undefined;
  readonly expected: string | undefined;
  readonly groupBy: readonly string[];
  readonly off: readonly SuspicionCode[];
  readonly tokens: TokenCounterSpec | undefined;
  readonly counter: string | undefined;
  readonly minRate: number | undefined;
  readonly isStrict: boolean;
  readonly baseline: string | undefined;
  /** Absolute. */
  readonly out: string | undefined;
  readonly rows: string | undefined;
  readonly outputs: ReturnType<typeof outputsOf<(typeof evaluationReporters)[string]>>;
  readonly threads: number | undefined;
}

function readOptions(args: Args, io: Io): Options {
  const parser = args.value('parser');
  if (parser === undefined) throw new UsageError('parserlens evaluate: --parser FILE[#NAME] is missing.');
  if (parser === '-' && args.positionals.includes('-'))
    throw new UsageError('parserlens evaluate: The definition and the log cannot both be standard input.');
  const off = args.values('off').flatMap(each => each.split(','));
  const unknown = off.find(code => !Object.hasOwn(suspicionCatalogue, code));
  if (unknown !== undefined)
    throw new UsageError(
      `--off ${oneLine(unknown)}: there is no such suspicion. There are: ${Object.keys(suspicionCatalogue).join(', ')}.`,
    );
  const reporters = args.values('reporter');
  if (args.flag('json') && reporters.some(each => !each.includes('=')))
    throw new UsageError('parserlens evaluate: --json is a --reporter of its own.');
  const outputs = outputsOf(evaluationReporters, args.flag('json') ? [...reporters, 'json'] : reporters, io);
  const [out, rows] = [args.value('out'), args.value('rows')].map(path =>
    path === undefined ? undefined : resolve(io.cwd, path),
  );
  expectFree([out, rows, ...outputs.map(({ file }) => file)], args);
  const threads = args.value('threads');
  if (threads !== undefined && !/^\d{1,3}$/.test(threads))
    throw new UsageError(`--threads ${oneLine(threads)}: write a number from 0 to 999.`);
  return {
    parser,
    compare: args.value('compare'),
    field: args.value('field'),
    expected: args.value('expected'),
    groupBy: args.values('group-by'),
    off: off as SuspicionCode[],
    tokens: readCounter(args.value('tokens'), io),
    counter: args.value('tokens'),
    minRate: readRate(args.value('min-rate')),
    isStrict: args.flag('strict'),
    baseline: args.value('baseline'),
    out,
    rows,
    outputs,
    threads: threads === undefined ? undefined : Number(threads),
  };
}

function readRate(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const [, digits, sign] = /^(\d{1,3}(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(given.trim()) ?? [];
  const rate = digits === undefined ? Number.NaN : Number(digits) / (sign ? 100 : 1);
  if (rate >= 0 && rate <= 1) return rate;
  throw new UsageError(`--min-rate ${oneLine(given)}: write a share such as 0.95 or 95%.`);
}

function textOf({ definition, file, text }: Loaded, { cwd }: Io): DefinitionText {
  return { text, fileName: resolve(cwd, file === '-' ? 'stdin' : file), name: definition.name };
}

/** What goes wrong with a log is a wrong use. */
async function run(work: () => Promise<LogsEvaluation>): Promise<LogsEvaluation> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`${error.class}: ${error.message}`);
    throw error;
  }
}

interface Context {
  readonly loaded: Loaded;
  readonly other?: Loaded | undefined;
  readonly baseline?: Baseline | undefined;
  readonly options: Options;
}

async function evaluationFile(judged: LogsEvaluation, context: Context, io: Io): Promise<EvaluationFile> {
  const { loaded, other, baseline, options } = context;
  const { tables, logs, tokens, answers } = judged;
  const table = tables[0]!;
  const compare = other && comparedTables(table, tables[1]!, evaluatedParser(other.definition, other.file), logs);
  const before = baseline && baselineOf(baseline, table, logs, other ? tables[2] : tables[1]);
  return evaluationOf({
    parser: evaluatedParser(loaded.definition, loaded.file),
    logs,
    table,
    groupBy: groupsOf(table, options.groupBy),
    rest: {
      ...(options.off.length > 0 && { off: options.off }),
      ...(options.rows !== undefined && {
        rowsFile: options.out === undefined ? options.rows : relative(dirname(options.out), options.rows),
      }),
      ...(options.tokens && {
        tokens: {
          counter: options.counter!,
          ...(await instructionTokens(loaded, options.tokens, io)),
          answers: tokens,
          mean: tokens / Math.max(1, answers),
        },
      }),
      ...(compare && { compare }),
      ...(before && { baseline: before }),
      ...(judged.cancelled && { cancelled: true as const }),
    },
  });
}

async function instructionTokens(
  { parser }: Loaded,
  spec: TokenCounterSpec,
  { host }: Io,
): Promise<{ readonly instruction?: number }> {
  try {
    await parser.prepare();
    return { instruction: await createTokenCounter(spec, host).countText(parser.formatInstruction()) };
  } catch (error) {
    // A definition without instruction has no tokens of one.
    if (error instanceof EngineError) return {};
    throw error;
  }
}

function groupsOf(table: VerdictTable, groupBy: readonly string[]): readonly string[] {
  const unknown = groupBy.find(column => !table.columns.includes(column));
  if (unknown !== undefined) {
    const known = table.columns.length > 0 ? `There are: ${table.columns.join(', ')}` : 'There are none';
    throw new UsageError(
      `--group-by ${oneLine(unknown)}: no row has this column, or it has too many values. ${oneLine(known)}.`,
    );
  }
  return groupBy.length > 0 ? groupBy : table.columns.filter(column => column === 'model');
}

function gatesOf({ rate, interval, baseline }: EvaluationFile, { minRate, isStrict }: Options): readonly Gate[] {
  const gates: Gate[] = [];
  const share = isStrict ? interval[0] : rate;
  if (minRate !== undefined) {
    const isMissed = share === null || share < minRate;
    const what = isStrict ? 'The lower end of the interval' : 'The share of ok rows';
    gates.push({
      name: 'min-rate',
      wanted: String(minRate),
      ...(isMissed && { missed: `${what} is ${share === null ? 'not known' : share.toFixed(4)}, below ${minRate}.` }),
    });
  }
  if (baseline) {
    const { better, worse, rate: before, note } = baseline;
    const isSmaller = worse === undefined && rate !== null && typeof before === 'number' && rate < before;
    const missed =
      worse !== undefined && worse > 0
        ? `${worse} ${worse === 1 ? 'row that was ok is' : 'rows that were ok are'} not ok any more (${better} got better).`
        : isSmaller
          ? `The share of ok rows is ${rate.toFixed(4)}, it was ${before.toFixed(4)}${note ? ` (${note})` : ''}.`
          : undefined;
    gates.push({ name: 'baseline', wanted: '', ...(missed !== undefined && { missed }) });
  }
  return gates;
}

async function report(
  evaluation: EvaluationFile,
  gates: readonly Gate[],
  { tables, notUtf8 }: LogsEvaluation,
  { loaded, options }: Context,
  io: Io,
): Promise<void> {
  const colour = io.stdout.isTTY === true && !io.env.NO_COLOR;
  const instruction = await instructionOf(loaded);
  if (options.rows !== undefined) await writeReport(options.rows, rowLines(tables[0]!));
  if (options.out !== undefined) await writeReport(options.out, writeEvaluation(evaluation));
  for (const { reporter, file } of options.outputs) {
    const text = reporter({
      evaluation,
      gates,
      colour: colour && file === undefined,
      ...(instruction !== undefined && { instruction }),
    });
    if (file === undefined) await print(io.stdout, text);
    else await writeReport(file, text);
  }
  if (notUtf8 > 0)
    await tell(
      io.stderr,
      `${notUtf8} ${notUtf8 === 1 ? 'row has' : 'rows have'} bytes that are not UTF-8; they were replaced.\n`,
    );
}

async function instructionOf({ parser }: Loaded): Promise<string | undefined> {
  try {
    await parser.prepare();
    return parser.formatInstruction();
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

async function* rowLines(table: VerdictTable): AsyncGenerator<string> {
  for (const row of pairedRows(table)) yield writeRow(row);
}

function noResponse({ logs, tables }: LogsEvaluation): string {
  const rows = tables[0]!.size;
  const fields = [...new Set(logs.flatMap(log => log.fields))].map(field => `\`${oneLine(field)}\``).slice(0, 20);
  const where = oneLine(
    logs
      .map(({ path, field }) => `${path} at \`${field}\``)
      .slice(0, 3)
      .join(', '),
  );
  const advice =
    fields.length > 0 ? ` The fields that hold a text are ${fields.join(', ')}: name one with --field.` : '';
  return `${rows === 0 ? 'There are no rows' : `None of the ${rows} rows has a response`} in ${where}.${advice}`;
}
