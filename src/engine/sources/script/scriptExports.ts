import type { SyntaxNode } from '@lezer/common';
import { nativeOf } from './calls/scriptNatives.ts';
import { partsOf, type ScriptFile, type ScriptProgram } from './values/scriptFiles.ts';
import type { ScriptRun } from './values/scriptRun.ts';
import { Obj, Scope, Unknown, type Value } from './values/scriptValues.ts';

/** What reads a module when it is imported. */
interface Loader extends ScriptRun {
  load(file: ScriptFile, scope: Scope): void;
}

interface Module {
  readonly file: ScriptFile;
  readonly scope: Scope;
  /** `module.exports` of CommonJS. */
  readonly common: Obj;
  readonly exported: Map<string, () => Value>;
  /** The files of `export *`. */
  readonly stars: string[];
}

const commonNames: ReadonlySet<string> = new Set(['module', 'exports']);

/** The modules of a program, each read once, before what imports it; what they export. */
export class Exports {
  readonly #run: Loader;
  readonly #program: ScriptProgram;
  readonly #modules = new Map<ScriptFile, Module>();
  readonly #files = new Map<Scope, ScriptFile>();

  constructor(run: Loader, program: ScriptProgram) {
    this.#run = run;
    this.#program = program;
  }

  /** The file that a scope is of. */
  fileOf(scope: Scope): ScriptFile | undefined {
    let at = scope;
    while (at.parent) at = at.parent;
    return this.#files.get(at);
  }

  load(file: ScriptFile): Module {
    const loaded = this.#modules.get(file);
    if (loaded) return loaded;
    const scope = new Scope(undefined, undefined);
    const common = new Obj(undefined);
    const module: Module = { file, scope, common, exported: new Map(), stars: [] };
    this.#modules.set(file, module);
    this.#files.set(scope, file);
    scope.names.set('module', new Obj(undefined, new Map([['exports', common]])));
    scope.names.set('exports', common);
    for (const node of partsOf(file.root)) {
      if (node.name === 'ImportDeclaration') this.#import(node, module);
      if (node.name === 'ExportDeclaration') this.#export(node, module);
    }
    this.#run.load(file, scope);
    return module;
  }

