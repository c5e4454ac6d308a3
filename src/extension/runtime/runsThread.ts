import {
  type FormatConversationOptions,
  type Host,
  parserReferenceSpans,
  type Resources,
  type RunStart,
  RunTally,
  readConversation,
  readDefinitions,
  splitReference,
  startConversation,
  startTask,
  toJsonText,
  toJsonValue,
} from '../../engine/index.ts';
import { askByEditor, editorRequest } from '../../providers/askByEditor.ts';
import { type AskedConversation, askConversation, requestFor } from '../../providers/askConversation.ts';
import { isLoopback } from '../../providers/keyFor.ts';
import { readModelAddress } from '../../providers/modelAddress.ts';
import { ModelFailure } from '../../providers/modelFailure.ts';
import { isCutShort, usageTokens } from '../../providers/modelReply.ts';
import { counted, type OwnCount, ownCount } from '../../providers/ownCount.ts';
import {
  answerLine,
  makeRun,
  type PlannedRun,
  type RunAnswer,
  type RunPool,
  runPool,
} from '../../providers/planRun.ts';
import { type AnswerUsage, UsageTally } from '../../providers/usageTally.ts';
import type { RunModel, RunOptions, RunRow, RunSource, RunsApi, RunsHost } from '../runs/runsApi.ts';
import { ReceivedAnswers } from './receivedAnswers.ts';
import { StreamMoments } from './streamMoments.ts';

/** What asking needs beside the source. */
export interface RunsSurroundings {
  readonly host: Host;
  readonly editor: RunsHost;
  resourcesFor(source: Pick<RunSource, 'cwd' | 'folder'>): Resources;
  /** Goes on with the log at an address, or begins it. Rejects where that cannot be. */
  openLog(address: string): Promise<{ write(line: string): Promise<void>; close(): Promise<void> }>;
}

interface Running {
  readonly cancel: AbortController;
  readonly pool: RunPool;
  /** The user ended it. */
  isCancelled: boolean;
}

