import type { PyNode } from '../code/python/read/syntax.ts';
import type { Class, Given } from './values.ts';

/** A parser that a program makes. */
export interface Construction {
  /** The framework's class, by its dotted path. */
  readonly path: string;
  /** The class method that makes it. */
  readonly factory?: string;
  readonly given: Given;
  /** The project's class that derives from it. */
  readonly of?: Class;
  /** The call that it stands for: that of the function which makes it, where its arguments come from there. */
  readonly place: PyNode;
  /** The call of the framework's own class. */
  readonly node: PyNode;
  readonly name: string;
  /** The functions around that no call is known of, the innermost first. */
  readonly uncalled?: PyNode;
}
