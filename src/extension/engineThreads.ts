import type { Disposable } from 'vscode';
import type { AuthoringApi } from '../view/authoringService.ts';
import type { ResponsesApi } from '../view/responsesService.ts';
import { connect } from './rpc.ts';
import type { EngineThread, Runtime } from './runtime/runtime.ts';

/**
 * The engine's threads, each started on first use and started again after it died. Two, so that a keystroke in a
 * definition never waits for a response of ten megabytes.
 */
export class EngineThreads implements Disposable {
  readonly #authoring: Restarting<AuthoringApi>;
  readonly #responses: Restarting<ResponsesApi>;

  constructor(runtime: Runtime) {
    this.#authoring = new Restarting(runtime);
    this.#responses = new Restarting(runtime);
  }

  /** Reads definitions and renders instructions. Holds no state between calls. */
  get authoring(): AuthoringApi {
    return this.#authoring.api;
  }

  /** Parses responses, keeps their results, counts tokens. */
  get responses(): ResponsesApi {
    return this.#responses.api;
  }

  dispose(): void {
    this.#authoring.dispose();
    this.#responses.dispose();
  }
}

class Restarting<A extends object> {
  readonly #runtime: Runtime;
  #running: { thread: EngineThread; api: A; close(reason: Error): void } | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  get api(): A {
    if (this.#running) return this.#running.api;
    const thread = this.#runtime.startEngineThread();
    const running = { thread, ...connect<A>(thread) };
    thread.onExit(reason => {
      if (this.#running === running) this.#running = undefined;
      running.close(reason);
    });
    this.#running = running;
    return running.api;
  }

  dispose(): void {
    this.#running?.thread.terminate();
    this.#running?.close(new Error('ParserLens was closed.'));
    this.#running = undefined;
  }
}
