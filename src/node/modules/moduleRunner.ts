import type { ModuleOutcome } from '../../engine/index.ts';
import { syntaxErrorPlace, toModuleError } from './moduleErrors.ts';
import { moduleFiles } from './moduleFiles.ts';
import { ModuleWorker } from './moduleWorker.ts';

/** A call of what a module exports. */
export interface ModuleCall {
  /** The module's absolute path. */
  readonly path: string;
  /** The export that is wanted; absent: the types of all exports, by name. */
  readonly export?: string;
  /** Plain data, copied to the worker. */
  readonly args: readonly unknown[];
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Workers that are kept. */
const maxWorkers = 4;

interface Running {
  readonly worker: ModuleWorker;
  readonly stamp: string;
}

/**
 * Runs users' ES modules, each in a worker of its own with limits of time and memory. A worker is used again as long as
 * its module, and what that imports by relative paths, is unchanged; it never keeps the process alive but while it works.
 */
export class ModuleRunner {
  readonly #running = new Map<string, Running>();

  /** Runs a call after those of the same module before it. `limitMs` counts from when the worker takes it up. Never rejects. */
  async run({ path, export: name, ...call }: ModuleCall, limitMs: number): Promise<ModuleOutcome> {
    const { files, stamp, refused } = await moduleFiles(path);
    if (refused !== undefined) return { ok: false, error: { class: 'ModuleNotFound', message: refused } };
    if (stamp.startsWith(`${path} missing`))
      return { ok: false, error: { class: 'ModuleNotFound', message: `There is no module ${path}.` } };
    const worker = this.#workerFor(path, stamp);
    const answer = await worker.ask({ ...call, ...(name !== undefined && { name }) }, limitMs);
    if ('value' in answer) {
      const { value, called, marks } = answer;
      return { ok: true, value, called, ...(marks && marks.length > 0 && { marks }) };
    }
    // What could not be loaded may be loaded next time: a package may have been installed.
    if (answer.loading) this.#drop(path, worker);
    if ('failed' in answer) return { ok: false, error: answer.failed };
    const error = toModuleError(answer.thrown);
    if (!answer.loading || error.class !== 'SyntaxError' || error.place) return { ok: false, error };
    const place = await syntaxErrorPlace(files);
    return { ok: false, error: { ...error, ...(place && { place }) } };
  }

  /** Ends all workers. */
  dispose(): void {
    for (const { worker } of this.#running.values()) worker.end();
    this.#running.clear();
  }

  #workerFor(path: string, stamp: string): ModuleWorker {
    const running = this.#running.get(path);
    const isFit = running?.stamp === stamp && !running.worker.ended;
    if (running && !isFit) this.#drop(path, running.worker);
    const used = isFit && running ? running : { stamp, worker: new ModuleWorker(path) };
    this.#running.delete(path);
    this.#running.set(path, used);
    const [oldest] = this.#running;
    if (oldest && this.#running.size > maxWorkers) this.#drop(oldest[0], oldest[1].worker);
    return used.worker;
  }

  #drop(path: string, worker: ModuleWorker): void {
    if (this.#running.get(path)?.worker === worker) this.#running.delete(path);
    worker.endWhenDone();
  }
}
