import type { SyntaxNode } from '@lezer/common';
import { LiteralPlaces } from './literalPlaces.ts';
import { bindParameters, instanceOf, memberName, membersOf, nativeBase } from './scriptClasses.ts';
import { hoist } from './scriptDeclarations.ts';
import { type ScriptConfig, scriptDefinition } from './scriptDefinition.ts';
import { Exports } from './scriptExports.ts';
import { evaluateExpression } from './scriptExpressions.ts';
import { partsOf, type ScriptFile, type ScriptProgram, type SourcePlace } from './scriptFiles.ts';
import { nativeMember } from './scriptNatives.ts';
import type { Arguments, Completion, Frame, ScriptRun } from './scriptRun.ts';
import { executeStatement } from './scriptStatements.ts';
import {
  Arr,
  Class,
  Fn,
  Getter,
  Made,
  Native,
  Obj,
  Promised,
  type Region,
  Schema,
  Scope,
  Unknown,
  type Value,
} from './scriptValues.ts';
import { schemaMember } from './zodSchemas.ts';

/** A parser that was made: where, and by which calls. */
export interface ScriptRecord {
  readonly file: ScriptFile;
  readonly node: SyntaxNode;
  /** The calls that led there, the outermost first, each with its file. */
  readonly stack: readonly { readonly file: ScriptFile; readonly node: SyntaxNode }[];
  /** Whether the outermost stands in a function that nothing calls here. */
  readonly isUncalled: boolean;
  readonly definition: ScriptConfig;
}

const notScript = 'This cannot be read as TypeScript from a mistake above it on.';
/** What makes values: of a text with a mistake nobody knows which ones. */
const holdsValue = /^(?:String|Number|TemplateString|BinaryExpression|ArrayExpression|ObjectExpression)$/;

/** What a text is written as. */
const holdsText = /^(?:String|TemplateString|BinaryExpression)$/;

const maxSteps = 200_000;
const maxDepth = 120;
const maxRecords = 2000;
const maxFunctions = 3000;

/** Reads a program: what it makes when it is loaded, then what its functions would make if others called them. */
export class ScriptInterpreter implements ScriptRun {
  readonly records: ScriptRecord[] = [];
  readonly program: ScriptProgram;
  region: Region | undefined;
  frame: Frame;
  readonly literals = new LiteralPlaces();
  readonly #exports: Exports;
  readonly #met = new Map<string, { readonly of: Fn | Class; readonly file: ScriptFile }>();
  readonly #made: ScriptConfig[] = [];
  readonly #patched = new Set<string>();
  #stack: { readonly file: ScriptFile; readonly node: SyntaxNode }[] = [];
  #isSilent = false;
  #isUncalled = false;
  #steps = 0;
  #depth = 0;

  constructor(program: ScriptProgram) {
    this.program = program;
    this.frame = { file: program.first, self: undefined, home: undefined };
    this.#exports = new Exports(this, program);
  }

  get isSpent(): boolean {
    return this.#steps >= maxSteps;
  }

