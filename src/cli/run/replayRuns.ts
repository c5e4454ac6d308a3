import { type Definition, oneLine, RunTally, readDefinitions, rowResponse } from '../../engine/index.ts';
import { leftOutText } from '../../views/evaluationMarkdown.ts';
import type { Args } from '../command.ts';
import { type Io, tell, UsageError } from '../io.ts';
import { isConversationFile } from '../loadConversation.ts';
import { loadDefinition } from '../loadDefinition.ts';
import { openInput, readLines } from '../readInput.ts';
import { loadRuns } from './loadRuns.ts';
import { reportRuns } from './reportRuns.ts';
import { FailureTally, FallbackTally, MemberTally, readJudge } from './runTallies.ts';

/** Reads the answers of a log again, without a network. A line that a crash cut off at the file's end is passed over with a word. */
export async function replayRuns(
  reference: string,
  log: string,
  minRate: number | undefined,
  args: Args,
  io: Io,
): Promise<number> {
  const { definition, others } = await definitionFor(reference, args, io);
  const members = new MemberTally();
  const judge = readJudge(definition, io, members);
  const fallbacks = new FallbackTally();
  const tally = new RunTally();
  const failures = new FailureTally();
  let number = 0;
  let retries = 0;
  let leftOut = 0;
  for await (const line of readLines(openInput(log, io))) {
    number++;
    if (line?.trim() === '') continue;
    const row = objectOf(line);
    if (!row) {
      await tell(io.stderr, `${oneLine(`${log}: line ${number} is not an answer of a run.`)}\n`);
      continue;
    }
    if (typeof row.parser === 'string' && others.includes(row.parser)) {
      leftOut++;
      continue;
    }
    const retry = typeof row.retry === 'number' ? row.retry : 0;
    const id = typeof row.id === 'string' || typeof row.id === 'number' ? String(row.id) : `line ${number}`;
    const response = row.response === undefined || row.response === null ? undefined : rowResponse(row);
    retries = Math.max(retries, retry);
    const finish = typeof row.finish_reason === 'string' ? row.finish_reason : undefined;
    const verdict = response === undefined ? undefined : await judge({ response, finish });
    fallbacks.add(verdict);
    if (typeof row.error === 'string') failures.add(row.error);
    tally.add({ id, retry, ...(verdict !== undefined && { isRead: verdict === 'ok' }) });
  }
  const words = leftOutText(leftOut);
  if (words !== undefined) await tell(io.stderr, `${oneLine(`${log}: ${words}`)}\n`);
  const fallback = await fallbacks.summary(definition, io, args.value('tokens'));
  return reportRuns(tally.summary(), { minRate, retries, failures, members, fallback }, args, io);
}

/** The definition, and the others of its file: rows that answer for those are left out. */
async function definitionFor(
  reference: string,
  args: Args,
  io: Io,
): Promise<{ readonly definition: Definition; readonly others: readonly string[] }> {
  if (!isConversationFile(reference)) {
    const { definition, text, file } = await loadDefinition(reference, io);
    const names = readDefinitions(text, file).definitions.map(({ name }) => name);
    return { definition, others: names.filter(name => name !== definition.name) };
  }
  const [planned] = await loadRuns(reference, args, io);
  if (!planned) throw new UsageError(`${reference}: this holds no list of messages.`);
  return { definition: planned.start.definition, others: [] };
}

function objectOf(line: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = line === undefined ? undefined : JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
