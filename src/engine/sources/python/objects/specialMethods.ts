import { childOf, spanOf } from '../../../code/python/read/syntax.ts';
import { isDict, isList, iterate, PyObject, PySequence, PyTuple, repr, textOf } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { basesOf, findInClass, isEnum, isNamedTuple, lastOf, lineOf, membersOf } from '../values/classLines.ts';
import { unknownIn } from '../values/knownValues.ts';
import { DefaultDict, PySet } from '../values/libraryValues.ts';
import {
  as,
  Class,
  External,
  Instance,
  Member,
  Module,
  Routine,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';
import { keptFields } from './dataclasses.ts';

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
  const { value: own } = run.journal.certain({ value, at: { start: 0, end: 0 } });
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

/** Whether an item is the one that is looked for; an iterator goes no further than to it. */
export function takenUntil(value: Value, isIt: (item: Value) => boolean, run: Run): boolean {
  if (!(value instanceof PySequence && value.isGenerator)) return [...itemsInAnyOrder(value, run)].some(isIt);
  for (let item = value.takeOne(); item !== undefined; item = value.takeOne()) if (isIt(item as Value)) return true;
  return false;
}

/** A value that prints as Python's own rules say or the text that an object's own `__repr__` gives. Throws `Unreadable` for other objects, which print what they like. */
export function printable(value: Value, run: Run): Value {
  const own = as(value, Instance);
  const text = own && (textOf(callSpecial(value, '__repr__', [], run) ?? null) ?? textOfData(own, run));
  if (text !== undefined) return text;
  if ([Class, Instance, Member, PySet, Module, Routine, External].some(type => as(value, type as typeof Class)))
    throw new Unreadable('What this object prints is not read.');
  if (value instanceof PySequence && value.repr === undefined)
    throw new Unreadable('What this object prints is not read.');
  if (holdsDefaultDict(value)) throw new Unreadable('What this dict prints is not read.');
  return value;
}

/** Whether a `defaultdict` or a counter is in a value, which is bounded in size. */
export function holdsDefaultDict(value: Value, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 50) return false;
  if (value instanceof DefaultDict) return true;
  const parts = isList(value)
    ? value
    : value instanceof PyTuple
      ? value.items
      : isDict(value)
        ? [...value.values()]
        : [];
  return parts.some(part => holdsDefaultDict(part, depth + 1));
}

/** What `repr` gives. Throws `Unreadable`. */
export function textByRepr(value: Value, run: Run): string {
  const made = printable(value, run);
  return made !== value && typeof made === 'string' ? made : repr(made);
}

/** What `str` makes of a value: members of plain enums have a text that is the same in all versions of Python, objects have their `__str__`. Throws `Unreadable`. */
export function printedByStr(value: Value, run: Run): Value {
  const member = as(value, Member);
  // What a placeholder prints of a member with a text of its own and another type differs between versions of Python.
  const isOwn =
    as(value, Instance) !== undefined || (member?.isMixed === false && !findInClass(member.of, '__format__'));
  const text = isOwn ? textOf(callSpecial(value, '__str__', [], run) ?? null) : undefined;
  return text ?? (member && textOfMember(member)) ?? printable(value, run);
}

/** `Name(a=1, b='x')` of a named tuple, or of a dataclass at the top of its file whose `repr` is the usual one. */
function textOfData(own: Instance, run: Run): string | undefined {
  const isTuple = isNamedTuple(own.of);
  const isUsual = ({ node }: Class) => {
    const whole = node.parent?.name === 'DecoratedStatement' ? node.parent : node;
    return whole.parent?.name === 'Script' && !/\brepr\b/.test(run.program.text.slice(whole.from, whole.to));
  };
  const isData = own.of.isDataclass && lineOf(own.of).every(isUsual);
  if (findInClass(own.of, '__repr__') || !(isTuple || isData)) return undefined;
  const names = isTuple ? [...own.names.names.keys()] : keptFields(own.of, run).map(({ name }) => name);
  const parts = names.map(name => {
    const placed = own.names.names.get(name);
    if (!placed) throw new Unreadable('What this object prints is not read.');
    const { value } = run.journal.certain(placed);
    const hole = unknownIn(value);
    if (hole) throw Unreadable.for(hole);
    return `${name}=${textByRepr(value, run)}`;
  });
  return `${own.of.name}(${parts.join(', ')})`;
}

/** The number that a member of an `IntEnum` is, which is what a placeholder prints in every version of Python. */
export function numberOfMember(value: Value): Value | undefined {
  const member = as(value, Member);
  if (!member || !basesOf(member.of).some(path => lastOf(path) === 'IntEnum')) return undefined;
  return findInClass(member.of, '__str__') || findInClass(member.of, '__format__') ? undefined : member.value.value;
}

function textOfMember({ of, name, value, isMixed }: Member): string | undefined {
  if (findInClass(of, '__str__') || findInClass(of, '__format__')) return undefined;
  if (!isMixed) return `${of.name}.${name}`;
  const isText = typeof value.value === 'string' && basesOf(of).some(path => lastOf(path) === 'StrEnum');
  return isText ? (value.value as string) : undefined;
}