  #specifier(node: SyntaxNode, { text }: ScriptFile): string | undefined {
    const from = node.getChild('String');
    return from ? text.slice(from.from + 1, from.to - 1) : undefined;
  }

  #import(node: SyntaxNode, { file, scope }: Module): void {
    const specifier = this.#specifier(node, file);
    if (specifier === undefined || /^import\s+type\b/.test(file.text.slice(node.from, node.from + 20))) return;
    const target = file.imports.get(specifier);
    if (target !== undefined && typeof target !== 'string') this.load(target);
    const link = (local: SyntaxNode, name: string) => {
      scope.links.set(file.text.slice(local.from, local.to), () => this.#imported(file, specifier, name, node));
    };
    const parts = partsOf(node);
    for (const [i, part] of parts.entries())
      if (part.name === 'VariableDefinition') link(part, parts[i - 1]?.name === 'as' ? '*' : 'default');
    for (const { local, name } of namesOf(node.getChild('ImportGroup'), file)) link(local, name);
  }

  #export(node: SyntaxNode, module: Module): void {
    const { file, scope, exported } = module;
    const specifier = this.#specifier(node, file);
    const group = node.getChild('ExportGroup');
    const parts = partsOf(node);
    if (specifier !== undefined) {
      const target = file.imports.get(specifier);
      if (target !== undefined && typeof target !== 'string') this.load(target);
      const star = parts.findIndex(({ name }) => name === 'Star');
      const local = parts[star + 1]?.name === 'as' ? parts[star + 2] : undefined;
      if (star >= 0 && local)
        exported.set(file.text.slice(local.from, local.to), () => this.#imported(file, specifier, '*', node));
      else if (star >= 0) module.stars.push(specifier);
      for (const { local: as, name } of namesOf(group, file))
        exported.set(file.text.slice(as.from, as.to), () => this.#imported(file, specifier, name, node));
      return;
    }
    for (const { local, name } of namesOf(group, file)) {
      exported.set(file.text.slice(local.from, local.to), () => {
        const link = scope.links.get(name);
        return scope.names.has(name) ? scope.names.get(name) : link ? link() : this.#absent(file, node);
      });
    }
    if (node.getChild('default')) exported.set('default', () => scope.names.get('*default'));
  }

  #absent(file: ScriptFile, node: SyntaxNode): Unknown {
    return new Unknown('This is not exported there.', { file, start: node.from, end: node.to });
  }

  #imported(file: ScriptFile, specifier: string, name: string, node: SyntaxNode): Value {
    const at = { file, start: node.from, end: node.to };
    const target = file.imports.get(specifier);
    if (typeof target === 'string') return new Unknown(`\`${specifier}\`: ${target}`, at);
    if (target)
      return name === '*'
        ? this.#namespace(target)
        : (this.#find(target, name, new Set()) ?? this.#absentIn(target, specifier, name, at));
    const native = nativeOf(specifier, name, this.#program.isZod3);
    return native ?? new Unknown(`\`${specifier}\` is not a file of this folder.`, at, false, true);
  }

  #absentIn(target: ScriptFile, specifier: string, name: string, at: Unknown['at']): Value {
    const { scope, common } = this.load(target);
    const own = common.members.size > 0 || this.#commonOf(scope) !== common;
    if (own && name === 'default') return this.#commonOf(scope);
    if (own && common.members.has(name)) return common.members.get(name);
    const has = scope.names.has(name);
    return has ? scope.names.get(name) : new Unknown(`\`${specifier}\` has no \`${name}\` that can be read.`, at);
  }

  #commonOf(scope: Scope): Value {
    const module = scope.names.get('module');
    return module instanceof Obj ? (module.hole ?? module.members.get('exports')) : module;
  }

  /** What a module exports under a name; `undefined`: nothing, or `undefined`. */
  #find(file: ScriptFile, name: string, seen: Set<ScriptFile>): Value {
    if (seen.has(file)) return undefined;
    seen.add(file);
    const { exported, scope, stars } = this.load(file);
    const own = exported.get(name);
    if (own) return own();
    if (scope.names.has(name) && !commonNames.has(name)) return scope.names.get(name);
    for (const star of stars) {
      const target = file.imports.get(star);
      const found =
        target !== undefined && typeof target !== 'string'
          ? this.#find(target, name, seen)
          : nativeOf(star, name, this.#program.isZod3);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #namespace(file: ScriptFile): Value {
    const { exported, scope, stars } = this.load(file);
    const made = new Obj(undefined);
    for (const [name, value] of scope.names)
      if (!commonNames.has(name) && !name.startsWith('*')) made.members.set(name, value);
    for (const [name, value] of exported) made.members.set(name, value());
    for (const star of stars) {
      const target = file.imports.get(star);
      const inner = target !== undefined && typeof target !== 'string' ? this.#namespace(target) : undefined;
      if (inner instanceof Obj)
        for (const [name, value] of inner.members) if (!made.members.has(name)) made.members.set(name, value);
    }
    return made;
  }

  /** What a script gets that requires a module. */
  required(specifier: string, node: SyntaxNode): Value {
    const { file } = this.#run.frame;
    const target = file.imports.get(specifier);
    if (target === undefined || typeof target === 'string') return this.#imported(file, specifier, '*', node);
    const { scope, exported } = this.load(target);
    return exported.size > 0 ? this.#namespace(target) : this.#commonOf(scope);
  }
}

/** The names of `{ a, b as c }`. */
function namesOf(group: SyntaxNode | null, { text }: ScriptFile): { local: SyntaxNode; name: string }[] {
  const found: { local: SyntaxNode; name: string }[] = [];
  let part: SyntaxNode[] = [];
  const take = () => {
    const isType = part[0]?.name === 'type';
    const names = part.filter(({ name }) => /^Variable(?:Name|Definition)$|^default$|^String$/.test(name));
    const [first] = names;
    const last = names.at(-1);
    if (first && last && !isType) found.push({ local: last, name: text.slice(first.from, first.to) });
    part = [];
  };
  for (const each of group ? partsOf(group).slice(1, -1) : [])
    if (each.name === ',') take();
    else part.push(each);
  take();
  return found;
}
