import { spanOf } from '../../code/python/read/syntax.ts';
import type { OuterNames, SelfContained } from '../reading/sourceHost.ts';
import { callFunction } from './calls/callFunction.ts';
import type { RecordingRun } from './definitions/recordConstruction.ts';
import { Environment } from './values/environment.ts';
import {
  as,
  type Class,
  External,
  Instance,
  type Placed,
  Routine,
  Unknown,
  type Value,
  wrap,
} from './values/values.ts';

/** What is seen of a function while it is read. */
export class Watch {
  /** How often a known value decided what is read. */
  decisions = 0;
  /** The names that it takes from around it. */
  outer: OuterNameList | undefined;
}

/** A program whose functions can be read when its modules have been. */
export interface FunctionRun extends RecordingRun {
  /** Functions that were read for a call, by where they begin. */
  readonly entered: Set<number>;
  readonly watch: Watch;
  /** Functions that need not be read again in the next version of the program. */
  readonly selfContained: Map<string, OuterNames>;
}

/**
 * Reads the functions that nothing calls, with unknown arguments. What they change may have changed when any of them runs.
 * `earlier`: functions of an earlier version that need not be read.
 */
export function readUncalled(run: FunctionRun, earlier: SelfContained): void {
  const first = run.program.files[0]!;
  const isOwn = ({ node }: Routine) => run.program.fileAt(node.from) === first;
  const count = run.constructions.length;
  const entered = new Set(run.entered);
  const all = [...run.functions];
  const isSettled = readAll(
    all.filter(({ node }) => !entered.has(node.from)),
    run,
    earlier,
  );
  // What was made on the way is made again below, with all changes.
  run.constructions.length = count;
  enteredAs(entered, run);
  readAll(
    all.filter(fn => isOwn(fn) && !entered.has(fn.node.from) && !isSettled.has(fn)),
    run,
    earlier,
  );
}

function enteredAs(before: ReadonlySet<number>, { entered }: FunctionRun): void {
  entered.clear();
  for (const each of before) entered.add(each);
}

/** Gives those that would be read alike, and make no parser, with any fewer known values. */
function readAll(functions: readonly Routine[], run: FunctionRun, earlier: SelfContained): ReadonlySet<Routine> {
  const settled = new Set<Routine>();
  const { watch, selfContained } = run;
  const reason = (fn: Routine) => new Unknown('A function changes this when it runs.', spanOf(fn.node));
  const selves = new Map<Class, Value>();
  for (const fn of functions) {
    const text = fn.closure.kind === 'module' ? run.program.text.slice(fn.node.from, fn.node.to) : '';
    const before = earlier.get(text);
    if (before && holdsIn(before, fn.closure)) {
      selfContained.set(text, before);
      settled.add(fn);
      continue;
    }
    const self = fn.owner ? selfOf(fn.owner, selves, run) : undefined;
    const bound = self === undefined ? fn : fn.bound(isStatic(fn, run) ? wrap(fn.owner!) : self);
    const outer = new OuterNameList(fn.closure);
    watch.outer = outer;
    const [decisions, made] = [watch.decisions, run.constructions.length];
    run.journal.branch(reason(fn), [
      () => void run.guarded(fn.node, () => callFunction(bound, undefined, undefined, run)),
    ]);
    watch.outer = undefined;
    // What a method changes is its instance, which is another one when it is read again.
    if (fn.owner || watch.decisions !== decisions || run.constructions.length !== made) continue;
    settled.add(fn);
    if (text !== '' && !outer.isOpen) selfContained.set(text, outer.names);
  }
  return settled;
}

function isStatic(fn: Routine, { program }: FunctionRun): boolean {
  const head = fn.node.prevSibling;
  const decorated = fn.node.parent?.name === 'DecoratedStatement' && head;
  return Boolean(decorated && /classmethod/.test(program.text.slice(decorated.from, decorated.to)));
}

/** An instance that `__init__` has filled, for the calls of its methods. */
function selfOf(owner: Class, selves: Map<Class, Value>, run: FunctionRun): Value {
  const existing = selves.get(owner);
  if (existing !== undefined) return existing;
  const self = wrap(new Instance(owner, new Environment('instance')));
  selves.set(owner, self);
  const count = run.constructions.length;
  const init = owner.names.names.get('__init__');
  const method = init && as(init.value, Routine);
  if (method) {
    const entered = new Set(run.entered);
    run.guarded(method.node, () => callFunction(method.bound(self), undefined, undefined, run));
    enteredAs(entered, run);
  }
  run.constructions.length = count;
  return self;
}

/** Whether names still are in a module what they were. */
function holdsIn(outer: OuterNames, module: Environment): boolean {
  for (const [name, path] of outer) {
    const found = module.names.get(name);
    if (found ? path === undefined || as(found.value, External)?.path !== path : path !== undefined) return false;
  }
  return true;
}

/** Collects the names that a function takes from its module, until one of them is of the program itself. */
class OuterNameList {
  readonly names = new Map<string, string | undefined>();
  readonly #module: Environment;
  /** Whether it takes something of the program itself. */
  isOpen = false;

  constructor(module: Environment) {
    this.#module = module;
  }

  /** Notes what was found for a name. */
  add(name: string, found: Placed | undefined): void {
    if (!found) this.names.set(name, undefined);
    else if (this.#module.names.get(name) === found) {
      const path = as(found.value, External)?.path;
      if (path === undefined) this.isOpen = true;
      else this.names.set(name, path);
    }
  }
}
