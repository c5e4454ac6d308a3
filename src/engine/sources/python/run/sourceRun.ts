import type { PyNode } from '../../../code/python/read/syntax.ts';
import type { Span } from '../../../core/span.ts';
import type { Context } from '../../../python/index.ts';
import type { Environment } from '../values/environment.ts';
import {
  type Class,
  type Given,
  type Module,
  type Placed,
  type Routine,
  type Unknown,
  type Value,
  wrap,
} from '../values/values.ts';
import type { Journal } from './changeJournal.ts';
import type { Program, SourceFile } from './program.ts';

/** A parser that a program makes. */
export interface Construction {
  /** The framework's class, by its dotted path. */
  readonly path: string;
  /** The class method that makes it. */
  readonly factory?: string;
  readonly args: Given;
  /** The project's class that derives from it. */
  readonly of?: Class;
  /** The call that it stands for: that of the function which makes it, where its arguments come from there. */
  readonly place: PyNode;
  /** The call of the framework's own class. */
  readonly node: PyNode;
  readonly name: string;
  /** The functions around that have no known call, the innermost first. */
  readonly uncalled?: PyNode;
}

/** A call of a function of the program that is being read. */
export interface Frame {
  /** Absent: the body of a module. */
  readonly function?: Routine;
  /** The call that it is; absent where nothing calls the function. */
  readonly call?: PyNode;
  readonly caller?: Frame;
  /** How many branches deep it is read with unknown arguments; absent: they are not all unknown. */
  readonly openAt?: number;
  /** Whether the function was read before. */
  readonly isAgain: boolean;
  /** Why it may have ended before this. */
  ended?: Unknown;
  /** What it may have returned there. */
  returned?: readonly Value[];
  /** A generator's items, if they are read where it is called. */
  readonly yields?: Value[];
}

/** How a statement ends. */
export type Completion =
  | { readonly kind: 'next' | 'break' | 'continue' }
  /** With the class of what is raised, where it is named there. */
  | { readonly kind: 'raise'; readonly error?: string }
  | { readonly kind: 'return'; readonly placed: Placed }
  /** Nobody knows whether it went on. */
  | { readonly kind: 'open'; readonly reason: Unknown; readonly returns: boolean };

/** A program that is read as Python would run it, as far as that is certain. */
export interface Run {
  readonly program: Program;
  readonly journal: Journal;
  /** What Python's own operations need. */
  readonly context: Context;
  /** The places of the items of dicts and lists. */
  readonly places: WeakMap<object, Map<Value, Span>>;
  /** The key or number of the item of each comprehension that is being made, by where it begins. */
  readonly comprehended: Map<number, Value>;
  frame: Frame;
  /** What an expression is. Never throws but for an exception of Python inside a `try`. */
  evaluate(node: PyNode, names: Environment): Placed;
  execute(statements: readonly PyNode[], names: Environment): Completion;
  call(callee: Value, args: Given, node: PyNode): Value;
  /** `object.name` */
  attribute(object: Placed, name: string, node: PyNode): Placed;
  /** Notes that the body of a function is read for a call; true: for the first time. */
  enter(fn: PyNode): boolean;
  /** Reads what may run, without noting the parsers that it makes. */
  silently(read: () => void): void;
  /** Notes that the program changes what stands at a path of another package. */
  patch(path: string): void;
  isPatched(path: string): boolean;
  /** Whether values in the body of a class were others when it was made before. */
  hasChanged(of: PyNode): boolean;
  /** The parsers that were noted. */
  readonly constructions: readonly object[];
  /** Notes a parser that the program makes, and gives its number. */
  record(construction: Construction & { readonly isAgain: boolean }): number;
  /** Makes an instance of a class of the program. */
  instantiate(of: Class, args: Given, node: PyNode): Value;
  /** What expressions in the bodies of modules and classes were, by where they stand. */
  readonly valuesByPlace: ReadonlyMap<string, Placed>;
  /** How many values are unknown. */
  readonly unknowns: number;
  /** Notes what was found for a name. */
  noteName(name: string, found: Placed | undefined): void;
  /** Notes that a known value decided what is read: with fewer known values, other parts of the program may be read. */
  decide(): void;
  /** The class whose body an environment is. */
  readonly classes: WeakMap<Environment, Class>;
  readonly classList: Class[];
  readonly functions: Routine[];
  /** The module that a file is; its body is read once. */
  load(file: SourceFile): Module;
  /** The names of all modules that are read. */
  moduleNames(): readonly Environment[];
  /** What an operation gives, or an unknown in its place. */
  guarded<T>(node: PyNode, operation: () => T): T | Value;
  /** The items that a list takes in; where they are unknown, none, and the list is in doubt. */
  itemsOrNone(value: Value, list: Value, node: PyNode): readonly Value[];
  /** Runs branches of which Python runs one. */
  branches(reason: Unknown, branches: readonly (() => Completion)[]): Completion;
  /** Lets Python's exceptions through. */
  trying<T>(run: () => T): T;
  /** A step; false: there were too many. */
  step(): boolean;
  /** Pays for what is made; throws `Unreadable` where it is too much. */
  spend(size: number): void;
  unknown(reason: string, node: { readonly from: number; readonly to: number }): Value;
  /** What a collection or class gives, item by item. Throws `Unreadable` where its order is not known. */
  items(value: Value): readonly Value[];
}

/** What a function gives that may have ended before is worth knowing: it may be changed through what the call gives. */
export function noteReturn(end: Completion, frame: Frame): void {
  if (end.kind === 'return') frame.returned = [...(frame.returned ?? []), end.placed.value];
}

/** How branches end of which Python runs one. */
export function endOfBranches(ends: readonly Completion[], reason: Unknown, frame: Frame): Completion {
  const kinds = ends.filter(({ kind }) => kind !== 'raise');
  const values = kinds.flatMap(end => (end.kind === 'return' ? [end.placed.value] : []));
  if (kinds.length > 0 && values.length === kinds.length)
    return { kind: 'return', placed: { value: wrap(reason.with(values)), at: reason.at } };
  if (kinds.some(({ kind }) => kind === 'return' || kind === 'open')) {
    for (const end of kinds) noteReturn(end, frame);
    frame.ended ??= reason;
    return { kind: 'open', reason, returns: true };
  }
  if (kinds.some(({ kind }) => kind === 'break' || kind === 'continue'))
    return { kind: 'open', reason, returns: false };
  return kinds.length === 0 && ends.length > 0 ? { kind: 'raise' } : { kind: 'next' };
}
