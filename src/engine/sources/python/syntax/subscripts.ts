import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { EngineError } from '../../../core/errors.ts';
import { getItem, isDict, isList, keyOf, PyFunction, slice, Undefined } from '../../../python/index.ts';
import { callSpecial } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { basesOf, isEnum, isNamedTuple, lastOf, memberNamed } from '../values/classLines.ts';
import { type Environment, nameAt } from '../values/environment.ts';
import { unknownOf } from '../values/knownValues.ts';
import { DefaultDict, PySet } from '../values/libraryValues.ts';
import {
  as,
  Class,
  External,
  Instance,
  Member,
  type Placed,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';

/** `object.name`, `object[key]` or `object[start:stop:step]`. */
export function memberOf(node: PyNode, names: Environment, run: Run): Placed {
  const [object, operator, ...rest] = childrenOf(node);
  if (!object || !operator) throw new Unreadable('Not valid Python.', spanOf(node));
  const owner = run.evaluate(object, names);
  if (operator.name === '.') {
    const name = rest[0];
    if (name?.name !== 'PropertyName') throw new Unreadable('Not valid Python.', spanOf(node));
    return run.journal.certain(run.attribute(owner, nameAt(name, run.program.text), node));
  }
  const keys = rest.filter(({ name }) => name !== ']');
  const hole = unknownOf(owner.value);
  if (as(owner.value, External) || isGeneric(owner.value)) {
    const items = keys.filter(({ name }) => name !== ':' && name !== ',').map(key => run.evaluate(key, names).value);
    const external = as(owner.value, External);
    const of = as(owner.value, Class);
    if (of && basesOf(of).some(path => /^(?:BaseModel|GenericModel|RootModel)$/.test(lastOf(path))))
      throw new Unreadable('A model whose types are filled in is not read.', spanOf(node));
    return {
      value: external ? subscripted(external, items, run, node) : owner.value,
      at: spanOf(node),
    };
  }
  if (keys.some(({ name }) => name === ',')) throw new Unreadable('This subscript is not read.', spanOf(node));
  if (keys.some(({ name }) => name === ':'))
    return { value: hole ?? sliceOf(owner.value, keys, names, run), at: spanOf(node) };
  const key = keys[0] && run.evaluate(keys[0], names).value;
  if (key === undefined) throw new Unreadable('Not valid Python.', spanOf(node));
  return run.journal.certain(itemOf(owner.value, key, node, run));
}

/** A class in brackets is the class: `Optional[str]`, `PydanticOutputParser[Joke]`. */
function subscripted(owner: External, items: readonly Value[], run: Run, node: PyNode): Value {
  if (/^(?:os|sys)\./.test(owner.path))
    return run.unknown(`\`${owner.path}\` is known only when the program runs.`, node);
  return wrap(/^typing(?:_extensions)?\.Literal$/.test(owner.path) ? new External(owner.path, items) : owner);
}

function isGeneric(value: Value): boolean {
  const own = as(value, Class);
  return own !== undefined && !isEnum(own);
}

/** `owner[key]` */
export function itemOf(owner: Value, key: Value, node: PyNode, run: Run): Placed {
  const at = spanOf(node);
  const open = unknownOf(owner);
  if (open) return { value: open, at };
  const hole = as(key, Unknown);
  if (hole) return { value: wrap(hole.with([owner])), at };
  const of = as(owner, Class);
  if (of && typeof key === 'string') {
    const member = memberNamed(of, key);
    return { value: member ? wrap(member) : fail('KeyError', key), at };
  }
  const field = as(owner, Instance) && typeof key === 'number' ? namedItem(as(owner, Instance)!, key) : undefined;
  if (field) return field;
  const own = callSpecial(owner, '__getitem__', [key], run);
  if (own !== undefined) return { value: own, at };
  if (as(owner, Instance) || as(owner, Member) || as(owner, PySet))
    throw new Unreadable('This subscript is not read.', at);
  if (owner instanceof DefaultDict && !owner.has(keyOf(owner, key)))
    return { value: missingItem(owner, key, node, run), at };
  const value = getItem(owner, key, run.context);
  if (value instanceof Undefined || value instanceof PyFunction)
    fail(isDict(owner) ? 'KeyError' : 'IndexError', String(key));
  const place =
    typeof owner === 'object' && owner !== null ? run.places.get(owner)?.get(indexOf(owner, key)) : undefined;
  return { value: value as Value, at: place ?? at };
}

/** The value that a dict makes for a key that it does not have. */
function missingItem(owner: DefaultDict, key: Value, node: PyNode, run: Run): Value {
  if (owner.factory === undefined) return 0;
  if (owner.factory === null) return fail('KeyError', String(key));
  const value = run.call(owner.factory, { positional: [], named: new Map() }, node);
  run.journal.change(owner);
  owner.set(keyOf(owner, key), value);
  return value;
}

/** An item of a named tuple. */
function namedItem({ of, names }: Instance, key: number): Placed | undefined {
  return isNamedTuple(of) ? [...names.names.values()].at(key) : undefined;
}

function indexOf(owner: Value, key: Value): Value {
  if (isDict(owner)) return keyOf(owner, key);
  const length = isList(owner) ? owner.length : 0;
  return typeof key === 'number' && key < 0 ? key + length : key;
}

function fail(name: string, message: string): never {
  throw new EngineError(name, message);
}

function sliceOf(owner: Value, keys: readonly PyNode[], names: Environment, run: Run): Value {
  const bounds: Value[] = [null, null, null];
  let at = 0;
  for (const key of keys)
    if (run.program.text.slice(key.from, key.to) === ':') at++;
    else if (at < 3) bounds[at] = run.evaluate(key, names).value;
  for (const bound of bounds) {
    const hole = unknownOf(bound);
    if (hole) return hole;
  }
  const made = slice(owner, [bounds[0]!, bounds[1]!, bounds[2]!], run.context);
  const places = isList(owner) ? run.places.get(owner) : undefined;
  if (places && isList(made) && bounds.slice(0, 1).every(bound => bound === null) && bounds[2] === null)
    run.places.set(made, new Map(places));
  return made;
}
