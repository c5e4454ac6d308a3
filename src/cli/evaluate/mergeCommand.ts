import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  EngineError,
  type EvaluationPart,
  fallbackCostOf,
  markOddTypes,
  oneLine,
  readEvaluation,
} from '../../engine/index.ts';
import { packRows, unpackRows } from '../../node/evaluation/packedRows.ts';
import { type MergedParts, mergeParts, type NamedPart } from '../../portable/logs/mergeParts.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, type Io, UsageError } from '../io.ts';
import { readInput } from '../readInput.ts';
import { expectFree, expectOwnFiles, expectWritable, holdOutput, outputsOf } from '../reporters/reportOutputs.ts';
import { readMinRate } from '../sharedOptions.ts';
import { readBaseline } from './baseline.ts';
import { evaluatedFile } from './evaluatedFile.ts';
import { evaluationCode, evaluationGates } from './evaluationGates.ts';
import { evaluationReporters } from './evaluationReporters.ts';
import { partOf } from './partFile.ts';
import { reportEvaluation } from './reportEvaluation.ts';

/** `parserlens merge`: what the parts of an evaluation are together. */
export const mergeCommand: Command = {
  name: 'merge',
  summary: 'put the parts of an evaluation together that several machines judged',
  help: `Usage: parserlens merge PART… [--out FILE] [--rows FILE] [--partial] [--baseline FILE] [--min-rate RATE [--strict]]
                     [--reporter pretty | json | markdown | junit | github[=FILE]]… [--json] [--force]

Puts together what \`parserlens evaluate --shard I/N --out PART\` wrote, in any order: exactly what one run over all rows
gives. A part that is missing, there twice, or of another evaluation is named, and ends it with 2.

  PART          a part; a folder stands for the parts in it
  --out         write the evaluation to a file, NAME.evaluation.json
  --rows        write one line per row to a file: { id, line, verdict, code }
  --partial     parts may be missing: --out gets a part that is merged with the others later
  --baseline    an evaluation (--out) or rows (--rows) from before: exit with 1 if a row got worse that was ok; where it
                has no rows, the parts have to be made with --baseline as well (default: what they were made with)
  --min-rate    exit with 1 if the share of ok rows is below this (0.95 or 95%)
  --strict      with --min-rate: if the lower end of the share's interval is
  --force       overwrite files
  --reporter    pretty (default), json, markdown, junit (XML) or github (annotations); NAME=FILE writes to a file
  --json        the same as --reporter json

Exits with 2 if no row has a response.
`,
  options: {
    out: { type: 'string' },
    rows: { type: 'string' },
    partial: { type: 'boolean' },
    baseline: { type: 'string' },
    'min-rate': { type: 'string' },
    strict: { type: 'boolean' },
    force: { type: 'boolean' },
    reporter: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  positionals: [1, Number.POSITIVE_INFINITY],
  run: merge,
};

async function merge(args: Args, io: Io): Promise<number> {
  const options = await readOptions(args, io);
  const { out, rows, outputs } = options;
  await expectWritable([out, rows, ...outputs.map(({ file }) => file)]);
  const letGo = out === undefined ? undefined : await holdOutput(out);
  try {
    return await mergeTo(options, io);
  } finally {
    await letGo?.();
  }
}

async function mergeTo(options: Awaited<ReturnType<typeof readOptions>>, io: Io): Promise<number> {
  const parts: NamedPart[] = [];
  for (const path of options.parts) parts.push(await readPart(path, io));
  const { judged, of, shards } = merged(parts);
  const missing = missingOf(of, shards);
  if (missing.length > 0 && !options.isPartial)
    throw new UsageError(
      `${missing.length === 1 ? 'A part is' : 'Parts are'} missing: ${missing.slice(0, maxNamed).join(', ')}${missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : ''} of ${of}. With --partial what is there is put together.`,
    );
  const { evaluation: first } = parts[0]!;
  const { run, facts } = first.part!;
  const other = first.compare?.parser;
  const baselineFile = options.baseline ?? facts.baseline;
  const baseline = baselineFile === undefined || missing.length > 0 ? undefined : await readBaseline(baselineFile, io);
  if (baseline && baseline.definition.length > 0 && judged.tables.length < (other ? 3 : 2))
    throw new UsageError(
      `--baseline ${baselineFile}: its rows are not at hand, so that its definition has to read the log again: give it to \`parserlens evaluate --shard\`, too.`,
    );
  const rows = missing.length > 0 ? packRows(judged.tables.map(table => table.pack())) : undefined;
  const [off, on] = [listOf(run.off), listOf(run.on)] as [SuspicionCodes, SuspicionCodes];
  for (const table of judged.tables) markOddTypes(table, off);
  const isPart = missing.length > 0;
  const evaluation = evaluatedFile(judged, {
    parser: first.parser,
    other,
    baseline,
    instructionTokens: facts.instructionTokens,
    fallback: first.fallback && fallbackCostOf(first.fallback),
    options: {
      off,
      on,
      groupBy: listOf(run.groupBy),
      rows: options.rows,
      out: options.out,
      shard: isPart,
      counter: typeof run.counter === 'string' ? run.counter : undefined,
    },
  });
  const part =
    rows === undefined
      ? undefined
      : partOf({ of, shards, run, rows }, judged, {
          instruction: facts.instruction,
          instructionTokens: facts.instructionTokens,
          baseline: facts.baseline,
        });
  const gates = evaluationGates(evaluation, options);
  const expected = typeof run.expected === 'string' ? run.expected : undefined;
  const context = { instruction: facts.instruction, part, options: { ...options, expected } };
  await reportEvaluation(evaluation, gates, judged, context, io);
  return isPart ? exitCode.fine : evaluationCode(evaluation, gates, judged, io);
}

type SuspicionCodes = Parameters<typeof evaluatedFile>[1]['options']['off'];

/** How many missing parts are named. */
const maxNamed = 20;

async function readOptions(args: Args, io: Io) {
  const parts = (await Promise.all(args.positionals.map(path => partsAt(path, io)))).flat();
  const outputs = outputsOf(
    evaluationReporters,
    args.flag('json') ? [...args.values('reporter'), 'json'] : args.values('reporter'),
    io,
  );
  const [out, rows] = [args.value('out'), args.value('rows')].map(path =>
    path === undefined ? undefined : resolve(io.cwd, path),
  );
  const files = [out, rows, ...outputs.map(({ file }) => file)];
  expectOwnFiles(
    files,
    parts.map(path => resolve(io.cwd, path)),
  );
  expectFree(files, args);
  if (args.flag('strict') && args.value('min-rate') === undefined)
    throw new UsageError('parserlens merge: --strict goes with --min-rate, and asks nothing by itself.');
  return {
    parts,
    outputs,
    out,
    rows,
    isPartial: args.flag('partial'),
    baseline: args.value('baseline'),
    minRate: readMinRate('merge', args),
    isStrict: args.flag('strict'),
  };
}

/** A file, or the evaluations in a folder, sorted. */
async function partsAt(path: string, { cwd }: Io): Promise<readonly string[]> {
  const folder = resolve(cwd, path);
  const isFolder = await stat(folder).then(
    stats => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = (await readdir(folder)).filter(name => name.endsWith('.evaluation.json')).sort();
  if (names.length === 0)
    throw new UsageError(`${oneLine(path)}: there is no part (*.evaluation.json) in this folder.`);
  return names.map(name => join(path, name));
}

async function readPart(name: string, io: Io): Promise<NamedPart> {
  const read = readEvaluation(await readInput(name, io));
  if ('problem' in read) throw new UsageError(`${oneLine(name)}: ${read.problem}`);
  return { name, evaluation: read.evaluation };
}

function merged(parts: readonly NamedPart[]): MergedParts {
  try {
    return mergeParts(parts, ({ rows }) => unpackRows(rows));
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(error.message);
    throw error;
  }
}

/** The parts that are not there. */
function missingOf(of: number, shards: readonly number[]): readonly string[] {
  const missing: string[] = [];
  for (let i = 1, next = 0; i <= of; i++) {
    if (shards[next] === i) next++;
    else missing.push(String(i));
  }
  return missing;
}

function listOf(value: EvaluationPart['run'][string]): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}
