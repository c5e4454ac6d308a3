import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { sourceModule } from '../../engine/index.ts';
import type { AskModule, AskModuleEach, ChildFailure, ChildReply } from '../../portable/moduleQuestions.ts';
import { ChildPool } from '../child/childPool.ts';
import type { ChildProgram } from '../child/childProgram.ts';
import { NamedFileError, statNamedFile } from '../namedFile.ts';
import { findPython } from './findPython.ts';
import { importRoot } from './importRoot.ts';
import { pythonProgram } from './pythonProgram.ts';

/** Python processes that live at once. */
const maxChildren = 4;

/** The settings of a pool of Pythons. They are read anew for every question: settings change. */
export interface PythonOptions {
  /** The interpreter that the user names for a module, and where he does. */
  named?(path: string): { readonly path: string; readonly by: string } | undefined;
  /** The interpreter that the editor has selected for a module. */
  selected?(path: string): Promise<string | undefined>;
  /** Whether what is asked of the framework that is installed passes over environments that nobody named. */
  readonly asksForEnvironments?: boolean;
  /** The folder that a module belongs to: a workspace's, or the working directory. */
  workspaceFolder?(path: string): string | undefined;
  /** Variables of the environment that the user lets through. */
  passEnvironment?(): readonly string[];
  /** Gets what users' code prints. */
  readonly write?: (text: string) => void;
  /** Hears of each question that is asked alone: `reply` is there when it has its answer, which an import may keep up. */
  readonly onAsk?: (path: string, reply: Promise<unknown>) => void;
  /** Hears that there is no Python for a module, or one that does not do. */
  readonly onNoPython?: (failure: ChildFailure) => void;
}

/** The files of a module that its process imported, each as it was then. `revision` counts their changes. */
interface Imported {
  readonly files: Map<string, string>;
  readonly revision: number;
}

/**
 * The processes of users' Python modules, four at most. One is used again as long as its module, what that imported from
 * the workspace, and the interpreter are unchanged.
 */
export class PythonPool {
  readonly #options: PythonOptions;
  readonly #pool: ChildPool;
  readonly #programs = new Map<string, ChildProgram>();
  readonly #imported = new Map<string, Imported>();
  /** Replies under way that several may get. */
  readonly #shared = new Map<string, Promise<ChildReply>>();

  constructor(options: PythonOptions = {}) {
    this.#options = options;
    const { write } = options;
    this.#pool = new ChildPool({
      program: path => this.#programs.get(path)!,
      max: maxChildren,
      isWarm: false,
      ...(write && { write }),
      onNote: (path, note) => this.#onNote(path, note),
    });
  }

  /** How many processes are alive. */
  get size(): number {
    return this.#pool.size;
  }

  /** Passes a question of `callPython` to the module's process. Never rejects. */
  readonly ask: AskModule = async (path, question, limitMs, isShared = false) => {
    const stamp = await this.#stampOf(path);
    if (typeof stamp !== 'string') return { failed: stamp };
    const ask = () => {
      const reply = this.#pool.ask(path, stamp, question, limitMs);
      this.#options.onAsk?.(path, reply);
      return reply;
    };
    if (!isShared) return ask();
    // The file itself may be another one before anything is known of what it imports.
    const key = JSON.stringify([path, stamp, await stampOf(path), limitMs, new TextDecoder().decode(question)]);
    const pending = this.#shared.get(key);
    if (pending) return pending;
    const reply = ask().finally(() => this.#shared.delete(key));
    this.#shared.set(key, reply);
    return reply;
  };

  /** Passes questions of `callPythonEach` to the module's process; what a limit or the machine kept from its answer is asked again alone. Never rejects. */
  readonly askEach: AskModuleEach = async (path, questions, limitMs, mostTimeouts) => {
    const stamp = await this.#stampOf(path);
    if (typeof stamp !== 'string') return questions.map(() => ({ failed: stamp }));
    return this.#pool.askEach(path, stamp, questions, limitMs, mostTimeouts);
  };

  /** Ends all processes. */
  dispose(): void {
    this.#pool.dispose();
  }

  /** What a module's process is started with, as a text that is another one when any of that changed; or why it cannot be. */
  async #stampOf(path: string): Promise<string | ChildFailure> {
    try {
      if (basename(path) !== sourceModule) await statNamedFile(path);
    } catch (error) {
      const message =
        error instanceof NamedFileError ? `${path} cannot be read: ${error.message}.` : `There is no module ${path}.`;
      return { class: 'ModuleNotFound', message };
    }
    const root = importRoot(path, this.#options.workspaceFolder?.(path));
    const named = this.#options.named?.(path);
    const selected = named ? undefined : await this.#options.selected?.(path);
    const python = await findPython(path, {
      ...(named && { named }),
      ...(selected !== undefined && { selected }),
      isAsked: this.#options.asksForEnvironments === true && basename(path) === sourceModule,
      top: root.own,
    });
    if ('message' in python) {
      this.#options.onNoPython?.(python);
      return python;
    }
    const program = pythonProgram(python, path, root, this.#options.passEnvironment?.() ?? []);
    const revision = await this.#revision(path);
    this.#programs.set(path, program);
    const { command, args, env, cwd } = program;
    return JSON.stringify([command, args, env, cwd, revision]);
  }

  /** Counts how often the files changed that a module imported. */
  async #revision(path: string): Promise<number> {
    const imported = this.#imported.get(path);
    if (!imported) return 0;
    const stamps = await Promise.all(
      [...imported.files].map(async ([file, before]) => (await stampOf(file)) === before),
    );
    if (!stamps.includes(false)) return imported.revision;
    const revision = imported.revision + 1;
    // Another question may have found the same change.
    if (this.#imported.get(path) === imported) this.#imported.set(path, { files: new Map(), revision });
    return this.#imported.get(path)!.revision;
  }

  #onNote(path: string, note: object): void {
    if ('tooOld' in note && typeof note.tooOld === 'string')
      this.#options.onNoPython?.({ class: 'PythonTooOld', message: note.tooOld });
    if (!('files' in note) || !Array.isArray(note.files)) return;
    const imported = this.#imported.get(path) ?? { files: new Map<string, string>(), revision: 0 };
    this.#imported.set(path, imported);
    for (const each of note.files) if (Array.isArray(each)) imported.files.set(String(each[0]), String(each[1]));
  }
}

/** As `stamp_of` of the bridge has it. */
async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeNs, size } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size}`;
  } catch {
    return 'missing';
  }
}
