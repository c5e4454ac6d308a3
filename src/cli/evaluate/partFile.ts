import type { EvaluationPart } from '../../engine/index.ts';
import type { LogInput, LogsEvaluation } from '../../portable/logs/judgeLogs.ts';
import { dealOf, type RecordFilter, type Shard, shardFilter } from '../../portable/logs/shard.ts';
import type { EvaluateOptions } from './evaluateOptions.ts';

/** The part of the rows that is judged. */
export interface Sharding extends Shard {
  readonly filter: RecordFilter;
  /** What is dealt out. */
  readonly dealt: 'files' | 'blocks';
}

/** The part that `--shard` names; `undefined`: all rows. */
export function shardingOf(
  inputs: readonly LogInput[],
  { shard }: Pick<EvaluateOptions, 'shard'>,
): Sharding | undefined {
  if (!shard) return undefined;
  const dealt = dealOf(
    inputs.map(({ size }) => size),
    shard.of,
  );
  return { ...shard, filter: shardFilter(shard, dealt), dealt: dealt ? 'files' : 'blocks' };
}

/** How rows are judged, which must be the same for all parts of an evaluation and when a run is gone on with. */
export function runOf(
  { off, on, field, expected, turn, groupBy, counter, measures }: EvaluateOptions,
  sharding: Sharding | undefined,
): Readonly<Record<string, unknown>> {
  return {
    off,
    ...(on.length > 0 && { on }),
    groupBy,
    ...(field !== undefined && { field }),
    ...(expected !== undefined && { expected }),
    ...(turn !== undefined && { turn }),
    ...(counter !== undefined && { counter }),
    ...(measures.length > 0 && { measures }),
    ...(sharding && { dealt: sharding.dealt }),
  };
}

/** What makes an evaluation a part. */
export function partOf(
  part: Omit<EvaluationPart, 'facts'>,
  { notUtf8, tokens, answers, logs }: LogsEvaluation,
  own: { [Key in 'instruction' | 'instructionTokens' | 'baseline']: EvaluationPart['facts'][Key] | undefined },
): EvaluationPart {
  const { of, shards, run, rows } = part;
  return {
    of,
    shards,
    run,
    facts: {
      notUtf8,
      tokens,
      answers,
      fields: logs.map(({ fields, sha256 }) => (sha256 === '' ? null : fields)),
      folders: logs.flatMap(({ isFolder }, i) => (isFolder ? [i] : [])),
      ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    },
    rows,
  };
}
