import { childOf, spanOf } from '../../../code/python/read/syntax.ts';
import { iterate, PyObject, PySequence } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { findInClass, isEnum, isNamedTuple } from '../values/classLines.ts';
import { membersOf } from '../values/enumMembers.ts';
import { PySet } from '../values/libraryValues.ts';
import { as, Class, Instance, Member, Routine, Unknown, Unreadable, type Value, wrap } from '../values/values.ts';

/** What a method such as `__len__` of an object's class gives; `undefined`: its class has none that is read. */
export function callSpecial(value: Value, name: string, args: readonly Value[], run: Run): Value | undefined {
  const of = as(value, Instance)?.of ?? as(value, Member)?.of;
  const method = of && as(findInClass(of, name)?.placed.value, Routine);
  if (!method) return undefined;
  const node = childOf(method.node, 'VariableName') ?? method.node;
  const callArgs = { positional: args.map(each => ({ value: each, at: spanOf(node) })), named: new Map() };
  return run.call(wrap(method.bound(value)), callArgs, node);
}

/** What a collection or class gives, item by item. Throws `Unreadable` where its order is not known. */
export function itemsOf(value: Value, run: Run): readonly Value[] {
  const { value: own } = run.journal.known({ value, at: { start: 0, end: 0 } });
  const hole = as(own, Unknown);
  if (hole) throw Unreadable.for(hole);
  const set = as(own, PySet);
  if (set && set.items.size > 1) throw new Unreadable('The order of a set is known only when the program runs.');
  if (set) return [...set.items.values()];
  const of = as(own, Class);
  if (of && isEnum(of)) return membersOf(of).map(wrap);
  const iterator = callSpecial(own, '__iter__', [], run);
  if (iterator !== undefined && iterator !== value) return itemsOf(iterator, run);
  const tuple = as(own, Instance);
  if (tuple && isNamedTuple(tuple.of)) return [...tuple.names.names.values()].map(each => each.value);
  if (own instanceof PyObject) throw new Unreadable('The items of this object are not read.');
  const items = iterate(own);
  run.spend(items.length);
  return items;
}

/** The items of a value in the order in which they are known; where the order of a set counts, the caller refuses it. */
export function itemsInAnyOrder(value: Value, run: Run): Iterable<Value> {
  return as(value, PySet)?.items.values() ?? run.items(value);
}

/** Whether an item is what is looked for; of an iterator no more is taken than that. */
export function takenUntil(value: Value, isIt: (item: Value) => boolean, run: Run): boolean {
  if (!(value instanceof PySequence && value.isGenerator)) return [...itemsInAnyOrder(value, run)].some(isIt);
  for (let item = value.takeOne(); item !== undefined; item = value.takeOne()) if (isIt(item as Value)) return true;
  return false;
}
