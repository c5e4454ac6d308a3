import { isPython } from '../../engine/index.ts';
import { type PythonOptions, PythonPool } from '../python/pythonPool.ts';
import { type AskModule, ModulePool } from './modulePool.ts';

/** The processes of users' modules: ES modules and Python. */
export class UserModules {
  readonly #scripts: ModulePool;
  readonly #pythons: PythonPool;

  /** `isWarm`: the next ES module finds a process that has started. */
  constructor(isWarm: boolean, options: PythonOptions = {}) {
    this.#scripts = new ModulePool(isWarm, options.write);
    this.#pythons = new PythonPool(options);
  }

  /** Passes a question to the process of the module of this path. Never rejects. */
  readonly ask: AskModule = (path, question, limitMs) =>
    (isPython(path) ? this.#pythons : this.#scripts).ask(path, question, limitMs);

  /** Ends all processes. */
  dispose(): void {
    this.#scripts.dispose();
    this.#pythons.dispose();
  }
}