/** Asks models from a thread, so that formatting and reading never hold up the extension host. */
export function runsThread({ host, editor, resourcesFor, openLog }: RunsSurroundings): RunsApi {
  const running = new Map<string, Running>();
  /** Who hears what VS Code's models say, by their questions. */
  const hearing = new Map<string, (text: string) => void>();

  const startOf = async (source: RunSource): Promise<{ start: RunStart; format: FormatConversationOptions }> => {
    const format = { resources: resourcesFor(source) };
    if (source.kind === 'definition') {
      const { definitions } = readDefinitions(source.text, source.fileName);
      const definition = definitions.find(({ name }) => name === source.name);
      if (!definition) throw new Error(`There is no definition \`${source.name}\` that could be used.`);
      return { start: await startTask(definition, source.task, host), format };
    }
    const { conversation, problems } = readConversation(source.text, source.fileName);
    if (!conversation) throw new Error(problems[0]?.message ?? 'This holds no list of messages.');
    const { definitionText } = source;
    return { start: await startConversation(conversation, { ...format, definitionText }, host), format };
  };

  const begin = async (source: RunSource, address: string) => {
    const started = await startOf(source);
    return { ...started, log: await openLog(address) };
  };

  /** The only answer: the document gets all of it, and a lens what it holds so far. */
  const single = (id: string, { definition }: RunStart): Hearer => {
    const moments = new StreamMoments(definition, host, moment => void editor.runMoment(id, moment));
    return {
      onText(text) {
        void editor.runText(id, text, false);
        moments.push(text);
      },
      onRestart() {
        void editor.runText(id, '', true);
        moments.restart();
      },
      end: () => moments.end(),
    };
  };

  return {
    async tasksOf(text, fileName, name) {
      const { definitions } = readDefinitions(text, fileName);
      const samples = definitions.find(each => each.name === name)?.samples ?? [];
      return samples.flatMap(({ name: sample, task }) => (task === undefined ? [] : [{ sample, task }]));
    },
    async parserNamedIn(text, fileName) {
      const { conversation } = readConversation(text, fileName);
      if (conversation?.parser === undefined || !parserReferenceSpans(conversation)) return undefined;
      return splitReference(conversation.parser);
    },
    async addressProblem(address) {
      try {
        readModelAddress(address);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
    async requestFor(source, model) {
      const { start, format } = await startOf(source);
      if (model.kind === 'editor') {
        const { body, messages, warnings } = await editorRequest(start.conversation, model, {
          format,
          bound: start.bound,
          host,
        });
        const systemAsUser = messages.filter(({ wasSystem }) => wasSystem).length;
        return { body: toJsonText(toJsonValue(body)), systemAsUser, warnings };
      }
      const address = readModelAddress(model.address);
      const { request, warnings } = await requestFor(start.conversation, { address, format, bound: start.bound, host });
      const { origin, hostname } = new URL(request.url);
      const body = toJsonText(toJsonValue(request.body));
      const local = isLoopback(hostname) && ({ isLocal: true } as const);
      return { host: address.host, origin, url: request.url, ...local, body, systemAsUser: 0, warnings };
    },
    async run(id, source, models, options) {
      const cancel = new AbortController();
      const pool = runPool(options.concurrency, cancel.signal);
      const own: Running = { cancel, pool, isCancelled: false };
      running.set(id, own);
      const { start, log, format } = await begin(source, options.log).catch(error => {
        running.delete(id);
        throw error;
      });
      const tally = new RunTally();
      const usage = new UsageTally(options.prices);
      let [rows, cut] = [0, 0];
      let failure: string | undefined;
      const record = async (answer: RunAnswer): Promise<void> => {
        rows++;
        if (cutOf(answer) !== undefined) cut++;
        if (answer.isRead === undefined) failure = answer.outcome.error;
        const { run, retry, isRead } = answer;
        tally.add({ id: run.id, retry, ...(isRead !== undefined && { isRead }) });
        if (answer.outcome.reply) usage.add(run.model, usageOf(answer), retry);
        await log.write(answerLine(answer));
        await editor.runRow(id, rowOf(answer));
      };
      const received = new ReceivedAnswers(answers => void editor.runReceiving(id, answers));
      const isShown = options.runs === 1 && models.length === 1;
      const ask = async (model: RunModel, n: number, conversation: RunStart['conversation']) => {
        const { onText, onRestart, end } = isShown ? single(id, start) : listed(received, `${modelName(model)} #${n}`);
        try {
          if (model.kind === 'editor')
            return await askByEditor(
              conversation,
              model,
              { format, bound: start.bound, host },
              cancel.signal,
              async messages => {
                const question = crypto.randomUUID();
                hearing.set(question, onText);
                return editor.askLanguageModel(id, question, model, messages).finally(() => hearing.delete(question));
              },
            );
          const address = readModelAddress(model.address);
          const key = options.keys[new URL(address.base).origin];
          return await askConversation(
            conversation,
            { address, format, readsResponsesApi: start.readsResponsesApi, bound: start.bound, host },
            { timeout: options.timeout, signal: cancel.signal, onText, onRestart, ...(key !== undefined && { key }) },
          );
        } finally {
          end();
        }
      };
      try {
        const { counter } = options;
        const count = (model: string) => ownCount(model, { host, format, ...(counter !== undefined && { counter }) });
        const runs = plannedRuns(models, options, start, ask, count);
        await pool.run(runs.map(run => () => makeRun(run, options.retries, record)));
      } catch (error) {
        if (!(error instanceof ModelFailure && error.kind === 'cancelled')) throw error;
      } finally {
        running.delete(id);
        received.end();
        // A run that fails ends the others.
        cancel.abort();
        await log.close();
      }
      return {
        ...tally.summary(),
        usage: usage.models(),
        rows,
        cut,
        ...(failure !== undefined && { failure }),
        cancelled: own.isCancelled,
      };
    },
    async cancelRuns(id) {
      const own = running.get(id);
      if (!own) return;
      own.isCancelled = true;
      own.cancel.abort();
    },
    async pauseRuns(id, paused) {
      const pool = running.get(id)?.pool;
      if (paused) pool?.pause();
      else pool?.resume();
    },
    async languageModelText(question, text) {
      hearing.get(question)?.(text);
    },
  };
}

/** Every run; its id says its number, the model, and when the runs began. */
function plannedRuns(
  models: readonly RunModel[],
  { runs }: RunOptions,
  start: RunStart,
  ask: (model: RunModel, n: number, conversation: RunStart['conversation']) => Promise<AskedConversation>,
  countFor: (model: string) => OwnCount,
): readonly PlannedRun[] {
  const began = new Date().toISOString();
  return models.flatMap(model => {
    const name = modelName(model);
    const count = countFor(name);
    return Array.from({ length: runs }, (_, n) => ({
      id: `${n + 1}/${name}/${began}`,
      model: name,
      start,
      ask: counted(conversation => ask(model, n + 1, conversation), count),
    }));
  });
}

function modelName(model: RunModel): string {
  return model.kind === 'editor' ? model.name : readModelAddress(model.address).model;
}

/** Who hears an answer while it comes. */
interface Hearer {
  onText(text: string): void;
  /** What came counts no more. */
  onRestart(): void;
  end(): void;
}

/** An answer among many: of it the page has the end. */
function listed(received: ReceivedAnswers, name: string): Hearer {
  const answer = {};
  const remove = () => received.remove(answer);
  return { onText: text => received.add(answer, name, text), onRestart: remove, end: remove };
}

function usageOf({ outcome }: RunAnswer): AnswerUsage {
  return { ...usageTokens(outcome.reply?.usage), ...(outcome.own && { own: outcome.own }) };
}

/** Why an answer ended at the limit of tokens, if it did. */
function cutOf({ outcome: { reply } }: RunAnswer): string | undefined {
  const reason = reply?.finishReason;
  return reason !== undefined && isCutShort(reason) ? reason : undefined;
}

function rowOf(answer: RunAnswer): RunRow {
  const { run, retry, outcome, isRead, error, message } = answer;
  const cut = cutOf(answer);
  const { response } = outcome;
  const words = error ?? outcome.error;
  return {
    id: run.id,
    model: run.model,
    retry,
    ms: outcome.ms,
    usage: usageOf(answer),
    ...(isRead !== undefined && { isRead }),
    ...(words !== undefined && { error: words }),
    ...(message !== undefined && { message }),
    ...(response !== undefined && {
      answer: typeof response === 'string' ? response : JSON.stringify(response, undefined, 2),
    }),
    ...(cut !== undefined && { cut }),
    ...(outcome.isKeyRefused && { isKeyRefused: true }),
  };
}
