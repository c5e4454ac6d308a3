import { childrenOf, itemsOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { EngineError } from '../../../core/errors.ts';
import { isDict, isList, keyOf, sliceRange } from '../../../python/index.ts';
import { assignHeld, doubtAll } from '../objects/mayChange.ts';
import { callSpecial } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { basesOf, findInClass, lastOf, lineOf } from '../values/classLines.ts';
import { type Environment, nameAt } from '../values/environment.ts';
import { unknownIn, unknownOf } from '../values/knownValues.ts';
import {
  as,
  Class,
  Decorated,
  External,
  Instance,
  Module,
  type Placed,
  Routine,
  reasonOfError,
  Unknown,
  type Value,
  wrap,
} from '../values/values.ts';

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
    const name = nameAt(target, text);
    run.journal.assign(names.ownerOf(name), name, placed);
  } else if (target.name === 'MemberExpression') assignMember(target, placed, names, run);
  else if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(target.name)) unpack(itemsOf(target), placed, names, run);
}

function unpack(nodes: readonly PyNode[], { value, at }: Placed, names: Environment, run: Run): void {
  const star = nodes.findIndex(({ name }) => name === '*');
  const targets = nodes.filter(({ name }) => name !== '*');
  const items = itemsOrUnknown(value, at, run);
  const isList = Array.isArray(items);
  const unknown = isList
    ? run.unknown('There are not as many values as names.', { from: at.start, to: at.end })
    : items;
  const fits = isList && (star < 0 ? items.length === targets.length : items.length >= targets.length - 1);
  const places = typeof value === 'object' && value !== null ? run.places.get(value) : undefined;
  for (const [i, target] of targets.entries()) {
    if (!fits) assignOne(target, { value: unknown as Value, at }, names, run);
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
    assignAttribute(owner, nameAt(last, run.program.text), placed, target, run);
    return;
  }
  const keys = childrenOf(target).slice(2, -1);
  if (keys.some(({ name }) => name === ':')) assignSlice(owner, keys, placed, spanOf(target), names, run);
  else if (keys.length === 1) assignItem(owner, run.evaluate(last, names).value, placed, target, run);
  else doubtAll(owner, new Unknown('A collection that changes.', spanOf(target)), run);
}

/** `owner.name = …` */
export function assignAttribute(owner: Value, name: string, placed: Placed, target: PyNode, run: Run): void {
  const open = as(owner, Unknown);
  const instance = as(owner, Instance);
  const of = as(owner, Class);
  const external = as(owner, External);
  if (open) assignHeld(open, name, run);
  if (external) run.patch(`${external.path}.${name}`);
  if (instance && isIntercepted(instance, owner, name, placed, target, run)) return;
  const own = instance?.names ?? of?.names ?? as(owner, Module)?.names;
  if (of) of.changedAt = spanOf(target);
  if (own) run.journal.assign(own, name, placed);
}

/** `owner[key] = …` */
export function assignItem(owner: Value, key: Value, placed: Placed, target: PyNode, run: Run): void {
  const hole = unknownIn(key);
  const reason = hole ?? new Unknown('A collection that changes.', spanOf(target));
  if (as(owner, Instance)) {
    const made = run.guarded(target, () => callSpecial(owner, '__setitem__', [key, placed.value], run));
    if (made === undefined) doubtAll(owner, reason, run);
  } else if (hole) doubtAll(owner, reason, run);
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
  } else doubtAll(owner, reason, run);
}

