import type { SyntaxNode } from '@lezer/common';
import type { LiteralPlaces, ScriptFile, SourcePlace } from './scriptFiles.ts';
import type { Arr, Class, Fn, Obj, Region, Scope, Unknown, Value } from './scriptValues.ts';
import type { HoleTexts } from './zodHoles.ts';

/** The arguments of a call. */
export interface Arguments {
  readonly values: readonly Value[];
  /** An unknown that is spread into it. */
  readonly spread: Unknown | undefined;
  /** The place of each that is written as it is. */
  readonly places: readonly SourcePlace[];
}

/** How a statement ends: `maybe` where only a run can know whether the function has ended. */
export type Completion =
  | { readonly kind: 'return'; readonly value: Value }
  /** With the label that is jumped to, if one is. */
  | { readonly kind: 'break' | 'continue'; readonly label?: string }
  | { readonly kind: 'throw' }
  /** With what it may have returned. */
  | { readonly kind: 'maybe'; readonly values?: readonly Value[] };

/** What stands around a node while it is read. */
export interface Frame {
  readonly file: ScriptFile;
  readonly self: Value;
  readonly home: Class | undefined;
}

/** A program that is read, as far as its parts need it. */
export interface ScriptRun {
  readonly region: Region | undefined;
  readonly frame: Frame;
  /** Where texts are written. */
  readonly literals: LiteralPlaces;
  /** Unknown descriptions of schemas. */
  readonly holes: HoleTexts;
  /** How often something was unknown, so that it may throw. */
  readonly doubts: number;
  /** Reads what is not counted among the doubts. */
  certainly(read: () => void): void;
  /** Counts a step; false where there have been too many. */
  step(): boolean;
  textOf(node: { readonly from: number; readonly to: number }): string;
  place(node: { readonly from: number; readonly to: number }): SourcePlace;
  unknown(node: { readonly from: number; readonly to: number }, reason: string): Unknown;
  evaluate(node: SyntaxNode | null | undefined, scope: Scope): Value;
  execute(nodes: readonly SyntaxNode[], scope: Scope): Completion | undefined;
  /** Reads what may or may not run, or runs at another time. */
  within<T>(hole: Unknown, read: () => T): T;
  /** Reads without keeping the parsers that are made. */
  silently<T>(read: () => T): T;
  call(fn: Fn, args: Arguments, node: SyntaxNode): Value;
  /** Reads what a call makes, as a part of the calls around; an unknown where these are too many. */
  called(node: SyntaxNode, read: () => Value): Value;
  /** Reads what stands in another scope, in the file that this is of. */
  inScope<T>(scope: Scope, frame: Pick<Frame, 'self' | 'home'>, read: () => T): T;
  /** Reads the body of a function, as a part of what is read now. */
  enter(fn: Fn, args: Arguments): Value;
  construct(of: Value, args: Arguments, node: SyntaxNode): Value;
  member(owner: Value, key: Value, node: SyntaxNode): Value;
  /** What is handed over to code that is not read may be changed there, and called. */
  escape(value: Value, node: SyntaxNode, by?: Unknown): void;
  /** A change in place: false where it is not certain, so that all of it is unknown from here on. */
  change(owner: Obj | Arr, node: SyntaxNode): boolean;
  /** Reads with another `this`. */
  inside<T>(frame: { readonly self: Value; readonly home: Class | undefined }, read: () => T): T;
  /** A function or class that may be called from elsewhere. */
  meet(of: Fn | Class): void;
  /** The arguments from an index on, as a list. */
  rest(args: Arguments, from: number): Value;
  requireModule(specifier: string, node: SyntaxNode): Value;
  /** Keeps a parser that is made; `more`: what else of it is unknown. */
  make(
    path: string,
    args: Arguments,
    node: SyntaxNode,
    method?: string,
    more?: readonly (Pick<Unknown, 'reason' | 'at' | 'isParameter'> & { readonly argument: string })[],
  ): Value;
  /** Notes that the program changes what stands at a path, or a part of it. */
  patch(path: string): void;
  isPatched(path: string): boolean;
  /** `owner[key] = value` */
  put(owner: Value, key: Value, value: Value, node: SyntaxNode): void;
}

/** What a method gives that is not read. */
export function notRead(name: string, node: SyntaxNode, run: ScriptRun): Unknown {
  return run.unknown(node, `What \`${name.slice(0, 60)}\` gives is known only when the program runs.`);
}

/** An unknown for a call, whose arguments may be changed by it. */
export function handOver(hole: Unknown, args: Arguments, node: SyntaxNode, run: ScriptRun): Unknown {
  for (const value of args.values) run.escape(value, node, hole);
  return hole;
}