  read(): void {
    this.#exports.load(this.program.first);
    // What such a function changes may have been changed before any of them runs.
    this.silently(() => this.#readUncalled());
    this.#readUncalled();
  }

  #readUncalled(): void {
    this.#isUncalled = true;
    const done = new Set<string>();
    for (const [key, { of, file }] of this.#met) {
      if (done.size > maxFunctions) break;
      done.add(key);
      const hole = new Unknown(
        'What this function is called with is known only when the program runs.',
        { file, start: of.node.from, end: of.node.from + 1 },
        true,
      );
      this.#in({ file, self: of instanceof Fn ? of.self : undefined, home: of instanceof Fn ? of.home : of }, () =>
        this.within(hole, () => {
          const given = { values: [], spread: hole, places: [] };
          if (of instanceof Class) instanceOf(of, given, of.node, this);
          else this.#run(of, given);
        }),
      );
    }
    this.#isUncalled = false;
  }

  step(): boolean {
    return ++this.#steps < maxSteps;
  }

  textOf({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.frame.file.text.slice(from, to);
  }

  place({ from, to }: { readonly from: number; readonly to: number }): SourcePlace {
    return { file: this.frame.file, start: from, end: to };
  }

  unknown(node: { readonly from: number; readonly to: number }, reason: string): Unknown {
    return new Unknown(reason, this.place(node));
  }

  evaluate(node: SyntaxNode | null | undefined, scope: Scope): Value {
    if (!node) return undefined;
    if (!this.step()) return this.unknown(node, 'Reading the file takes too long.');
    const { fault } = this.frame.file;
    if (fault !== undefined && node.to > fault && holdsValue.test(node.name)) return this.unknown(node, notScript);
    if (this.#depth >= maxDepth) return this.unknown(node, 'This is nested too deeply.');
    this.#depth++;
    try {
      const value = evaluateExpression(node, scope, this);
      if (typeof value === 'string' && holdsText.test(node.name) && node.parent?.name !== 'BinaryExpression')
        this.literals.add(value, this.place(node));
      return value;
    } finally {
      this.#depth--;
    }
  }

  execute(nodes: readonly SyntaxNode[], scope: Scope): Completion | undefined {
    hoist(nodes, scope, this);
    for (const [i, node] of nodes.entries()) {
      if (!this.step()) return { kind: 'maybe' };
      const end = this.#statement(node, scope);
      if (end?.kind !== 'maybe') {
        if (end) return end;
        continue;
      }
      const hole = this.unknown(node, 'Whether this runs is known only when the program runs.');
      this.within(hole, () => {
        for (const rest of nodes.slice(i + 1)) if (this.#statement(rest, scope)) break;
      });
      return end;
    }
    return undefined;
  }

  #statement(node: SyntaxNode, scope: Scope): Completion | undefined {
    if (this.#depth >= maxDepth) return { kind: 'maybe' };
    this.#depth++;
    try {
      return executeStatement(node, scope, this);
    } finally {
      this.#depth--;
    }
  }

  within<T>(hole: Unknown, read: () => T): T {
    const before = this.region;
    this.region = { hole };
    try {
      return read();
    } finally {
      this.region = before;
    }
  }

  silently<T>(read: () => T): T {
    const before = this.#isSilent;
    this.#isSilent = true;
    try {
      return read();
    } finally {
      this.#isSilent = before;
    }
  }

  inside<T>({ self, home }: { readonly self: Value; readonly home: Class | undefined }, read: () => T): T {
    return this.#in({ file: this.frame.file, self, home }, read);
  }

  #in<T>(frame: Frame, read: () => T): T {
    const before = this.frame;
    this.frame = frame;
    try {
      return read();
    } finally {
      this.frame = before;
    }
  }

  /** Reads a module in its own scope. */
  load(file: ScriptFile, scope: Scope): void {
    const [stack, region] = [this.#stack, this.region];
    this.#stack = [];
    this.region = undefined;
    this.#in({ file, self: undefined, home: undefined }, () => this.execute(partsOf(file.root), scope));
    this.#stack = stack;
    this.region = region;
  }

  meet(of: Fn | Class): void {
    const file = this.#exports.fileOf(of.scope) ?? this.frame.file;
    this.#met.set(`${file.path}:${of.node.from}`, { of, file });
  }

  rest(given: Arguments, from: number): Value {
    return given.spread ?? new Arr(this.region, given.values.slice(from));
  }

  call(fn: Fn, given: Arguments, node: SyntaxNode): Value {
    if (this.#stack.length > 30 || !this.step()) return this.unknown(node, 'This calls itself too often.');
    this.#stack.push({ file: this.frame.file, node });
    try {
      return this.enter(fn, given);
    } finally {
      this.#stack.pop();
    }
  }

  enter(fn: Fn, given: Arguments): Value {
    const file = this.#exports.fileOf(fn.scope) ?? this.frame.file;
    return this.#in({ file, self: fn.self, home: fn.home }, () => this.#run(fn, given));
  }

  #run(fn: Fn, given: Arguments): Value {
    const { node } = fn;
    const scope = new Scope(fn.scope, this.region, true);
    bindParameters(fn, given, scope, this);
    const block = node.getChild('Block');
    const value = block ? this.#body(block, scope) : this.evaluate(node.lastChild, scope);
    if (node.getChild('Star')) return this.unknown(node, 'What a generator gives is not read.');
    return node.getChild('async') ? new Promised(value) : value;
  }

  #body(block: SyntaxNode, scope: Scope): Value {
    const end = this.execute(partsOf(block), scope);
    if (end?.kind === 'return') return end.value;
    return end ? this.unknown(block, 'What this function gives is known only when the program runs.') : undefined;
  }

  construct(of: Value, given: Arguments, node: SyntaxNode): Value {
    if (of instanceof Native && /^(?:core|classic)\./.test(of.path)) return this.make(of.path, given, node);
    if (of instanceof Class) {
      const base = nativeBase(of);
      if (base) return this.#subclass(of, base, given, node);
      if (this.#stack.length > 30) return this.unknown(node, 'This calls itself too often.');
      const file = this.#exports.fileOf(of.scope) ?? this.frame.file;
      this.#stack.push({ file: this.frame.file, node });
      try {
        return this.#in({ file, self: undefined, home: of }, () => instanceOf(of, given, node, this));
      } finally {
        this.#stack.pop();
      }
    }
    for (const value of given.values) this.escape(value, node, of instanceof Unknown ? of : undefined);
    return of instanceof Unknown ? of : this.unknown(node, 'What this makes is known only when the program runs.');
  }

  /** A class that is made of one of LangChain's: what it changes is code. */
  #subclass(of: Class, base: Native, given: Arguments, node: SyntaxNode): Value {
    if (!/^(?:core|classic)\./.test(base.path))
      return this.unknown(node, 'What this makes is known only when the program runs.');
    const changed: string[] = [];
    const file = this.#exports.fileOf(of.scope) ?? this.frame.file;
    this.#in({ file, self: undefined, home: of }, () => {
      for (let at: Value = of; at instanceof Class; at = at.base)
        for (const member of membersOf(at)) {
          const name = memberName(member, this);
          if (name !== undefined && !/^lc_/.test(name)) changed.push(name);
        }
    });
    const reason = `What \`${of.name}\` makes of its base class is code.`;
    return this.make(
      base.path,
      given,
      node,
      undefined,
      changed.map(argument => ({
        argument: argument === 'constructor' ? '*args' : argument,
        ...this.unknown(node, reason),
      })),
    );
  }

  member(owner: Value, key: Value, node: SyntaxNode): Value {
    if (owner instanceof Unknown) return owner;
    if (key instanceof Unknown) return key;
    const name = String(key);
    if (owner instanceof Native)
      return !/^(?:core|classic)\b/.test(owner.path) && this.#patched.has(rootOf(owner.path))
        ? this.unknown(node, 'The program changes this.')
        : nativeMember(owner, name, node, this);
    if (owner instanceof Schema) return schemaMember(owner, name, node, this);
    if (owner instanceof Obj) return this.#ofObject(owner, name, node);
    if (owner instanceof Arr) {
      if (owner.hole) return owner.hole;
      if (name === 'length') return owner.items.length;
      return /^\d+$/.test(name)
        ? owner.items[Number(name)]
        : this.unknown(node, `\`${name.slice(0, 60)}\` of a list is not read.`);
    }
    if (owner instanceof Class) return this.#ofClass(owner, name, node);
    if (typeof owner === 'string')
      return name === 'length'
        ? owner.length
        : /^\d+$/.test(name)
          ? owner[Number(name)]
          : this.unknown(node, 'This is not read.');
    return this.unknown(node, `\`${name.slice(0, 60)}\` is known only when the program runs.`);
  }

  #ofObject(owner: Obj, name: string, node: SyntaxNode): Value {
    const own = owner.members.get(name);
    if (own instanceof Unknown) return own;
    if (owner.hole) return owner.hole;
    if (own instanceof Getter) return this.call(own.fn, { values: [], spread: undefined, places: [] }, node);
    if (own !== undefined || owner.members.has(name)) return own;
    // What every object has, as `toString`, is not read.
    return name in {} || owner.of
      ? this.unknown(node, `\`${name.slice(0, 60)}\` is known only when the program runs.`)
      : undefined;
  }

  #ofClass(owner: Class, name: string, node: SyntaxNode): Value {
    for (let at: Value = owner; at instanceof Class; at = at.base) {
      if (at.statics.members.has(name) || at.statics.hole) return this.#ofObject(at.statics, name, node);
      if (at.base instanceof Native) return nativeMember(at.base, name, node, this);
    }
    return name === 'name'
      ? owner.name
      : this.unknown(node, `\`${name.slice(0, 60)}\` is known only when the program runs.`);
  }

  put(owner: Value, key: Value, value: Value, node: SyntaxNode): void {
    if (owner instanceof Class) {
      this.put(owner.statics, key, value, node);
      return;
    }
    if (owner instanceof Native) this.patch(rootOf(owner.path));
    if (!(owner instanceof Obj || owner instanceof Arr)) return;
    const isIndex =
      owner instanceof Arr
        ? typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= owner.items.length
        : typeof key === 'string' || typeof key === 'number';
    if (!isIndex || key === '__proto__') {
      owner.hole ??= key instanceof Unknown ? key : this.unknown(node, 'What is assigned here is not followed.');
      return;
    }
    const after = owner.region === this.region ? value : this.#uncertain(node);
    if (owner instanceof Arr) owner.items[key as number] = after;
    else {
      owner.members.set(String(key), after);
      owner.place(String(key), undefined);
    }
  }

  #uncertain(node: SyntaxNode): Unknown {
    const hole = this.region?.hole;
    return hole
      ? new Unknown(hole.reason, hole.at)
      : this.unknown(node, 'When this is assigned is known only when the program runs.');
  }

  change(owner: Obj | Arr, node: SyntaxNode): boolean {
    if (owner.region === this.region) return true;
    owner.hole ??= this.#uncertain(node);
    return false;
  }

  escape(value: Value, node: SyntaxNode, by?: Unknown): void {
    const callee = node.firstChild ? this.textOf(node.firstChild) : '';
    const isHarmless =
      by?.isPackage === true && !/merge|assign|set|default|extend|push|update|mutate|sort|patch/i.test(callee);
    this.#escape(value, node, isHarmless, new Set());
  }

  #escape(value: Value, node: SyntaxNode, isHarmless: boolean, seen: Set<Value>): void {
    if (value === null || typeof value !== 'object' || seen.has(value) || seen.size > 1000) return;
    seen.add(value);
    if (value instanceof Fn) {
      const hole = new Unknown(
        'What this function is called with is known only when the program runs.',
        this.place(node),
        true,
      );
      this.silently(() => this.within(hole, () => this.call(value, { values: [], spread: hole, places: [] }, node)));
    } else if (value instanceof Obj || value instanceof Arr) {
      if (!isHarmless) value.hole ??= this.unknown(node, 'It is handed over to code that may change it.');
      for (const each of value instanceof Obj ? value.members.values() : value.items)
        this.#escape(each, node, isHarmless, seen);
    }
  }

  requireModule(specifier: string, node: SyntaxNode): Value {
    return this.#exports.required(specifier, node);
  }

  patch(path: string): void {
    this.#patched.add(path);
  }

  make(path: string, given: Arguments, node: SyntaxNode, method?: string, more: ScriptConfig['unknown'] = []): Value {
    const { unknown, ...read } = scriptDefinition(path, method, given, node, this, this.#made);
    const { fault } = this.frame.file;
    const holes = [
      ...(fault !== undefined && node.to > fault ? [this.unknown(node, notScript)] : []),
      ...(this.#patched.has('eval') ? [this.unknown(node, '`eval` may change anything.')] : []),
      ...(this.#patched.has(rootOf(path)) ? [this.unknown(node, 'The program changes this class.')] : []),
    ];
    const all = [...unknown, ...more, ...holes.map(hole => ({ ...hole, argument: '*args' }))];
    const definition = { ...read, unknown: all };
    this.#made.push(definition);
    if (!this.#isSilent && this.records.length < maxRecords)
      this.records.push({
        file: this.frame.file,
        node,
        stack: [...this.#stack],
        isUncalled: this.#isUncalled,
        definition,
      });
    return new Made(this.#made.length - 1);
  }
}

/** What a program changes where it changes a part of it: a class of a package, or all that the language has under a name. */
function rootOf(path: string): string {
  return path
    .split('.')
    .slice(0, /^(?:core|classic)\./.test(path) ? 2 : 1)
    .join('.');
}
