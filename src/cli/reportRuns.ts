import { fromPlain, type RunCount, type RunSummary, toJsonText, wilsonInterval } from '../engine/index.ts';
import type { Args } from './args.ts';
import { exitCode, type Io, print } from './io.ts';

/** What a report says beside the counts. */
export interface RunReport {
  readonly minRate: number | undefined;
  /** Whether the framework asked again: then the last answers count. */
  readonly retries: number;
  /** Tokens as the providers reported them. */
  readonly usage?: { readonly input: number; readonly output: number };
}

/** Prints how runs went, and gives the exit code: 1 where a smaller share was read than wanted, 2 where no run had an answer. */
export async function reportRuns(
  summary: RunSummary,
  { minRate, retries, usage }: RunReport,
  args: Args,
  io: Io,
): Promise<number> {
  const { runs, failed, first, last } = summary;
  const isReported = usage && usage.input + usage.output > 0;
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
      ...shares(first),
      ...(retries > 0 && { withRetries: shares(last) }),
      ...(isReported && { usage }),
    };
    await print(io.stdout, `${toJsonText(fromPlain(report))}\n`);
  } else {
    await print(io.stdout, `${sentence('', first)}\n`);
    if (retries > 0) await print(io.stdout, `${sentence('With retries ', last)}\n`);
    if (failed > 0) await print(io.stdout, `${failed} of ${runs} runs have no answer: the connection failed.\n`);
    if (isReported)
      await print(io.stdout, `${usage.input} tokens in, ${usage.output} tokens out, as reported by the provider.\n`);
  }
  const judged = retries > 0 ? last : first;
  if (judged.answered === 0) return exitCode.usage;
  return minRate !== undefined && judged.read / judged.answered < minRate ? exitCode.failed : exitCode.fine;
}

function sentence(before: string, { read, answered }: RunCount): string {
  if (answered === 0) return `${before}No answer came.`;
  const [low, high] = wilsonInterval(read, answered).map(percent);
  return `${before}${read} of ${answered} answers were read: ${percent(read / answered)} (95 % interval ${low} to ${high}).`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