/** Whether the class of an object has a say in what an assignment does: a property's setter is called, what else does is not read. */
function isIntercepted(
  { of, names }: Instance,
  value: Value,
  name: string,
  placed: Placed,
  target: PyNode,
  run: Run,
): boolean {
  const raises = (error: string, message: string) => {
    run.guarded(target, () => {
      throw new EngineError(error, message);
    });
    return true;
  };
  if (lineOf(of).some(({ isFrozen }) => isFrozen)) return raises('FrozenInstanceError', `cannot assign to \`${name}\``);
  const found = findInClass(of, name)?.placed.value;
  const property = as(found, Decorated);
  const descriptor = as(found, Instance);
  const setter = as(property?.setter, Routine);
  if (property?.kind === 'property' && setter) {
    const args = { positional: [placed], named: new Map() };
    run.guarded(target, () => run.call(wrap(setter.bound(value)), args, target));
    return true;
  }
  if (property?.kind === 'property' && !property.isKept) {
    if (property.setter === undefined) return raises('AttributeError', `property \`${name}\` has no setter`);
    run.journal.assign(names, name, {
      value: run.unknown('What this assignment does is code.', target),
      at: spanOf(target),
    });
    return true;
  }
  const isChecked = basesOf(of).some(path => lastOf(path) === 'BaseModel') && findInClass(of, 'model_config');
  if (!isChecked && !findInClass(of, '__setattr__') && !(descriptor && findInClass(descriptor.of, '__set__')))
    return false;
  const hole = run.unknown('What this assignment does is code of the class.', target);
  run.journal.assign(names, name, { value: hole, at: spanOf(target) });
  return true;
}

/** `list[start:stop] = …` */
function assignSlice(
  owner: Value,
  keys: readonly PyNode[],
  { value }: Placed,
  at: Placed['at'],
  names: Environment,
  run: Run,
): void {
  const bounds: Value[] = [null, null];
  let index = 0;
  for (const key of keys)
    if (key.name === ':') index++;
    else bounds[index] = run.evaluate(key, names).value;
  const [start = null, stop = null] = bounds;
  const isBound = (bound: Value): bound is number | null => bound === null || typeof bound === 'number';
  const items = itemsOrUnknown(value, at, run);
  if (index !== 1 || !isBound(start) || !isBound(stop) || !isList(owner) || !Array.isArray(items)) {
    doubtAll(owner, unknownIn(value) ?? new Unknown('A collection that changes.', at), run);
    return;
  }
  run.journal.change(owner);
  const list = owner as Value[];
  const { from, to } = sliceRange(list.length, start, stop, null);
  const rest = list.splice(from).slice(to - from);
  for (const item of [...items, ...rest]) list.push(item);
  // What stood where is not followed.
  run.places.delete(owner);
}

function placesOf(owner: object, run: Run): Map<Value, Placed['at']> {
  const places = run.places.get(owner) ?? new Map<Value, Placed['at']>();
  run.places.set(owner, places);
  return places;
}

/** `del name, object.name, object[key], list[start:stop]` */
export function deleteStatement(node: PyNode, names: Environment, run: Run): void {
  for (const target of childrenOf(node).slice(1)) {
    if (target.name === 'VariableName') {
      const name = run.program.text.slice(target.from, target.to);
      run.journal.remove(names.ownerOf(name), name, new Unknown('A name that is deleted.', spanOf(target)));
    } else if (target.name === 'MemberExpression') deleteMember(target, names, run);
  }
}

function deleteMember(target: PyNode, names: Environment, run: Run): void {
  const [object, operator, ...rest] = childrenOf(target);
  if (!object || !operator) return;
  const owner = run.evaluate(object, names).value;
  const at = spanOf(target);
  if (operator.name === '.') {
    const reason = run.unknown('An attribute that is deleted.', target);
    if (rest[0]) assignAttribute(owner, nameAt(rest[0], run.program.text), { value: reason, at }, target, run);
    return;
  }
  const keys = rest.filter(({ name }) => name !== ']');
  if (keys.some(({ name }) => name === ':')) assignSlice(owner, keys, { value: [], at }, at, names, run);
  else if (keys.length === 1) deleteItem(owner, run.evaluate(keys[0]!, names).value, target, run);
  else doubtAll(owner, new Unknown('A collection that changes.', at), run);
}

function deleteItem(owner: Value, key: Value, target: PyNode, run: Run): void {
  const hole = unknownIn(key);
  if (!hole && isDict(owner) && owner.has(keyOf(owner, key))) {
    run.journal.change(owner);
    (owner as Map<Value, Value>).delete(keyOf(owner, key));
  } else if (isList(owner) && typeof key === 'number' && key >= -owner.length && key < owner.length) {
    run.journal.change(owner);
    (owner as Value[]).splice(key, 1);
    // What stood where is not followed.
    run.places.delete(owner);
  } else doubtAll(owner, hole ?? new Unknown('A collection that changes.', spanOf(target)), run);
}
