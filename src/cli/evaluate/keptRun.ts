import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { EngineError, type EvaluatedParser, type EvaluationPart, readEvaluation } from '../../engine/index.ts';
import { type Journal, openJournal } from '../../node/evaluation/journal.ts';
import type { LogInput } from '../../portable/logs/judgeLogs.ts';
import type { RecordFilter, Shard } from '../../portable/logs/shard.ts';
import { type Io, tell, UsageError } from '../io.ts';
import { readInput } from '../readInput.ts';

/** What runs have to have in common, so that one goes on with another. */
export interface RunIdentity {
  readonly parser: EvaluatedParser;
  readonly compared: EvaluatedParser | undefined;
  readonly plan: Readonly<Record<string, unknown>>;
  readonly inputs: readonly LogInput[];
  /** Of the logs' bytes, see `logHashes`: a log that was changed is another one. */
  readonly hashes: readonly string[];
  readonly shard: Shard | undefined;
}

/** The file in which a run keeps what it judged. */
export function journalOf(out: string): string {
  return `${out}.resume`;
}

/** What a run before judged; `complete`: all of it, and its evaluation is there. Throws `UsageError` where it was another run. */
export async function keptRun(out: string, identity: RunIdentity, io: Io): Promise<Journal | 'complete'> {
  const journal = journalOf(out);
  if (existsSync(out) && !existsSync(journal)) {
    if (!(await isOf(out, identity, io)))
      throw new UsageError(`${out} is there already, and of another run. Delete it to begin anew.`);
    await tell(io.stderr, `${basename(out)} is complete already: nothing was judged.\n`);
    return 'complete';
  }
  const { parser, compared, plan, inputs, hashes, shard } = identity;
  const logs = inputs.map(({ path, size }, i) => ({ path, size, sha256: hashes[i] }));
  const key = createHash('sha256')
    .update(JSON.stringify([parser, compared ?? null, plan, logs, shard ?? null]))
    .digest('hex');
  try {
    return await openJournal(journal, key);
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(error.message);
    throw new UsageError(`${journal} cannot be written: ${(error as Error).message}`);
  }
}

/** Whether an evaluation is what a run would write, as far as that is known without judging the logs. */
async function isOf(
  out: string,
  { parser, compared, plan, inputs, hashes, shard }: RunIdentity,
  io: Io,
): Promise<boolean> {
  const read = readEvaluation(await readInput(out, io));
  if ('problem' in read || read.evaluation.cancelled) return false;
  const { evaluation } = read;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return (
    isSame(evaluation.parser, parser) &&
    isSame(evaluation.compare?.parser ?? null, compared ?? null) &&
    isSame(evaluation.off ?? [], plan.off) &&
    isSame(evaluation.on ?? [], plan.on ?? []) &&
    isSame(partKey(evaluation.part), shard ? [plan, shard.of, [shard.index]] : null) &&
    evaluation.logs.length === inputs.length &&
    inputs.every(({ path, size }, i) => {
      const log = evaluation.logs[i]!;
      const isSameLog = hashes[i] === '' ? size === undefined || log.size === size : log.sha256 === hashes[i];
      return log.path === path && isSameLog;
    })
  );
}

function partKey(part: EvaluationPart | undefined): unknown {
  return part ? [part.run, part.of, part.shards] : null;
}

/** What two filters let through. Each sees every record. */
export function joinedFilter(one: RecordFilter | undefined, other: RecordFilter | undefined): RecordFilter | undefined {
  if (!one || !other) return one ?? other;
  return {
    reads: log => one.reads(log) && other.reads(log),
    keeps: (log, record) => one.keeps(log, record) && other.keeps(log, record),
  };
}
