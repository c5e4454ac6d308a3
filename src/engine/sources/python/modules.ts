import { childrenOf, type PyNode } from '../../code/python/read/syntax.ts';
import { folderOf } from '../reading/sourceNames.ts';
import { moduleNameOf, type Program, type SourceFile } from './run/program.ts';
import { Environment } from './values/environment.ts';
import { Module, unknown, wrap } from './values/values.ts';

/** The modules that the files of a program are. */
export class Modules {
  readonly #program: Program;
  readonly #readBody: (body: PyNode, names: Environment) => void;
  readonly #all = new Map<SourceFile, Module>();

  constructor(program: Program, readBody: (body: PyNode, names: Environment) => void) {
    this.#program = program;
    this.#readBody = readBody;
  }

  /** The names of all modules that are read. */
  get names(): readonly Environment[] {
    return [...this.#all.values()].map(({ names }) => names);
  }

  /** The module that a file is; its body is read once. */
  load(file: SourceFile): Module {
    const before = this.#all.get(file);
    if (before) return before;
    const parent = this.#program.packageOf(file);
    if (parent) this.load(parent);
    // The package may have imported it.
    const loaded = this.#all.get(file);
    if (loaded) return loaded;
    const names = new Environment('module');
    const module = new Module(file.path.replace(/^.*[\\/]/, ''), names);
    this.#all.set(file, module);
    const isFirst = file === this.#program.files[0];
    const at = { start: file.start, end: file.start };
    names.names.set('__name__', {
      value: isFirst
        ? unknown('Whether the file is run or imported.', at)
        : this.#isAlone(file)
          ? moduleNameOf(file.path)
          : unknown('What this module is imported as.', at),
      at,
    });
    names.names.set('__file__', { value: unknown('Where the file is.', at), at });
    this.#readBody(this.#scriptOf(file), names);
    // A package has the modules that were imported from it as attributes.
    if (parent) this.load(parent).names.names.set(moduleNameOf(file.path), { value: wrap(module), at });
    return module;
  }

  /** Whether a file stands beside the one that is read, so that its name is all of the module's. */
  #isAlone(file: SourceFile): boolean {
    const { files } = this.#program;
    const isBeside = folderOf(file.path) === folderOf(files[0]!.path);
    return isBeside && !this.#program.packageOf(file) && !file.path.endsWith('__init__.py');
  }

  #scriptOf(file: SourceFile): PyNode {
    const { files, tree } = this.#program;
    const top = tree.topNode;
    if (files.length === 1) return top;
    return childrenOf(top).find(({ from }, i) => from === file.start && i === files.indexOf(file)) ?? top;
  }
}
