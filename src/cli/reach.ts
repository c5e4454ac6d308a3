import { resolve } from 'node:path';
import {
  type Conversation,
  type Definition,
  EngineError,
  type Host,
  moduleOf,
  sourceModule,
  type TokenCounterSpec,
} from '../engine/index.ts';
import { type ModuleRights, refusedModule, withModuleRights } from '../node/moduleRights.ts';
import { type Confines, confinedPath, isInside, NamedFileError } from '../node/namedFile.ts';

/** What a command may reach beside the files of its arguments. */
export interface ReachOptions {
  /** Where files must be that other files name. */
  readonly confines: Confines;
  /** `--run-modules`: modules, and tokenizers, that are reached through another file run, as long as they are there. */
  readonly runModules: boolean;
}

/**
 * The ways from a file to code, all of which lead through the host that is made here. A file that the user names vouches
 * for what it says itself; not for what it names, such as the definition of a conversation or of an evaluation: the module
 * of that runs only with `--run-modules`, and inside the roots.
 */
export class Reach {
  readonly #named: (readonly [file: string, module: string])[] = [];
  readonly #tokenizers: string[] = [];
  readonly #folders: string[];
  readonly #options: ReachOptions;
  #isConversationNamed = false;

  constructor(options: ReachOptions) {
    this.#options = options;
    this.#folders = [...options.confines.folders];
  }

  /** What may run now. */
  get rights(): ModuleRights {
    const { confines, runModules } = this.#options;
    return { named: [...this.#named], ...(runModules && { confines: { ...confines, folders: [...this.#folders] } }) };
  }

  #name(file: string, module: string): void {
    const isKnown = this.#named.some(each => each[0] === file && each[1] === module);
    if (!isKnown) this.#named.push([file, module]);
  }

  /** The user names the file that has this definition, absolute: its module may run. */
  nameDefinition(file: string, definition: Definition): void {
    const module = moduleOf(definition);
    if (module !== undefined) this.#name(file, module);
  }

  /** The user names a definition's file (absolute) to compare it with what is installed: Python of ours may run beside it. */
  nameInstalled(file: string): void {
    this.#name(file, sourceModule);
  }

  /** The user names a file with this conversation: its module may run, and its tokenizer inside the roots. */
  nameConversation({ file, module }: Conversation): void {
    this.#isConversationNamed = true;
    if (file !== undefined && module !== undefined) this.#name(file, module);
  }

  /** The user names a token counter: its tokenizer may be read wherever it is. */
  nameCounter({ pretrained_model_name_or_path: path }: TokenCounterSpec): void {
    if (typeof path === 'string') this.#tokenizers.push(resolve(path));
  }

  /** The user names a folder to be searched: with `--run-modules`, the modules in it may run. */
  nameFolder(folder: string): void {
    this.#folders.push(folder);
  }

  /** Why the module of a definition that no user named may not run; `undefined`: it may, or there is none. */
  async refused(file: string, definition: Definition): Promise<string | undefined> {
    const module = moduleOf(definition);
    if (module === undefined) return undefined;
    return (await refusedModule({ file, module }, this.rights))?.error.message;
  }

  /** A host that goes no further than this. */
  guard(host: Host): Host {
    const { readFile } = host;
    return {
      ...withModuleRights(host, () => this.rights),
      // Only tokenizers are read this way.
      ...(readFile && {
        readFile: async (path: string) => {
          await this.#expectTokenizer(path);
          return readFile.call(host, path);
        },
      }),
    };
  }

  async #expectTokenizer(path: string): Promise<void> {
    const file = resolve(path);
    if (this.#tokenizers.some(each => file === each || isInside(file, each))) return;
    const { confines, runModules } = this.#options;
    if (!runModules && !this.#isConversationNamed)
      throw new EngineError('TokenizerNotTrusted', `${path} was not loaded: use --run-modules.`);
    try {
      await confinedPath(file, { ...confines, folders: this.#folders });
    } catch (error) {
      // One that is not there is told of by whoever looks for it.
      if (!(error instanceof NamedFileError)) return;
      throw new EngineError('FileNotAllowed', `${path} is outside of ${confines.name}.`);
    }
  }
}
