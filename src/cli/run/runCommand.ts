import { resolve } from 'node:path';
import { EngineError, oneLine, RunTally } from '../../engine/index.ts';
import { createResponsesLog, type ResponsesLog } from '../../node/responsesLog.ts';
import { ModelFailure } from '../../providers/modelFailure.ts';
import { isCutShort, usageTokens } from '../../providers/modelReply.ts';
import { answerLine, makeRun, type RunAnswer, runPool } from '../../providers/planRun.ts';
import { UsageTally } from '../../providers/usageTally.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, InputError, type Io, tell, UsageError } from '../io.ts';
import { holdOutput } from '../reporters/reportOutputs.ts';
import { reachOptions, readCounter, readMinRate, wholeNumber } from '../sharedOptions.ts';
import { constraintOfRuns } from './constrainRuns.ts';
import { loadRuns } from './loadRuns.ts';
import { replayRuns } from './replayRuns.ts';
import { RunProgress, reportRuns } from './reportRuns.ts';
import { firstRequests, runsOf, showRequests } from './runJobs.ts';
import { FailureTally, FallbackTally, MemberTally, readJudge } from './runTallies.ts';
import { readPrices, readTargets } from './runTargets.ts';

/** `parserlens run`: what a model really answers. */
export const runCommand: Command = {
  name: 'run',
  summary: 'ask a model, read its answers, keep them in a log',
  help: `Usage: parserlens run FILE[#NAME] | CONVERSATION [--task TEXT | @FILE] --model URL#NAME… --out FILE [-n 20]
                      [--retries K] [--concurrency 4] [--param NAME=JSON]… [--api-key-env NAME] [--timeout SECONDS]
                      [--tokens COUNTER] [--price MODEL=IN/OUT]… [--allow-host HOST]… [--root FOLDER]
                      [--constrain ENGINE] [--run-modules] [--min-rate 0.95] [--force] [--json]
       parserlens run FILE[#NAME] | CONVERSATION --replay FILE [--run-modules] [--min-rate 0.95] [--json]
       parserlens run FILE[#NAME] | CONVERSATION [--task TEXT | @FILE] --model URL#NAME --show

Asks a model with what the framework would send, reads the answers by the definition, and prints the share that was read: what
an evaluation calls ok, so that an answer with something odd about it does not count.
Every answer is a line of the log as soon as it comes: { id, model, retry, attempts, request, response, finish_reason,
usage, ms, error? }. \`parserlens evaluate\` and --replay read it again without a network.

  FILE          a .parser.json; the model is asked with its instruction and a task
  CONVERSATION  a .messages.json that names its "parser"
  --task        what the model is asked, or the file that holds it; without it, the "task" of the definition's samples
  --model       an address and a model: http://127.0.0.1:11434/v1#llama3; can be repeated. The API is OpenAI's unless the
                address shows another; anthropic+URL, gemini+URL, ollama+URL and openai+URL name it
  --out         the log, NAME.responses.jsonl; never overwritten without --force
  --force       write the log anew
  -n            runs per task and model (default: 1)
  --retries     how often the framework's own feedback is sent after an answer that does not read (default: 0)
  --concurrency requests at the same time (default: 4)
  --param       a member of the request's body, such as temperature=0.2; can be repeated
  --constrain   hold the model to the definition's format, for the engine that serves it: vllm, sglang, llama.cpp, ollama,
                openai, anthropic, gemini, also with @VERSION. It is shown first; see \`parserlens constrain --help\`
  --api-key-env the variable with the key; else OPENAI_API_KEY, ANTHROPIC_API_KEY and GEMINI_API_KEY, which go to that
                provider's own host and to this machine only. Keys stand in headers, and in no file
  --timeout     seconds without a byte after which a request is given up (default: 120)
  --replay      read the answers of a log again
  --show        print the request and send nothing
  --min-rate    exit with 1 where a smaller share is read, 0.95 or 95% (with --retries, of the runs' last answers)
  --tokens      our own count beside the provider's, by TYPE[:MODEL], see \`parserlens tokens --help\` (default: the
                conversation's counter, else OpenAI's for the model)
  --price       what a million tokens cost, in and out, to have the costs summed: gpt-4o=2.5/10; can be repeated
  --allow-host  a host that media may be fetched from; can be repeated
  --root        the folder that files must be in which a definition or a conversation names (default: the current folder)
  --run-modules run modules that a named file only leads to, if they are in that folder: that of a conversation's definition,
                and the formatter of a conversation that is a sample's task
  --json        print one object: { runs, failed, answered, read, rate, interval, withRetries, fallback, usage, models };
                "fallback" is what DSPy would have asked again in silence: { reader, requests, tokens }; of a model
                "retries" is what asking again took: { requests, feedback, counter, input, output, cost }

Ctrl+C ends the requests under way and keeps what came. Too many requests (429), failures of the server (5xx) and dropped
connections are tried again, up to 3 times, after the time that the server asks for. Exits with 2 where no run had an answer.
`,
  options: {
    task: { type: 'string' },
    model: { type: 'string', multiple: true },
    out: { type: 'string' },
    runs: { type: 'string', short: 'n' },
    retries: { type: 'string' },
    concurrency: { type: 'string' },
    param: { type: 'string', multiple: true },
    constrain: { type: 'string' },
    tokens: { type: 'string' },
    price: { type: 'string', multiple: true },
    'api-key-env': { type: 'string' },
    timeout: { type: 'string' },
    replay: { type: 'string' },
    show: { type: 'boolean' },
    'min-rate': { type: 'string' },
    'allow-host': { type: 'string', multiple: true },
    ...reachOptions,
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const [reference = ''] = args.positionals;
    const minRate = readMinRate('run', args);
    const replay = args.value('replay');
    if (replay !== undefined) {
      if (args.values('model').length > 0)
        throw new UsageError('parserlens run: --replay asks no model, so it takes no --model.');
      return replayRuns(reference, replay, minRate, args, io);
    }
    const named = readTargets(args, io);
    const planned = await loadRuns(reference, args, io);
    const constraint = await constraintOfRuns(planned, args, io);
    const targets = constraint ? named.map(target => ({ ...target, constraint })) : named;
    // What cannot be sent fails before the first request.
    const requests = await firstRequests(planned, targets, io);
    if (args.flag('show')) return showRequests(requests, io);
    const limits = readLimits(args, io);
    const prices = readPrices(args.values('price'));
    const log = await openLog(args, io);
    const tally = new RunTally();
    const usage = new UsageTally(prices);
    const failures = new FailureTally();
    const members = new MemberTally();
    const fallbacks = new FallbackTally();
    let cut = 0;
    const runs = runsOf(planned, targets, limits, io);
    const progress = new RunProgress(runs.length, io);
    const judges = new Map(runs.map(({ start: { definition } }) => [definition, readJudge(definition, io, members)]));
    const verdictOf = async ({ run, outcome: { response, reply } }: RunAnswer) =>
      response === undefined
        ? undefined
        : judges.get(run.start.definition)?.({ response, finish: reply?.finishReason });
    const record = async (answer: RunAnswer): Promise<void> => {
      const { run, retry, outcome } = answer;
      const verdict = await verdictOf(answer);
      fallbacks.add(verdict);
      if (isCutShort(outcome.reply?.finishReason ?? '')) cut++;
      if (outcome.reply)
        usage.add(run.model, { ...usageTokens(outcome.reply.usage), ...(outcome.own && { own: outcome.own }) }, retry);
      tally.add({ id: run.id, retry, ...(verdict !== undefined && { isRead: verdict === 'ok' }) });
      failures.add(outcome.error);
      await log.write(answerLine(answer));
    };
    try {
      await runPool(limits.concurrency, io.signal).run(
        runs.map(run => async () => {
          await makeRun(run, limits.retries, record);
          progress.add(tally.summary());
        }),
      );
    } catch (error) {
      if (error instanceof EngineError) throw new InputError(oneLine(`${error.class}: ${error.message}`));
      if (!(error instanceof ModelFailure && error.kind === 'cancelled')) throw error;
    } finally {
      progress.end();
      await log.close();
    }
    if (io.signal?.aborted) await tell(io.stderr, `Cancelled: ${args.value('out')} has what came.\n`);
    const code = await reportRuns(
      tally.summary(),
      {
        minRate,
        retries: limits.retries,
        failures,
        members,
        cut,
        usage: usage.models(),
        fallback: await fallbacks.summary(planned[0]!.start.definition, io, limits.counter),
      },
      args,
      io,
    );
    return io.signal?.aborted ? exitCode.interrupted : code;
  },
};

