import { childrenOf, type PyNode, spanOf } from '../../code/python/read/syntax.ts';
import { EngineError } from '../../core/errors.ts';
import type { Span } from '../../core/span.ts';
import type { Context } from '../../python/index.ts';
import type { OuterNames, SelfContained } from '../reading/sourceHost.ts';
import { attributeOf } from './calls/attributeOf.ts';
import { callValue } from './calls/callValue.ts';
import { instantiateClass } from './calls/instantiate.ts';
import { type Recorded, recordConstruction } from './definitions/recordConstruction.ts';
import { Models } from './definitions/sourceModels.ts';
import { isAmong, KnownPlaces } from './knownPlaces.ts';
import { Modules } from './modules.ts';
import { contextOf } from './objects/operate.ts';
import { itemsOf } from './objects/specialMethods.ts';
import { Journal } from './run/changeJournal.ts';
import type { Program, SourceFile } from './run/program.ts';
import { type Completion, type Construction, endOfBranches, type Frame, noteReturn } from './run/sourceRun.ts';
import { evaluateExpression } from './syntax/evaluateExpression.ts';
import { executeStatement } from './syntax/executeStatement.ts';
import { type FunctionRun, readUncalled, Watch } from './uncalledFunctions.ts';
import type { Environment } from './values/environment.ts';
import {
  as,
  type Class,
  type Given,
  type Module,
  type Placed,
  type Routine,
  Unknown,
  Unreadable,
  unknown,
  type Value,
  wrap,
} from './values/values.ts';

/** Steps of a program, what it may make, and how deep its expressions nest. */
const maxSteps = 300_000;
const maxSize = 20_000_000;
const maxDepth = 120;
const next: Completion = { kind: 'next' };

/** Reads a program as Python would run it: modules first, in their order, then functions that nothing calls, with unknown arguments. */
export class Interpreter implements FunctionRun {
  readonly program: Program;
  readonly journal = new Journal();
  readonly places = new WeakMap<object, Map<Value, Span>>();
  readonly comprehended = new Map<number, Value>();
  readonly classes = new WeakMap<Environment, Class>();
  readonly classList: Class[] = [];
  readonly functions: Routine[] = [];
  readonly constructions: Recorded[] = [];
  readonly #places = new KnownPlaces();
  readonly context: Context;
  readonly models: Models;
  unknowns = 0;
  readonly watch = new Watch();
  /** Functions that need not be read again in the next version of the program. */
  readonly selfContained = new Map<string, OuterNames>();
  readonly #earlier: SelfContained;
  isSpent = false;
  frame: Frame = { isAgain: false };
  readonly #modules: Modules;
  readonly entered = new Set<number>();
  #steps = 0;
  #size = 0;
  #depth = 0;
  #tries = 0;
  #isSilent = false;
  readonly #patched = new Set<string>();

  /** @param earlier functions of an earlier version that need not be read */
  constructor(program: Program, earlier: SelfContained = new Map()) {
    this.program = program;
    this.#earlier = earlier;
    this.models = new Models(this);
    this.#modules = new Modules(program, (body, names) => this.#readBody(body, names));
    this.context = contextOf(this);
  }

  get valuesByPlace(): ReadonlyMap<string, Placed> {
    return this.#places.values;
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
      if (names.kind === 'class' || names.kind === 'module') this.#places.note(node, placed);
      return placed;
    } catch (error) {
      return { value: this.#caught(error, node), at: spanOf(node) };
    } finally {
      this.#depth--;
    }
  }

  hasChanged(of: PyNode): boolean {
    return this.#places.hasChanged(of);
  }

  /** The unknown that an error stands for. Python's exceptions go on inside a `try`. */
  #caught(error: unknown, node: { readonly from: number; readonly to: number }): Value {
    if (!(error instanceof Unreadable && error.isUnknown)) this.decide();
    if (error instanceof Unreadable) {
      this.unknowns++;
      return wrap(new Unknown(error.message, error.at ?? spanOf(node), error.holds));
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
    this.watch.outer?.add(name, found);
  }

  decide(): void {
    this.watch.decisions++;
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
        this.journal.branch(completion.reason, [() => noteReturn(this.execute(rest, names), this.frame)]);
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
    return endOfBranches(ends, reason, this.frame);
  }

  call(callee: Value, args: Given, node: PyNode): Value {
    return callValue(callee, args, node, this);
  }

  instantiate(of: Class, args: Given, node: PyNode): Value {
    return instantiateClass(of, args, node, this);
  }

  attribute(object: Placed, name: string, node: PyNode): Placed {
    return attributeOf(object, name, node, this);
  }

  enter(fn: PyNode): boolean {
    const isFirst = !this.entered.has(fn.from);
    if (!this.#isSilent) this.entered.add(fn.from);
    return isFirst;
  }

  silently(read: () => void): void {
    const before = this.#isSilent;
    this.#isSilent = true;
    try {
      read();
    } finally {
      this.#isSilent = before;
    }
  }

  patch(path: string): void {
    this.#patched.add(path);
  }

  isPatched(path: string): boolean {
    return isAmong(this.#patched, path);
  }

  record(construction: Construction & { readonly isAgain: boolean }): number {
    return this.#isSilent ? -1 : recordConstruction(construction, this, this.models);
  }

  items(value: Value): readonly Value[] {
    return itemsOf(value, this);
  }

  itemsOrNone(value: Value, list: Value, node: PyNode): readonly Value[] {
    const items = this.guarded(node, () => [...this.items(value)]);
    const hole = as(items as Value, Unknown);
    if (!hole) return items as readonly Value[];
    this.journal.doubt(list, hole);
    return [];
  }

  moduleNames(): readonly Environment[] {
    return this.#modules.names;
  }

  load(file: SourceFile): Module {
    return this.#modules.load(file);
  }

  /** The body of a module is read as if nothing were around it. */
  #readBody(body: PyNode, names: Environment): void {
    const frame = this.frame;
    const tries = this.#tries;
    this.frame = { isAgain: false };
    this.#tries = 0;
    this.journal.apart(() => this.execute(childrenOf(body), names));
    this.#tries = tries;
    this.frame = frame;
  }

  readUncalled(): void {
    readUncalled(this, this.#earlier);
  }
}
