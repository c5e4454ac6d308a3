import { childrenOf, itemsOf, type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { isDict, isList, keyOf } from '../python/index.ts';
import type { Environment } from './environment.ts';
import { unknownOf } from './knownValues.ts';
import type { Run } from './sourceRun.ts';
import { as, Class, Instance, Module, type Placed, reasonOfError, Unknown, unknownIn, type Value } from './values.ts';

/** Gives a value to what stands before `=`, between `for` and `in`, or behind `as`: one target, or several that take its items. */
export function assignTarget(targets: readonly PyNode[], placed: Placed, names: Environment, run: Run): void {
  const nodes = targets.filter(({ name }) => name !== ',');
  const [only] = nodes;
  if (only && nodes.length === targets.length && nodes.length === 1) assignOne(only, placed, names, run);
  else unpack(nodes, placed, names, run);
}

function assignOne(target: PyNode, placed: Placed, names: Environment, run: Run): void {
  const { text } = run.program;
  if (target.name === 'VariableName') {
    const name = text.slice(target.from, target.to);
    run.journal.assign(names.ownerOf(name), name, placed);
  } else if (target.name === 'MemberExpression') assignMember(target, placed, names, run);
  else if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(target.name))
    unpack(
      itemsOf(target).filter(({ name }) => name !== '[' && name !== ']'),
      placed,
      names,
      run,
    );
}

function unpack(given: readonly PyNode[], { value, at }: Placed, names: Environment, run: Run): void {
  const star = given.findIndex(({ name }) => name === '*');
  const targets = given.filter(({ name }) => name !== '*');
  const items = itemsOrUnknown(value, at, run);
  const isList = Array.isArray(items);
  const unknown = isList
    ? run.unknown('There are not as many values as names.', { from: at.start, to: at.end })
    : items;
  const known = isList && (star < 0 ? items.length === targets.length : items.length >= targets.length - 1);
  const places = typeof value === 'object' && value !== null ? run.places.get(value) : undefined;
  for (const [i, target] of targets.entries()) {
    if (!known) assignOne(target, { value: unknown as Value, at }, names, run);
    else if (i === star) {
      const rest = items.slice(star, items.length - (targets.length - 1 - star));
      assignOne(target, { value: rest, at }, names, run);
    } else {
      const index = star >= 0 && i > star ? items.length - targets.length + i : i;
      assignOne(target, { value: items[index]!, at: places?.get(index) ?? at }, names, run);
    }
  }
}

function itemsOrUnknown(value: Value, at: Placed['at'], run: Run): readonly Value[] | Value {
  const hole = unknownOf(value);
  if (hole) return hole;
  try {
    return [...run.items(value)];
  } catch (error) {
    const reason = reasonOfError(error);
    return run.unknown(reason, { from: at.start, to: at.end });
  }
}

/** `object.name = …`, `object[key] = …` */
function assignMember(target: PyNode, placed: Placed, names: Environment, run: Run): void {
  const [object, operator, last] = childrenOf(target);
  if (!object || !operator || !last) return;
  const owner = run.evaluate(object, names).value;
  if (operator.name === '.') {
    const name = run.program.text.slice(last.from, last.to);
    const own = as(owner, Instance)?.names ?? as(owner, Class)?.names ?? as(owner, Module)?.names;
    if (own) run.journal.assign(own, name, placed);
    return;
  }
  const keys = childrenOf(target).slice(2, -1);
  const key = run.evaluate(last, names).value;
  const hole = unknownIn(key);
  const reason = hole ?? new Unknown('A collection that changes.', spanOf(target));
  if (keys.length !== 1 || hole) run.journal.doubt(owner, reason);
  else if (isDict(owner)) {
    run.journal.change(owner);
    const own = keyOf(owner, key);
    (owner as Map<Value, Value>).set(own, placed.value);
    placesOf(owner, run).set(own, placed.at);
  } else if (isList(owner) && typeof key === 'number' && key >= -owner.length && key < owner.length) {
    run.journal.change(owner);
    const index = key < 0 ? key + owner.length : key;
    (owner as Value[])[index] = placed.value;
    placesOf(owner, run).set(index, placed.at);
  } else run.journal.doubt(owner, reason);
}

function placesOf(owner: object, run: Run): Map<Value, Placed['at']> {
  const places = run.places.get(owner) ?? new Map<Value, Placed['at']>();
  run.places.set(owner, places);
  return places;
}