interface Limits {
  readonly runs: number;
  readonly retries: number;
  readonly concurrency: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Of our own count. */
  readonly counter?: string;
}

function readLimits(args: Args, io: Io): Limits {
  const counter = args.value('tokens');
  readCounter(counter, io);
  return {
    ...(counter !== undefined && { counter }),
    runs: wholeNumber(args, 'runs', 1, 1_000_000, '-n') ?? 1,
    retries: wholeNumber(args, 'retries', 0, 100) ?? 0,
    concurrency: wholeNumber(args, 'concurrency', 1, 256) ?? 4,
    timeout: (wholeNumber(args, 'timeout', 1, 86_400) ?? 120) * 1000,
  };
}

async function openLog(args: Args, io: Io): Promise<ResponsesLog> {
  const out = args.value('out');
  if (out === undefined) throw new UsageError('parserlens run: Name the log: --out NAME.responses.jsonl.');
  const file = resolve(io.cwd, out);
  const letGo = await holdOutput(file);
  try {
    const log = await createResponsesLog(file, args.flag('force'));
    const close = () => log.close().finally(letGo);
    return { ...log, close };
  } catch (error) {
    await letGo();
    const { code, message } = error as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST';
    throw new UsageError(isThere ? `${out} is there already. Use --force to overwrite it.` : `${out}: ${message}`);
  }
}
