import type { StreamMoment } from '../../views/streamLens.ts';
import type { RunRow, RunsHost } from './runsApi.ts';

/** What a run's owner does with what it hears. */
export interface RunListener {
  onText(text: string, restart: boolean): void;
  onMoment(moment: StreamMoment): void;
  onRow(row: RunRow): void;
  /** Asks a model of VS Code's. Rejects with its error. */
  ask: (model: string, messages: Parameters<RunsHost['askLanguageModel']>[2]) => Promise<string>;
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

  async askLanguageModel(
    id: string,
    model: string,
    messages: Parameters<RunsHost['askLanguageModel']>[2],
  ): Promise<string> {
    const listener = this.#listeners.get(id);
    if (!listener) throw new Error('The run is over.');
    return listener.ask(model, messages);
  }
}
