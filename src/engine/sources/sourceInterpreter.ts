import { childrenOf, type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { EngineError } from '../core/errors.ts';
import type { Span } from '../core/span.ts';
import { type Context, getAttribute, getItem, iterate, PyObject, PyTuple, toDefinitionText } from '../python/index.ts';
import { attributeOf } from './attributeOf.ts';
import { callFunction, callValue, instantiateClass } from './callValue.ts';
import { Journal } from './changeJournal.ts';
import { isEnum, isNamedTuple } from './classLines.ts';
import type { Construction } from './construction.ts';
import { definitionOf, type SourceConfig } from './definitionOf.ts';
import { membersOf } from './enumMembers.ts';
import { Environment } from './environment.ts';
import { evaluateExpression, listOf } from './evaluateExpression.ts';
import { executeStatement } from './executeStatement.ts';
import { moduleNameOf, type Program, type SourceFile } from './program.ts';
import { holdsIn, OuterNameList, type OuterNames, type SelfContained } from './selfContained.ts';
import { Models } from './sourceModels.ts';
import type { Completion, Frame, Run } from './sourceRun.ts';
import { callSpecial } from './specialMethods.ts';
import {
  as,
  Class,
  type Given,
  Instance,
  Module,
  type Placed,
  PySet,
  Routine,
  Unknown,
  Unreadable,
  unknown,
  type Value,
  wrap,
} from './values.ts';

/** Steps of a program, what it may make, and how deep its expressions nest. */
const maxSteps = 300_000;
const maxSize = 20_000_000;
const maxDepth = 120;
const maxConstructions = 10_000;
/** Parsers that one function makes at one place. */
const maxAtPlace = 50;
const next: Completion = { kind: 'next' };

/** A construction with what is needed to choose among those of one place. */
export type Recorded = Construction & { readonly isAgain: boolean; readonly definition: SourceConfig };

/** Reads a program as Python would run it: modules first, in their order, then functions that nothing calls, with unknown arguments. */
export class Interpreter implements Run {
  readonly program: Program;
  readonly journal = new Journal();
  readonly places = new WeakMap<object, Map<Value, Span>>();
  readonly comprehended = new Map<number, Value>();
  readonly classes = new WeakMap<Environment, Class>();
  readonly classList: Class[] = [];
  readonly functions: Routine[] = [];
  readonly constructions: Recorded[] = [];
  /** What expressions in the bodies of modules and classes were, by where they stand. */
  readonly known = new Map<string, Placed>();
  readonly context: Context;
  readonly models: Models;
  unknowns = 0;
  #decisions = 0;
  #outer: OuterNameList | undefined;
  /** Functions that need not be read again in the next version of the program. */
  readonly selfContained = new Map<string, OuterNames>();
  readonly #known: SelfContained;
  isSpent = false;
  frame: Frame = { isAgain: false };
  readonly #modules = new Map<SourceFile, Module>();
  readonly #entered = new Set<number>();
  #steps = 0;
  #size = 0;
  #depth = 0;
  #tries = 0;

  /** @param known functions of an earlier version that need not be read */
  constructor(program: Program, known: SelfContained = new Map()) {
    this.program = program;
    this.#known = known;
    this.models = new Models(this);
    this.context = {
      isStrict: true,
      spend: cost => this.spend(cost),
      attribute: (object, name) =>
        this.attribute({ value: object, at: { start: 0, end: 0 } }, name, program.tree.topNode).value,
      item: (object, key) => getItem(object, key, this.context),
      filter: () => getAttribute(null, '', this.context),
      test: () => false,
      has: () => false,
    };
  }

  step(): boolean {
    if (++this.#steps > maxSteps) this.isSpent = true;
    return !this.isSpent;
  }

  spend(size: number): void {
    if (!Number.isFinite(size) || this.#size + size > maxSize)
      throw new Unreadable('This makes values that are too large to be read.');
    this.#size += size;
  }

  unknown(reason: string, node: { readonly from: number; readonly to: number }): Value {
    this.unknowns++;
    return unknown(reason, spanOf(node));
  }

  evaluate(node: PyNode, names: Environment): Placed {
    if (!this.step()) return { value: this.unknown('Reading this takes too long.', node), at: spanOf(node) };
    if (this.#depth >= maxDepth)
      return { value: this.unknown('This is nested too deeply to be read.', node), at: spanOf(node) };
    this.#depth++;
    try {
      const placed = evaluateExpression(node, names, this);
      if (names.kind === 'class' || names.kind === 'module') this.known.set(`${node.from}:${node.to}`, placed);
      return placed;
    } catch (error) {
      return { value: this.#caught(error, node), at: spanOf(node) };
    } finally {
      this.#depth--;
    }
  }

  /** The unknown that an error stands for. Python's exceptions go on inside a `try`. */
  #caught(error: unknown, node: { readonly from: number; readonly to: number }): Value {
    if (!(error instanceof Unreadable && error.isUnknown)) this.decide();
    if (error instanceof Unreadable) {
      this.unknowns++;
      return wrap(new Unknown(error.message, error.at ?? spanOf(node)));
    }
    if (error instanceof RangeError) return this.unknown('This is nested too deeply to be read.', node);
    if (!(error instanceof EngineError)) throw error;
    if (this.#tries > 0) throw error;
    return this.unknown(`Python raises here: ${error.class}: ${error.message}`, node);
  }

  trying<T>(run: () => T): T {
    this.#tries++;
    try {
      return run();
    } finally {
      this.#tries--;
    }
  }

  noteName(name: string, found: Placed | undefined): void {
    this.#outer?.add(name, found);
  }

  decide(): void {
    this.#decisions++;
  }

  guarded<T>(node: PyNode, operation: () => T): T | Value {
    try {
      return operation();
    } catch (error) {
      return this.#caught(error, node);
    }
  }

  execute(statements: readonly PyNode[], names: Environment): Completion {
    for (const [i, statement] of statements.entries()) {
      if (!this.step()) return next;
      const completion = executeStatement(statement, names, this);
      if (completion.kind === 'open') {
        const rest = statements.slice(i + 1);
        this.journal.branch(completion.reason, [() => void this.execute(rest, names)]);
        return completion;
      }
      if (completion.kind !== 'next') return completion;
    }
    return next;
  }

  branches(reason: Unknown, branches: readonly (() => Completion)[]): Completion {
    const ends: Completion[] = [];
    const tries = this.#tries;
    this.#tries = 0;
    try {
      this.journal.branch(
        reason,
        branches.map(run => () => void ends.push(run())),
      );
    } finally {
      this.#tries = tries;
    }
    const kinds = ends.filter(({ kind }) => kind !== 'raise');
    const isReturn = ({ kind }: Completion) => kind === 'return' || kind === 'open';
    if (kinds.length > 0 && kinds.every(({ kind }) => kind === 'return'))
      return { kind: 'return', placed: { value: wrap(reason), at: reason.at } };
    if (kinds.some(isReturn)) {
      this.frame.ended ??= reason;
      return { kind: 'open', reason, returns: true };
    }
    if (kinds.some(({ kind }) => kind === 'break' || kind === 'continue'))
      return { kind: 'open', reason, returns: false };
    return kinds.length === 0 && ends.length > 0 ? { kind: 'raise' } : next;
  }

  call(callee: Value, given: Given, node: PyNode): Value {
    return callValue(callee, given, node, this);
  }

  instantiate(of: Class, given: Given, node: PyNode): Value {
    return instantiateClass(of, given, node, this);
  }

  attribute(object: Placed, name: string, node: PyNode): Placed {
    return attributeOf(object, name, node, this);
  }

  enter(fn: PyNode): boolean {
    const isFirst = !this.#entered.has(fn.from);
    this.#entered.add(fn.from);
    return isFirst;
  }

  /** Whether a function was read for a call. */
  isEntered(fn: PyNode): boolean {
    return this.#entered.has(fn.from);
  }

  record(construction: Construction & { readonly isAgain: boolean }): number {
    if (this.constructions.length >= maxConstructions) return -1;
    // Read now: what it is given may change later.
    const definition = definitionOf(construction, this, this.models);
    const isAgain = construction.isAgain && this.#hasMade(construction, definition);
    return this.constructions.push({ ...construction, isAgain, definition }) - 1;
  }

  /** Whether a call made the same parser at a place before: a function that is read again may make another one, of another object or class. */
  #hasMade({ node, place }: Construction, { shown }: SourceConfig): boolean {
    const same = this.constructions.filter(each => each.node.from === node.from && each.place.from === place.from);
    if (same.length === 0) return false;
    const text = toDefinitionText(shown);
    return same.length >= maxAtPlace || same.some(each => toDefinitionText(each.definition.shown) === text);
  }

  items(value: Value): readonly Value[] {
    const { value: own } = this.journal.known({ value, at: { start: 0, end: 0 } });
    const hole = as(own, Unknown);
    if (hole) throw Unreadable.for(hole);
    const set = as(own, PySet);
    if (set && set.items.size > 1) throw new Unreadable('The order of a set is known only when the program runs.');
    if (set) return [...set.items.values()];
    const of = as(own, Class);
    if (of && isEnum(of)) return membersOf(of).map(wrap);
    const given = callSpecial(own, '__iter__', [], this);
    if (given !== undefined && given !== value) return this.items(given);
    const tuple = as(own, Instance);
    if (tuple && isNamedTuple(tuple.of)) return [...tuple.names.names.values()].map(each => each.value);
    if (own instanceof PyObject) throw new Unreadable('The items of this object are not read.');
    const items = iterate(own);
    this.spend(items.length);
    return items;
  }

  itemsOrNone(value: Value, list: Value, node: PyNode): readonly Value[] {
    const items = this.guarded(node, () => [...this.items(value)]);
    const hole = as(items as Value, Unknown);
    if (!hole) return items as readonly Value[];
    this.journal.doubt(list, hole);
    return [];
  }

  tuple(items: readonly PyNode[], node: PyNode, names: Environment): Placed {
    const value = this.guarded(node, () => {
      const list = listOf(items, names, this);
      const made = new PyTuple(list);
      this.places.set(made, this.places.get(list) ?? new Map());
      return made;
    });
    return { value, at: spanOf(node) };
  }

  evaluateTypes(annotation: PyNode, names: Environment): void {
    annotation.cursor().iterate(each => {
      if (each.name !== 'ArgList') return true;
      for (const child of childrenOf(each.node))
        if (!/^(?:[(),]|AssignOp|\*\*?)$/.test(child.name)) this.evaluate(child, names);
      return false;
    });
  }

  emptyNames(): Environment {
    return new Environment('module');
  }

  moduleNames(): readonly Environment[] {
    return [...this.#modules.values()].map(({ names }) => names);
  }

  load(file: SourceFile): Module {
    const before = this.#modules.get(file);
    if (before) return before;
    const parent = this.program.packageOf(file);
    if (parent) this.load(parent);
    // The package may have imported it.
    const known = this.#modules.get(file);
    if (known) return known;
    const names = new Environment('module');
    const module = new Module(file.path.replace(/^.*[\\/]/, ''), names);
    this.#modules.set(file, module);
    const isFirst = file === this.program.files[0];
    const at = { start: file.start, end: file.start };
    names.names.set('__name__', {
      value: isFirst ? unknown('Whether the file is run or imported.', at) : module.name.replace(/\.py$/, ''),
      at,
    });
    names.names.set('__file__', { value: unknown('Where the file is.', at), at });
    const frame = this.frame;
    const tries = this.#tries;
    this.frame = { isAgain: false };
    this.#tries = 0;
    this.journal.apart(() => this.execute(childrenOf(this.#scriptOf(file)), names));
    this.#tries = tries;
    this.frame = frame;
    // A package has the modules that were imported from it as attributes.
    if (parent) this.load(parent).names.names.set(moduleNameOf(file.path), { value: wrap(module), at });
    return module;
  }

  #scriptOf(file: SourceFile): PyNode {
    const top = this.program.tree.topNode;
    if (this.program.files.length === 1) return top;
    return childrenOf(top).find(({ from }, i) => from === file.start && i === this.program.files.indexOf(file)) ?? top;
  }

  /** Reads the functions that nothing calls, with unknown arguments. What they change may have changed when any of them runs. */
  readUncalled(): void {
    const first = this.program.files[0]!;
    const isOwn = ({ node }: Routine) => this.program.fileAt(node.from) === first;
    const count = this.constructions.length;
    const entered = new Set(this.#entered);
    const all = [...this.functions];
    const isSettled = this.#runAll(all.filter(({ node }) => !entered.has(node.from)));
    // What was made on the way is made again below, where all that changes is known.
    this.constructions.length = count;
    this.#entered.clear();
    for (const each of entered) this.#entered.add(each);
    this.#runAll(all.filter(fn => isOwn(fn) && !entered.has(fn.node.from) && !isSettled.has(fn)));
  }

  /** Gives those that would be read alike, and make no parser, with whatever less is known. */
  #runAll(functions: readonly Routine[]): ReadonlySet<Routine> {
    const settled = new Set<Routine>();
    const reason = (fn: Routine) => new Unknown('A function changes this when it runs.', spanOf(fn.node));
    const selves = new Map<Class, Value>();
    for (const fn of functions) {
      const text = fn.closure.kind === 'module' ? this.program.text.slice(fn.node.from, fn.node.to) : '';
      const before = this.#known.get(text);
      if (before && holdsIn(before, fn.closure)) {
        this.selfContained.set(text, before);
        settled.add(fn);
        continue;
      }
      const self = fn.owner ? this.#selfOf(fn.owner, selves) : undefined;
      const bound = self === undefined ? fn : fn.bound(this.#isStatic(fn) ? wrap(fn.owner!) : self);
      const outer = new OuterNameList(fn.closure);
      this.#outer = outer;
      const [decisions, made] = [this.#decisions, this.constructions.length];
      this.journal.branch(reason(fn), [
        () => void this.guarded(fn.node, () => callFunction(bound, undefined, undefined, this)),
      ]);
      this.#outer = undefined;
      // What a method changes is its instance, which is another one when it is read again.
      if (fn.owner || this.#decisions !== decisions || this.constructions.length !== made) continue;
      settled.add(fn);
      if (text !== '' && !outer.isOpen) this.selfContained.set(text, outer.names);
    }
    return settled;
  }

  #isStatic(fn: Routine): boolean {
    const head = fn.node.prevSibling;
    const decorated = fn.node.parent?.name === 'DecoratedStatement' && head;
    return Boolean(decorated && /classmethod/.test(this.program.text.slice(decorated.from, decorated.to)));
  }

  /** An instance that `__init__` has filled, of which each method may be asked. */
  #selfOf(owner: Class, selves: Map<Class, Value>): Value {
    const known = selves.get(owner);
    if (known !== undefined) return known;
    const self = wrap(new Instance(owner, new Environment('instance')));
    selves.set(owner, self);
    const count = this.constructions.length;
    const init = owner.names.names.get('__init__');
    const method = init && as(init.value, Routine);
    if (method) {
      const entered = new Set(this.#entered);
      this.guarded(method.node, () => callFunction(method.bound(self), undefined, undefined, this));
      this.#entered.clear();
      for (const each of entered) this.#entered.add(each);
    }
    this.constructions.length = count;
    return self;
  }
}
