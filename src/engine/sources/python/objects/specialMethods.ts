import { childOf, spanOf } from '../../../code/python/read/syntax.ts';
import type { Run } from '../run/sourceRun.ts';
import { findInClass } from '../values/classLines.ts';
import { as, Instance, Member, Routine, type Value, wrap } from '../values/values.ts';

/** What a method such as `__len__` of an object's class gives; `undefined`: its class has none that is read. */
export function callSpecial(value: Value, name: string, args: readonly Value[], run: Run): Value | undefined {
  const of = as(value, Instance)?.of ?? as(value, Member)?.of;
  const method = of && as(findInClass(of, name)?.placed.value, Routine);
  if (!method) return undefined;
  const node = childOf(method.node, 'VariableName') ?? method.node;
  const given = { positional: args.map(each => ({ value: each, at: spanOf(node) })), named: new Map() };
  return run.call(wrap(method.bound(value)), given, node);
}
