import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { numericOf } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { as, type Given, Unknown, Unreadable, type Value } from '../values/values.ts';

/** The arguments of a function of Python's own. */
export interface BuiltinCall {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly callArgs: Given;
  readonly node: PyNode;
  readonly run: Run;
}

/** Functions of Python's own by their names. They throw Python's exceptions, and `Unreadable`. */
export type Builtins = Readonly<Record<string, (call: BuiltinCall) => Value>>;

/** Values as the positional arguments of a call. */
export function positional(values: readonly Value[], node: PyNode): Given {
  return { positional: values.map(value => ({ value, at: spanOf(node) })), named: new Map() };
}

/** A value that is known. Throws `Unreadable` for another. */
export function readable(value: Value): Value {
  const hole = as(value, Unknown);
  if (hole) throw Unreadable.for(hole);
  return value;
}

/** A number as JavaScript has it. Throws `Unreadable` for what is not a number. */
export function number(value: Value): number {
  const numeric = numericOf(value);
  if (numeric === undefined) throw new Unreadable('This is not a number.');
  return Number(numeric);
}

/** A text. Throws `Unreadable` for another value. */
export function textArgument(value: Value): string {
  if (typeof value !== 'string') throw new Unreadable('This is not a text.');
  return value;
}
