import * as vscode from 'vscode';
import { type EngineServices, type ServiceName, threadOf } from './engineServices.ts';
import { hostFiles } from './hostFiles.ts';
import { channel, connect, serve } from './rpc.ts';
import { RunEvents } from './runs/runEvents.ts';
import type { EngineThread, Runtime } from './runtime/runtime.ts';
import type { ForgettingApi } from './runtime/serveEngine.ts';

/** Every service of the engine, and what can be done with the threads that they run in. */
export type EngineThreads = EngineServices & Threads;

/** The engine's threads, each started on first use and started again after it died. */
export function engineThreads(runtime: Runtime): EngineThreads {
  const threads = new Threads(runtime);
  for (const name of serviceNames) Object.defineProperty(threads, name, { get: () => threads.service(name) });
  return threads as EngineThreads;
}

const serviceNames = Object.keys(threadOf) as ServiceName[];

class Threads implements vscode.Disposable {
  readonly #runtime: Runtime;
  readonly #threads: ReadonlyMap<string, Restarting>;

  /** What the thread that asks models tells of its runs. */
  readonly runEvents = new RunEvents();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    const start = (): EngineThread => {
      const thread = runtime.startEngineThread();
      serve(channel(thread, 'host'), hostFiles(runtime));
      serve(channel(thread, 'runEvents'), this.runEvents);
      return thread;
    };
    this.#threads = new Map(Object.values(threadOf).map(name => [name, new Restarting(start)]));
  }

  /** Starts the thread of a service before there is something to ask: it has the engine to load. */
  warm(name: ServiceName): void {
    this.service(name);
  }

  /** A service, whose thread is started unless it runs. */
  service<Name extends ServiceName>(name: Name): EngineServices[Name] {
    return this.#threadOf(name).service(name);
  }

  /** Calls when the thread of a service ended, and what it kept with it; `crashed`: by itself. */
  onDidStop(name: ServiceName, listener: (stopped: { readonly crashed: boolean }) => void): vscode.Disposable {
    return this.#threadOf(name).onDidStop(listener);
  }

  /** Ends the thread of a service, whatever it is doing, and rejects what waits for it; the next call starts another. */
  stop(name: ServiceName): void {
    this.#threadOf(name).stop(vscode.l10n.t('Cancelled.'));
  }

  /** Lets every thread forget a definition file, because files that its definitions read are others now. */
  forgetDefinitions(fileName: string): void {
    for (const thread of this.#threads.values()) thread.forgetDefinitions(fileName);
  }

  dispose(): void {
    this.#runtime.modules?.dispose();
    for (const thread of this.#threads.values()) thread.dispose();
    this.#runtime.dispose?.();
  }

  #threadOf(name: ServiceName): Restarting {
    return this.#threads.get(threadOf[name])!;
  }
}

interface RunningThread {
  readonly thread: EngineThread;
  readonly connections: Map<string, ReturnType<typeof connect<object>>>;
}

class Restarting {
  readonly #start: () => EngineThread;
  readonly #stopped = new vscode.EventEmitter<{ readonly crashed: boolean }>();
  #running: RunningThread | undefined;

  readonly onDidStop = this.#stopped.event;

  constructor(start: () => EngineThread) {
    this.#start = start;
  }

  service<Name extends ServiceName>(name: Name): EngineServices[Name] {
    this.#running ??= this.#begin();
    return connectionOf<EngineServices[Name]>(this.#running, name);
  }

  /** A thread that does not run has nothing to forget. */
  forgetDefinitions(fileName: string): void {
    if (!this.#running) return;
    const forgetting = connectionOf<ForgettingApi>(this.#running, 'forgetting');
    forgetting.forgetDefinitions(fileName).catch(() => undefined);
  }

  stop(reason: string): void {
    this.#end(reason);
    this.#stopped.fire({ crashed: false });
  }

  dispose(): void {
    this.#end('ParserLens was closed.');
    this.#stopped.dispose();
  }

  #begin(): RunningThread {
    const running: RunningThread = { thread: this.#start(), connections: new Map() };
    running.thread.onExit(reason => {
      if (this.#running !== running) return;
      this.#running = undefined;
      closeAll(running, reason);
      this.#stopped.fire({ crashed: true });
    });
    return running;
  }

  #end(reason: string): void {
    const running = this.#running;
    this.#running = undefined;
    running?.thread.terminate();
    if (running) closeAll(running, new Error(reason));
  }
}

function connectionOf<Api extends object>({ thread, connections }: RunningThread, name: string): Api {
  const connection = connections.get(name) ?? connect<object>(channel(thread, name));
  connections.set(name, connection);
  return connection.api as Api;
}

function closeAll({ connections }: RunningThread, reason: Error): void {
  for (const connection of connections.values()) connection.close(reason);
}
