import type { StreamMoment } from '../../views/streamLens.ts';
import type { ReceivedAnswer, RunRow, RunsHost } from './runsApi.ts';

/** What a run's owner does with what it hears. */
export interface RunListener {
  onText(text: string, restart: boolean): void;
  onMoment(moment: StreamMoment): void;
  onRow(row: RunRow): void;
  onReceiving(answers: readonly ReceivedAnswer[]): void;
  /** Asks a model of VS Code's. */
  ask(
    question: string,
    model: Parameters<RunsHost['askLanguageModel']>[2],
    messages: Parameters<RunsHost['askLanguageModel']>[3],
  ): ReturnType<RunsHost['askLanguageModel']>;
}

/** Brings what the thread tells of a run to the run's owner. */
export class RunEvents implements RunsHost {
  readonly #listeners = new Map<string, RunListener>();

  /** Listens to a run until `stop` is called. */
  listen(id: string, listener: RunListener): { stop(): void } {
    this.#listeners.set(id, listener);
    return { stop: () => void this.#listeners.delete(id) };
  }

  async runText(id: string, text: string, restart: boolean): Promise<void> {
    this.#listeners.get(id)?.onText(text, restart);
  }

  async runMoment(id: string, moment: StreamMoment): Promise<void> {
    this.#listeners.get(id)?.onMoment(moment);
  }

  async runRow(id: string, row: RunRow): Promise<void> {
    this.#listeners.get(id)?.onRow(row);
  }

  async runReceiving(id: string, answers: readonly ReceivedAnswer[]): Promise<void> {
    this.#listeners.get(id)?.onReceiving(answers);
  }

  async askLanguageModel(
    id: string,
    ...args: Parameters<RunListener['ask']>
  ): ReturnType<RunsHost['askLanguageModel']> {
    const listener = this.#listeners.get(id);
    return listener ? listener.ask(...args) : { failure: 'cancelled', message: 'The run is over.', ms: 0 };
  }
}
