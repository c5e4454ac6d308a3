import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ModuleMark } from '../../engine/index.ts';
import type { Thrown } from './moduleErrors.ts';
import { moduleWorkerCode } from './moduleWorkerCode.ts';

/** Enough for any response; a module that wants more fails alone. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };
/** How much the process may grow while a module works, in bytes: what lies outside V8's heap has no limit of its own. */
const maxGrowth = 1024 * 1024 * 1024;
/** How often that is looked at, in milliseconds. */
const watchInterval = 50;
/** A worker that nobody asks is ended after this time, in milliseconds. */
const idleTime = 60_000;

/** What the worker is asked, see `moduleWorkerCode`. */
export interface Question {
  readonly name?: string;
  readonly args: readonly unknown[];
  readonly context?: Readonly<Record<string, unknown>>;
}

/** What came of it. `loading`: the module could not be imported. */
export type Answer = { readonly loading?: boolean } & (
  | { readonly value: unknown; readonly called: boolean; readonly marks?: readonly ModuleMark[] }
  | { readonly thrown: Thrown }
  | { readonly failed: { readonly class: string; readonly message: string } }
);

/** The worker of one module. It starts with the first question and answers one at a time, in order. */
export class ModuleWorker {
  readonly #path: string;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;
  #count = 0;
  #ended = false;
  #endWhenDone = false;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** True once the worker ended, whoever ended it. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Asks after all questions before. Never rejects: a worker that must be ended, or ends itself, is a failure. */
  ask(question: Question, limitMs: number): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#open++;
    const answer = this.#last
      .then(() => this.#askNow(question, limitMs))
      .catch((error): Answer => failed('ModuleEnded', `The module's worker cannot start: ${error}`));
    this.#last = answer.then(() => {
      this.#open--;
      if (this.#open > 0) return;
      this.#worker?.unref();
      if (this.#endWhenDone) this.end();
      else this.#idle = setTimeout(() => this.end(), idleTime).unref();
    });
    return answer;
  }

  /** Ends the worker when it has answered what it was asked. */
  endWhenDone(): void {
    this.#endWhenDone = true;
    if (this.#open === 0) this.end();
  }

  /** Ends the worker at once. */
  end(): void {
    clearTimeout(this.#idle);
    this.#ended = true;
    void this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(moduleWorkerCode, {
      eval: true,
      execArgv: [],
      resourceLimits,
      workerData: { url: pathToFileURL(this.#path).href },
    });
    // Whoever asks hears of errors; one between two questions must not end the process.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#ended = true;
    });
    return worker;
  }

  async #askNow(question: Question, limitMs: number): Promise<Answer> {
    if (this.#ended) return failed('ModuleEnded', 'The module ended its worker after an earlier call.');
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const answer = await ask(worker, { ...question, id: ++this.#count }, limitMs);
    if (answer.isLost) this.end();
    return answer.answer;
  }
}

interface Settled {
  readonly answer: Answer;
  /** The worker is of no use any more. */
  readonly isLost: boolean;
}

function ask(worker: Worker, question: Question & { readonly id: number }, limitMs: number): Promise<Settled> {
  return new Promise(resolve => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = (): void => {
      // An answer that has arrived while this thread was busy is still in time: messages are read before the immediate runs.
      timer ??= setTimeout(() => setImmediate(() => lose(timeout(limitMs))), limitMs);
    };
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > maxGrowth) lose(outOfMemory());
    }, watchInterval);
    const settle = (settled: Settled): void => {
      clearTimeout(timer);
      clearInterval(watch);
      worker.off('online', startTimer).off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(settled);
    };
    const lose = (answer: Answer): void => settle({ answer, isLost: true });
    const onMessage = (message: Answer & { readonly id?: unknown }): void => {
      if (message?.id === question.id) settle({ answer: message, isLost: false });
    };
    const onError = (error: unknown): void => lose(uncaught(error));
    const onExit = (code: number): void =>
      lose(failed('ModuleEnded', `The module ended its worker with process.exit(${code}).`));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    // Starting a thread is not the module's time.
    if (question.id === 1) worker.on('online', startTimer);
    else startTimer();
    try {
      worker.postMessage(question);
    } catch (error) {
      // What is too deep to be copied.
      settle({ answer: failed('ModuleValueError', `The module cannot be given this: ${error}`), isLost: false });
    }
  });
}

function uncaught(error: unknown): Answer {
  const { name, code, message, stack } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory();
  const thrown = {
    class: typeof name === 'string' ? name : 'ThrownValue',
    message: typeof message === 'string' ? message : String(error),
    ...(typeof stack === 'string' && { stack }),
  };
  return { thrown };
}

function timeout(limitMs: number): Answer {
  return failed('ModuleTimeout', `The module did not finish within ${limitMs / 1000} s.`);
}

function outOfMemory(): Answer {
  const message = `The module needs more memory than the ${resourceLimits.maxOldGenerationSizeMb} MB that it may use.`;
  return failed('ModuleOutOfMemory', message);
}

function failed(className: string, message: string): Answer {
  return { failed: { class: className, message } };
}
