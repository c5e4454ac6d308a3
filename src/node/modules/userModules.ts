import { isPython } from '../../engine/index.ts';
import type { AskModule, AskModuleEach } from '../../portable/moduleQuestions.ts';
import { type PythonOptions, PythonPool } from '../python/pythonPool.ts';
import { ModulePool } from './modulePool.ts';

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
  readonly ask: AskModule = (path, ...question) => this.#poolOf(path).ask(path, ...question);

  /** The same for many questions at once. */
  readonly askEach: AskModuleEach = (path, ...questions) => this.#poolOf(path).askEach(path, ...questions);

  #poolOf(path: string): ModulePool | PythonPool {
    return isPython(path) ? this.#pythons : this.#scripts;
  }

  /** Ends all processes. */
  dispose(): void {
    this.#scripts.dispose();
    this.#pythons.dispose();
  }
}
