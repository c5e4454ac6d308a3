import type { SyntaxNode } from '@lezer/common';
import type { PyDict } from '../core/pyValue.ts';

/** How a system's parsers are made in TypeScript that is read without being run. */
export interface ScriptClasses {
  /** Its classes, by their types, and the keys of a definition that their constructors take as an object. */
  readonly classes: ReadonlyMap<string, readonly string[]>;
  /** Its functions that make what a class is of: the class, by the function. */
  readonly functions: ReadonlyMap<string, string>;
  /** Its packages, by the names that {@link sourceOf} gives them. */
  readonly sources: ReadonlySet<string>;
  /** Classes that two of its packages have, which differ: a definition says of which it is. */
  readonly packaged: ReadonlySet<string>;
  /** Classes that are made of other parsers. */
  readonly combining: ReadonlySet<string>;
  /** The package of a module that is imported by this name; `undefined`: none of its own. */
  sourceOf(specifier: string): string | undefined;
  /** A parser's configuration as one that is part of another has it. */
  inner(config: PyDict): PyDict;
}

/** A parser that a module makes. */
export interface FoundInScript {
  readonly name: string;
  readonly config: PyDict;
  readonly node: SyntaxNode;
}

/** The parsers of a module, and what of it is not taken over. */
export interface ScriptParsers {
  readonly found: readonly FoundInScript[];
  readonly problems: readonly { readonly message: string; readonly node: SyntaxNode }[];
}

/** The schema of a zod expression, with the parts that it names; `undefined`: it is not one. */
export type SchemaOf = (node: SyntaxNode) => PyDict | undefined;
