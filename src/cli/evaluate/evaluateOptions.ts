import { resolve } from 'node:path';
import { oneLine, type RowMeasure, type SuspicionCode, type TokenCounterSpec } from '../../engine/index.ts';
import type { Shard } from '../../portable/logs/shard.ts';
import type { Args } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { expectFree, expectOwnFiles, outputsOf } from '../reporters/reportOutputs.ts';
import { readCounter, readMeasures, readMinRate, readSuspicions } from '../sharedOptions.ts';
import { evaluationReporters } from './evaluationReporters.ts';

/** The options of `parserlens evaluate`, checked. */
export interface EvaluateOptions {
  readonly parser: string;
  readonly compare: string | undefined;
  readonly field: string | undefined;
  readonly expected: string | undefined;
  /** Of rows that are conversations, which answers count. */
  readonly turn: 'last' | 'all' | undefined;
  readonly groupBy: readonly string[];
  readonly off: readonly SuspicionCode[];
  readonly on: readonly SuspicionCode[];
  readonly tokens: TokenCounterSpec | undefined;
  readonly counter: string | undefined;
  readonly minRate: number | undefined;
  readonly isStrict: boolean;
  readonly baseline: string | undefined;
  /** The engine whose constraint the rows are held against. */
  readonly constrain: string | undefined;
  /** Absolute. */
  readonly out: string | undefined;
  readonly rows: string | undefined;
  /** What is measured of the rows, and written with them. */
  readonly measures: readonly RowMeasure[];
  readonly outputs: ReturnType<typeof outputsOf<(typeof evaluationReporters)[string]>>;
  readonly threads: number | undefined;
  /** The part of the rows that is judged; absent: all. */
  readonly shard: Shard | undefined;
  readonly resumes: boolean;
}

/** Reads the options. Throws `UsageError`. */
export function readEvaluateOptions(args: Args, io: Io): EvaluateOptions {
  const parser = args.value('parser');
  if (parser === undefined) throw new UsageError('parserlens evaluate: --parser FILE[#NAME] is missing.');
  if (parser === '-' && args.positionals.includes('-'))
    throw new UsageError('parserlens evaluate: The definition and the log cannot both be standard input.');
  const suspicions = readSuspicions(args);
  if (args.flag('strict') && args.value('min-rate') === undefined)
    throw new UsageError('parserlens evaluate: --strict goes with --min-rate, and asks nothing by itself.');
  const reporters = args.values('reporter');
  if (args.flag('json') && reporters.some(each => !each.includes('=')))
    throw new UsageError('parserlens evaluate: --json is a --reporter of its own.');
  const outputs = outputsOf(evaluationReporters, args.flag('json') ? [...reporters, 'json'] : reporters, io);
  const [out, rows] = [args.value('out'), args.value('rows')].map(path =>
    path === undefined ? undefined : resolve(io.cwd, path),
  );
  const shard = readShard(args.value('shard'));
  const resumes = args.flag('resume');
  if ((shard || resumes) && out === undefined)
    throw new UsageError(`parserlens evaluate: ${shard ? '--shard' : '--resume'} goes with --out FILE.`);
  const ofAll = ['rows', 'min-rate'].find(name => shard && args.value(name) !== undefined);
  if (ofAll !== undefined)
    throw new UsageError(`parserlens evaluate: --${ofAll} is about all rows: give it to \`parserlens merge\`.`);
  if (shard && args.value('constrain') !== undefined)
    throw new UsageError('parserlens evaluate: --constrain is about all rows, and goes without --shard.');
  const measures = readMeasures(args);
  if (measures.length > 0 && rows === undefined && !shard)
    throw new UsageError('parserlens evaluate: --measure goes with --rows FILE.');
  const files = [out, rows, ...outputs.map(({ file }) => file)];
  const definitions = [parser, ...args.values('compare')].map(each => splitReference(each, io.cwd).file);
  expectOwnFiles(
    files,
    [...args.positionals, ...definitions].map(path => resolve(io.cwd, path)),
  );
  // What a run that ended has written is gone on with.
  expectFree(resumes ? files.filter(file => file !== out) : files, args);
  const threads = args.value('threads');
  if (threads !== undefined && !/^\d{1,3}$/.test(threads))
    throw new UsageError(`--threads ${oneLine(threads)}: write a number from 0 to 999.`);
  return {
    parser,
    compare: args.value('compare'),
    field: args.value('field'),
    expected: args.value('expected'),
    turn: readTurn(args.value('turn')),
    groupBy: args.values('group-by'),
    ...suspicions,
    tokens: readCounter(args.value('tokens'), io),
    counter: args.value('tokens'),
    minRate: readMinRate('evaluate', args),
    isStrict: args.flag('strict'),
    baseline: args.value('baseline'),
    constrain: args.value('constrain'),
    out,
    rows,
    measures,
    outputs,
    threads: threads === undefined ? undefined : Number(threads),
    shard,
    resumes,
  };
}

function readTurn(text: string | undefined): 'last' | 'all' | undefined {
  if (text === undefined || text === 'last' || text === 'all') return text;
  throw new UsageError(`--turn ${oneLine(text)}: write last or all.`);
}

/** More parts than any machine has. */
const maxShards = 100_000;

function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, of] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (!index || !of || index > of || of > maxShards)
    throw new UsageError(`--shard ${oneLine(text)}: write which part of how many, from 1/8 to 8/8.`);
  return { index, of };
}
