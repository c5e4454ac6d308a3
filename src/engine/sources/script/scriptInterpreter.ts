import type { SyntaxNode } from '@lezer/common';
import { Callables } from './callables.ts';
import { bindParameters, constructed } from './calls/scriptClasses.ts';
import { changeMembers, escapeTo, memberOf, putMember } from './calls/scriptMembers.ts';
import { hoist } from './calls/scriptTargets.ts';
import { type ScriptConfig, scriptDefinition } from './definitions/scriptDefinition.ts';
import { ScriptRecords } from './definitions/scriptRecords.ts';
import { Patches } from './patches.ts';
import { Exports } from './scriptExports.ts';
import { evaluateExpression } from './syntax/scriptExpressions.ts';
import { executeStatement } from './syntax/scriptStatements.ts';
import { LiteralPlaces, partsOf, type ScriptFile, type ScriptProgram, type SourcePlace } from './values/scriptFiles.ts';
import type { Arguments, Completion, Frame, ScriptRun } from './values/scriptRun.ts';
import {
  Arr,
  type Class,
  type Fn,
  Made,
  type Obj,
  Promised,
  type Region,
  Scope,
  Unknown,
  type Value,
} from './values/scriptValues.ts';
import { HoleTexts } from './values/zodHoles.ts';

const notScript = 'This cannot be read as TypeScript from a mistake above it on.';
/** What makes values: of a text with a mistake nobody knows which ones. */
const holdsValue = /^(?:String|Number|TemplateString|BinaryExpression|ArrayExpression|ObjectExpression)$/;

/** What a text is written as. */
const holdsText = /^(?:String|TemplateString|BinaryExpression)$/;

const maxSteps = 200_000;
const maxDepth = 120;

/** Reads a program: what it makes when it is loaded, then what its functions would make if others called them. */
export class ScriptInterpreter implements ScriptRun {
  readonly records = new ScriptRecords();
  readonly program: ScriptProgram;
  region: Region | undefined;
  frame: Frame;
  readonly literals = new LiteralPlaces();
  readonly holes = new HoleTexts();
  readonly #exports: Exports;
  readonly #callables = new Callables();
  readonly #patches = new Patches();
  doubts = 0;
  /** The functions that are being read with unknown arguments. */
  readonly #open: { readonly fn: Fn; readonly region: Region | undefined }[] = [];
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
    this.silently(() => this.#callables.read(this));
    this.records.uncalled(() => this.#callables.read(this));
  }

  certainly(read: () => void): void {
    const { doubts } = this;
    read();
    this.doubts = doubts;
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
    this.doubts++;
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
      if (value instanceof Unknown) this.doubts++;
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
      const values = [...(end.values ?? [])];
      this.within(hole, () => {
        for (const rest of nodes.slice(i + 1)) {
          const last = this.#statement(rest, scope);
          if (last?.kind === 'return') values.push(last.value);
          if (last) break;
        }
      });
      return { kind: 'maybe', values };
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
    return this.records.silently(read);
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
    const { region } = this;
    this.region = undefined;
    const frame = { file, self: undefined, home: undefined };
    this.records.apart(() => this.#in(frame, () => this.execute(partsOf(file.root), scope)));
    this.region = region;
  }

  meet(of: Fn | Class): void {
    this.#callables.add(of, this.#exports.fileOf(of.scope) ?? this.frame.file);
  }

  rest(args: Arguments, from: number): Value {
    return args.spread ?? new Arr(this.region, args.values.slice(from));
  }

  call(fn: Fn, args: Arguments, node: SyntaxNode): Value {
    const { values, spread } = args;
    const isOpen = (spread !== undefined || values.length > 0) && values.every(value => value instanceof Unknown);
    if (!isOpen) return this.called(node, () => this.enter(fn, args));
    // Once it was read where nobody knows whether it runs, all that it changes is unknown: it would be read without end.
    const [first, ...others] = this.#open.filter(each => isSameFunction(each.fn, fn));
    if (others.some(({ region }) => region !== first?.region))
      return this.unknown(node, 'This calls itself too often.').with(values);
    this.#open.push({ fn, region: this.region });
    try {
      return this.called(node, () => this.enter(fn, args));
    } finally {
      this.#open.pop();
    }
  }

  called(node: SyntaxNode, read: () => Value): Value {
    if (this.records.isFull || !this.step()) return this.unknown(node, 'This calls itself too often.');
    return this.records.called({ file: this.frame.file, node }, read);
  }

  enter(fn: Fn, args: Arguments): Value {
    return this.inScope(fn.scope, fn, () => this.#run(fn, args));
  }

  inScope<T>(scope: Scope, { self, home }: Pick<Frame, 'self' | 'home'>, read: () => T): T {
    return this.#in({ file: this.#exports.fileOf(scope) ?? this.frame.file, self, home }, read);
  }

  #run(fn: Fn, args: Arguments): Value {
    const { node } = fn;
    const scope = new Scope(fn.scope, this.region, true);
    bindParameters(fn, args, scope, this);
    const block = node.getChild('Block');
    const value = block ? this.#body(block, scope) : this.evaluate(node.lastChild, scope);
    if (node.getChild('Star')) return this.unknown(node, 'What a generator gives is not read.');
    return node.getChild('async') ? new Promised(value) : value;
  }

  #body(block: SyntaxNode, scope: Scope): Value {
    const end = this.execute(partsOf(block), scope);
    if (end?.kind === 'return') return end.value;
    const reason = 'What this function gives is known only when the program runs.';
    return end ? this.unknown(block, reason).with(end.kind === 'maybe' ? (end.values ?? []) : []) : undefined;
  }

  construct(of: Value, args: Arguments, node: SyntaxNode): Value {
    return constructed(of, args, node, this);
  }

  member(owner: Value, key: Value, node: SyntaxNode): Value {
    return memberOf(owner, key, node, this);
  }

  put(owner: Value, key: Value, value: Value, node: SyntaxNode): void {
    putMember(owner, key, value, node, this);
  }

  change(owner: Obj | Arr, node: SyntaxNode): boolean {
    return changeMembers(owner, node, this);
  }

  escape(value: Value, node: SyntaxNode, by?: Unknown): void {
    escapeTo(value, node, this, by);
  }

  requireModule(specifier: string, node: SyntaxNode): Value {
    return this.#exports.required(specifier, node);
  }

  patch(path: string): void {
    this.#patches.add(path);
  }

  isPatched(path: string): boolean {
    return this.#patches.has(path);
  }

  make(path: string, args: Arguments, node: SyntaxNode, method?: string, more: ScriptConfig['unknown'] = []): Value {
    const { unknown, ...read } = scriptDefinition(path, method, args, node, this, this.records.made);
    const { file } = this.frame;
    const isBehindFault = this.records.isWithin(
      each => each.file.fault !== undefined && each.node.to > each.file.fault,
    );
    const holes = [
      ...(isBehindFault || (file.fault !== undefined && node.to > file.fault) ? [this.unknown(node, notScript)] : []),
      ...(this.isPatched('eval') ? [this.unknown(node, '`eval` may change anything.')] : []),
      ...(this.isPatched(path) ? [this.unknown(node, 'The program changes this class.')] : []),
    ];
    const all = [...unknown, ...more, ...holes.map(hole => ({ ...hole, argument: '*args' }))];
    return new Made(this.records.add({ ...read, unknown: all }, { file, node }));
  }
}

function isSameFunction(one: Fn, other: Fn): boolean {
  return one.node.from === other.node.from && one.scope === other.scope && one.self === other.self;
}
