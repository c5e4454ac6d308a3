import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { isDict, isList, PyFunction, PySequence } from '../../../python/index.ts';
import { callBuiltin } from '../builtins/callBuiltin.ts';
import { callHeld, mayChange, valuesOf } from '../objects/mayChange.ts';
import { holdsDefaultDict, printedByStr } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { findInClass, lastOf, lineOf } from '../values/classLines.ts';
import { plainOf, unknownIn } from '../values/knownValues.ts';
import { PartialCall, PySet } from '../values/libraryValues.ts';
import {
  as,
  Class,
  External,
  type Given,
  Instance,
  Member,
  Module,
  OwnMethod,
  type Placed,
  Routine,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';
import { callFunction } from './callFunction.ts';
import { constructed, unread } from './instantiate.ts';

/** What a call gives. Throws Python's exceptions, and `Unreadable`. */
export function callValue(callee: Value, args: Given, node: PyNode, run: Run): Value {
  const hole = as(callee, Unknown);
  if (hole) {
    mayChange(args, node, run);
    return callHeld(hole, args, node, run);
  }
  // An unknown callee may change its arguments.
  if (takesCollections(args)) run.decide();
  const partial = as(callee, PartialCall);
  if (partial) return run.call(partial.callee, joined(partial.args, args), node);
  const fn = as(callee, Routine);
  if (fn) return callFunction(fn, args, node, run);
  const of = as(callee, Class);
  if (of) return run.instantiate(of, args, node);
  const external = as(callee, External);
  if (external) return callExternal(external, args, node, run);
  const instance = as(callee, Instance);
  const method = instance && findInClass(instance.of, '__call__');
  const own = method && as(method.placed.value, Routine);
  if (own) return callFunction(own.bound(callee), args, node, run);
  if (callee instanceof PyFunction) return callMethod(callee, args, node, run);
  throw new Unreadable('What is called here is not known.', spanOf(node));
}

function takesCollections({ positional, named }: Given): boolean {
  const isCollection = ({ value }: Placed) => isList(value) || isDict(value) || as(value, PySet) !== undefined;
  return positional.some(isCollection) || [...named.values()].some(isCollection);
}

/** The arguments of a partial call and those that are added. */
function joined(first: Given, second: Given): Given {
  const spread = first.spread ?? second.spread;
  return {
    positional: [...first.positional, ...second.positional],
    named: new Map([...first.named, ...second.named]),
    ...(spread && { spread }),
  };
}

function callMethod(callee: PyFunction, callArgs: Given, node: PyNode, run: Run): Value {
  const args = callArgs.positional.map(({ value }) => drained(value));
  const named = new Map([...callArgs.named].map(([name, { value }]) => [name, value]));
  const hole =
    callArgs.spread?.unknown ?? (callee instanceof OwnMethod ? undefined : firstUnknown([...args, ...named.values()]));
  if (hole) {
    mayChange(callArgs, node, run);
    const owner = callee instanceof OwnMethod && callee.owner !== undefined ? [callee.owner] : [];
    for (const each of owner) run.journal.doubt(each, hole);
    return wrap(hole.with([...owner, ...args]));
  }
  if (callee instanceof OwnMethod) return callee.call(args, named);
  const isFormat = /\bformat/.test(callee.repr);
  const plain = (value: Value): Value =>
    isFormat && as(value, Member) ? printedByStr(value, run) : iterable(plainOf(value), run);
  const forbidden = [...args, ...named.values()].find(each => as(each, Instance) || holdsDefaultDict(each));
  if (forbidden) throw new Unreadable('What this object is here is not read.', spanOf(node));
  return callee.call(args.map(plain), new Map([...named].map(([name, value]) => [name, plain(value)])));
}

/** A generator's items, so that unknown ones among them are seen. */
function drained(value: Value): Value {
  return value instanceof PySequence && value.isGenerator ? [...value.take()] : value;
}

function firstUnknown(values: readonly Value[]): Unknown | undefined {
  for (const value of values) {
    const hole = unknownIn(value);
    if (hole) return hole;
  }
  return undefined;
}

/** Members of an enum that are texts are texts for the methods of texts; a set or an enum is its items. */
function iterable(value: Value, run: Run): Value {
  if (as(value, PySet) || as(value, Class)) return [...run.items(value)].map(plainOf);
  return isList(value) && value.some(each => plainOf(each) !== each) ? value.map(plainOf) : value;
}

function callExternal({ path }: External, args: Given, node: PyNode, run: Run): Value {
  if (run.isPatched(path)) {
    const reason = 'The program changes this.';
    const made = constructed(path, unread(reason, node), node, run);
    if (made !== undefined) return made;
    mayChange(args, node, run);
    throw new Unreadable(reason, spanOf(node));
  }
  const made = constructed(path, args, node, run);
  if (made !== undefined) return made;
  if (reflective.test(path)) return reflect(path, args, node, run);
  const method = /^builtins\.(?:str|list|dict)\.(\w+)$/.exec(path)?.[1];
  const [self, ...rest] = args.positional;
  if (method !== undefined && self && /^(?!fromkeys$|maketrans$)/.test(method))
    return run.call(run.attribute(self, method, node).value, { ...args, positional: rest }, node);
  const builtin = callBuiltin(path, args, node, run);
  if (builtin !== undefined) return builtin;
  if (!pure.test(path)) mayChange(args, node, run);
  const reason = `What \`${path.replace(/^builtins\./, '')}\` gives is known only when the program runs.`;
  // It may keep its arguments.
  throw new Unreadable(reason, spanOf(node), false, valuesOf(args));
}

const reflective = /^builtins\.(?:setattr|delattr|exec|eval|globals|locals|vars|compile|__import__)$/;

/** Code that changes names as data: `setattr` of a known name is an assignment; any other makes the names unknown that it may reach. */
function reflect(path: string, args: Given, node: PyNode, run: Run): Value {
  run.decide();
  const [object, name, value] = args.positional;
  const instance = object && as(object.value, Instance);
  const own = object && (instance?.names ?? as(object.value, Class)?.names ?? as(object.value, Module)?.names);
  const external = object && as(object.value, External);
  if (external) run.patch(typeof name?.value === 'string' ? `${external.path}.${name.value}` : external.path);
  if (path === 'builtins.setattr' && own && typeof name?.value === 'string' && value) {
    run.journal.assign(own, name.value, value);
    return null;
  }
  const reason = new Unknown(`\`${lastOf(path)}\` may change this.`, spanOf(node));
  const inherited = instance ? lineOf(instance.of).flatMap(each => [...each.names.names]) : [];
  for (const names of own ? [own] : run.moduleNames())
    for (const [each, placed] of [...inherited, ...names.names])
      if (
        !as(placed.value, External) &&
        !as(placed.value, Class) &&
        !as(placed.value, Routine) &&
        !as(placed.value, Module)
      )
        run.journal.assign(names, each, { value: wrap(reason), at: reason.at });
  return wrap(reason);
}

/** Modules of Python's own whose functions do not change their arguments. */
const pure =
  /^(?:itertools|operator|re|string|textwrap|json|math|statistics|typing|dataclasses|inspect|enum|pprint|os\.path|builtins\.(?:str|dict)|collections)\./;
