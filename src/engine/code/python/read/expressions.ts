import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { ImportProblem } from '../../../parsers/interchange.ts';
import type { Named } from './resolveName.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import type { Argument, PyNode } from './syntax.ts';

/** Reads expressions of a Python text without running them, as far as the parts of an expression need it. */
export interface Expressions {
  readonly text: string;
  /** What an instance of a class of the text holds, by its named arguments. */
  readonly instanceValue: (owner: ScopedNode, fields: PyDict) => PyValue | undefined;
  /** The text of a node. */
  textOf(node: { readonly from: number; readonly to: number }): string;
  /** What an expression names, through assignments of one name to another. */
  resolve(node: PyNode, scope: Scope): Named;
  /** What an attribute of a class of the text is; `undefined`: the class has none of this name. */
  attributeOf(owner: ScopedNode, name: string): Named | undefined;
  /** The value of an expression; `undefined` where it was reported. */
  value(node: PyNode, scope: Scope): PyValue | undefined;
  /** The values of named arguments. */
  keywords(args: readonly Argument[], scope: Scope): PyDict;
  /** A text, or `undefined` without a word where the expression is not one. */
  plainText(node: PyNode): string | undefined;
  /** Says once for each place what cannot be taken over. */
  report(
    node: { readonly from: number; readonly to: number },
    message: string,
    severity?: ImportProblem['severity'],
  ): void;
  /** Reports, and gives no value. */
  refuse(node: PyNode, message: string): undefined;
  /** A value that takes its share of what may be made of the text. */
  charge<T extends PyValue>(node: PyNode, value: T | undefined): T | undefined;
  /** Takes a share of what may be made of the text; false, and a report, where there is no more. */
  spend(node: PyNode, size: number): boolean;
}
