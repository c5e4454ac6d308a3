import { fromPlain, oneLine, type RunCount, type RunSummary, toJsonText, wilsonInterval } from '../../engine/index.ts';
import type { ModelUsage, RetryUsage } from '../../providers/usageTally.ts';
import { fallbackText, percent } from '../../views/evaluationMarkdown.ts';
import type { Args } from '../command.ts';
import { exitCode, type Io, print } from '../io.ts';
import type { FailureTally, MemberTally, RunFallback } from './runTallies.ts';

/** What a report says beside the counts. */
export interface RunReport {
  readonly minRate: number | undefined;
  /** Whether the framework asked again: then the last answers count. */
  readonly retries: number;
  /** Why there were no answers, see `FailureTally`. */
  readonly failures?: FailureTally;
  /** The members that answers had wrong. */
  readonly members?: MemberTally;
  /** Answers that ended at the limit of tokens. */
  readonly cut?: number;
  /** Tokens by model, as the providers reported them and by our own counter. */
  readonly usage?: readonly ModelUsage[];
  /** Absent: the framework asks nothing in silence. */
  readonly fallback?: RunFallback | undefined;
}

/** Members that are named in a line. */
const mostMembers = 10;

/** Prints how runs went, and gives the exit code: 1 where a smaller share was read than wanted, 2 where no run had an answer. */
export async function reportRuns(
  summary: RunSummary,
  { minRate, retries, failures, members, cut = 0, usage = [], fallback }: RunReport,
  args: Args,
  io: Io,
): Promise<number> {
  const { runs, failed, first, last } = summary;
  const total = { input: sumOf(usage, 'input'), output: sumOf(usage, 'output') };
  const isReported = usage.some(isReportedOf);
  const violated = members?.all() ?? [];
  if (args.flag('json')) {
    const shares = ({ read, answered }: RunCount) => ({
      answered,
      read,
      rate: answered > 0 ? read / answered : null,
      interval: [...wilsonInterval(read, answered)],
    });
    const report = {
      runs,
      failed,
      ...(failed > 0 && failures && { failures: failures.all() }),
      ...shares(first),
      ...(violated.length > 0 && { violated: violated.map(member => ({ ...member })) }),
      ...(retries > 0 && { withRetries: shares(last) }),
      ...(fallback && { fallback: fallback.fallback }),
      ...(isReported && { usage: total }),
      ...(usage.length > 0 && { models: usage }),
    };
    await print(io.stdout, `${toJsonText(fromPlain(report))}\n`);
  } else {
    await print(io.stdout, `${sentence('', first)}\n`);
    if (retries > 0) await print(io.stdout, `${sentence('With retries ', last)}\n`);
    if (violated.length > 0) {
      const named = violated.slice(0, mostMembers).map(({ cause, path, count }) => `${cause} ${path} ${count}`);
      const more = violated.length - named.length;
      await print(io.stdout, `${oneLine([...named, ...(more > 0 ? [`${more} more`] : [])].join(' · '))}\n`);
    }
    if (failed > 0) {
      const why = failures?.all() ?? [];
      await print(io.stdout, `${failed} of ${runs} runs have no answer${why.length > 0 ? ':' : '.'}\n`);
      for (const { message, count } of why) await print(io.stdout, `${oneLine(`  ${count} × ${message}`)}\n`);
    }
    if (cut > 0)
      await print(io.stdout, `${cut} ${cut === 1 ? 'answer was' : 'answers were'} cut off at the limit of tokens.\n`);
    const silent = fallbackText(fallback?.fallback, fallback?.of ?? 0);
    if (silent !== undefined) await print(io.stdout, `${oneLine(silent)}\n`);
    for (const each of usage) await print(io.stdout, usageText(each, usage.length > 1));
  }
  const judged = retries > 0 ? last : first;
  if (judged.answered === 0) return exitCode.usage;
  return minRate !== undefined && judged.read / judged.answered < minRate ? exitCode.failed : exitCode.fine;
}

function sumOf(usage: readonly ModelUsage[], side: 'input' | 'output'): number {
  return usage.reduce((sum, each) => sum + (each[side] ?? 0), 0);
}

/** What a model used, each of its sentences on a line. */
function usageText(usage: ModelUsage, named: boolean): string {
  const { model, input = 0, output = 0, own, cost, retries, miscounts } = usage;
  const who = named ? `${model}: ` : '';
  const lines = isReportedOf(usage)
    ? [`${who}${input} tokens in, ${output} tokens out, as reported by the provider.`]
    : [];
  if (own) lines.push(`${who}${own.input} in, ${own.output} out by ${own.counter}.`);
  for (const { side, own: counted, reported, counter } of miscounts)
    lines.push(
      `${who}Warning: ${counter} counts ${counted} tokens ${side === 'input' ? 'in' : 'out'}, the provider ${reported}: it is not this model's counter.`,
    );
  if (cost !== undefined) lines.push(`${who}Costs ${moneyText(cost)} by the price that was given.`);
  if (retries) lines.push(`${who}${retriesText(retries)}`);
  return `${lines.map(oneLine).join('\n')}\n`;
}

/** What asking again took, as a part of the sums before. */
function retriesText({ requests, feedback, counter, cost, ...reported }: RetryUsage): string {
  const { input = 0, output = 0 } = reported;
  const parts = [
    ...(feedback === undefined ? [] : [`${feedback} tokens of feedback by ${counter}`]),
    ...(isReportedOf(reported) ? [`${input} tokens in and ${output} out as reported`] : []),
    ...(cost === undefined ? [] : [`a cost of ${moneyText(cost)}`]),
  ];
  return `Of this, asking again took ${[requests === 1 ? '1 request' : `${requests} requests`, ...parts].join(', ')}.`;
}

function isReportedOf({ input, output }: Pick<ModelUsage, 'input' | 'output'>): boolean {
  return input !== undefined || output !== undefined;
}

function moneyText(amount: number): string {
  return String(Number(amount.toPrecision(6)));
}

function sentence(before: string, { read, answered }: RunCount): string {
  if (answered === 0) return `${before}No answer came.`;
  const [low, high] = wilsonInterval(read, answered).map(percent);
  return `${before}${read} of ${answered} answers were read: ${percent(read / answered)} (95 % interval ${low} to ${high}).`;
}

/** The line on a terminal that says how far runs have come; nothing where standard error is not a terminal. */
export class RunProgress {
  readonly #total: number;
  readonly #stream: Io['stderr'] & { readonly isTTY?: boolean };
  #done = 0;

  constructor(total: number, io: Io) {
    this.#total = total;
    this.#stream = io.stderr;
  }

  /** A run has ended. */
  add({ first, failed }: RunSummary): void {
    this.#done++;
    if (!this.#stream.isTTY) return;
    const without = failed > 0 ? `, ${failed} without an answer` : '';
    this.#stream.write(`\r\u001b[K${this.#done} of ${this.#total} runs: ${first.read} read${without}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[K');
  }
}
