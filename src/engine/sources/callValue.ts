import { childOf, childrenOf, type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { isDict, isList, PyFunction, PySequence } from '../python/index.ts';
import { callBuiltin } from './builtins/callBuiltin.ts';
import { basesOf, findInClass, isEnum, lastOf, lineOf } from './classLines.ts';
import { constructed } from './constructed.ts';
import { dataclassFields, fieldsOf } from './dataclasses.ts';
import { membersOf } from './enumMembers.ts';
import { Environment } from './environment.ts';
import { frameworkClass } from './frameworks.ts';
import { containsYield, generated, isTakenAtOnce, isTakenWhole } from './generators.ts';
import { plainOf } from './knownValues.ts';
import { localsOf } from './localNames.ts';
import { callHeld, mayChange, valuesOf } from './mayChange.ts';
import { bindParameters } from './parameters.ts';
import { holdsDefaultDict, printedByStr } from './printedByStr.ts';
import type { Completion, Frame, Run } from './sourceRun.ts';
import { unknownIn } from './unknownIn.ts';
import {
  as,
  Class,
  Decorated,
  External,
  type Given,
  Instance,
  Member,
  Module,
  OwnMethod,
  PartialCall,
  type Placed,
  PySet,
  Routine,
  Super,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from './values.ts';

/** What a call gives. Throws Python's exceptions, and `Unreadable`. */
export function callValue(callee: Value, given: Given, node: PyNode, run: Run): Value {
  const hole = as(callee, Unknown);
  if (hole) {
    mayChange(given, node, run);
    return callHeld(hole, given, node, run);
  }
  // A callee that nobody knows may change what it is given.
  if (takesCollections(given)) run.decide();
  const partial = as(callee, PartialCall);
  if (partial) return run.call(partial.callee, joined(partial.given, given), node);
  const fn = as(callee, Routine);
  if (fn) return callFunction(fn, given, node, run);
  const of = as(callee, Class);
  if (of) return run.instantiate(of, given, node);
  const external = as(callee, External);
  if (external) return callExternal(external, given, node, run);
  const instance = as(callee, Instance);
  const method = instance && findInClass(instance.of, '__call__');
  const own = method && as(method.placed.value, Routine);
  if (own) return callFunction(own.bound(callee), given, node, run);
  if (callee instanceof PyFunction) return callMethod(callee, given, node, run);
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

function callMethod(callee: PyFunction, given: Given, node: PyNode, run: Run): Value {
  const args = given.positional.map(({ value }) => drained(value));
  const named = new Map([...given.named].map(([name, { value }]) => [name, value]));
  const hole =
    given.spread?.unknown ?? (callee instanceof OwnMethod ? undefined : firstUnknown([...args, ...named.values()]));
  if (hole) {
    mayChange(given, node, run);
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

const maxDepth = 40;

function depthOf(frame: Frame): number {
  let depth = 0;
  for (let at: Frame | undefined = frame; at; at = at.caller) depth++;
  return depth;
}

/** Reads the body of a function with the arguments of a call. */
export function callFunction(fn: Routine, given: Given | undefined, node: PyNode | undefined, run: Run): Value {
  const at = node ?? fn.node;
  if (depthOf(run.frame) > maxDepth) throw new Unreadable('Functions that call each other too often.', spanOf(at));
  const isGenerator = containsYield(fn.node);
  // What is taken later may meet other values than what is read here.
  const yields = isGenerator && node && isTakenAtOnce(node, run.program.text) ? [] : undefined;
  if (isGenerator && !yields) mayChange(given, at, run);
  const known = fn.kept && given && keptFor(fn, given, at);
  if (known) return known.value;
  const names = new Environment('function', fn.closure);
  names.locals = localsOf(fn.node, run.program.text);
  bindParameters(fn, given, names, run);
  if (fn.owner && fn.self !== undefined)
    names.names.set('super', { value: superOf(fn.owner, fn.self), at: spanOf(at) });
  const frame: Frame = {
    function: fn,
    ...(node && { call: node }),
    caller: run.frame,
    isAgain: node !== undefined && !run.enter(fn.node),
    ...(yields && { yields }),
  };
  const outer = run.frame;
  run.frame = frame;
  try {
    if (fn.node.name === 'LambdaExpression') {
      const body = childrenOf(fn.node).at(-1);
      return body ? run.evaluate(body, names).value : null;
    }
    const body = childOf(fn.node, 'Body');
    const statements = body ? childrenOf(body).slice(1) : [];
    if (isGenerator && !yields) {
      const later = new Unknown('What a generator does is done when it is taken.', spanOf(at));
      run.journal.branch(later, [() => void run.execute(statements, names)]);
      throw new Unreadable('What a generator gives is not read.', spanOf(at));
    }
    let completion: Completion = { kind: 'next' };
    const read = () => {
      completion = run.execute(statements, names);
    };
    if (yields && node && !isTakenWhole(node, run.program.text)) unordered(names, yields, node, run, read);
    else read();
    const end = completion as Completion;
    if (isGenerator && end.kind === 'raise') throw new Unreadable('What a generator gives is not read.', spanOf(at));
    if (frame.ended)
      return wrap(frame.ended.with([...(frame.returned ?? []), ...(end.kind === 'return' ? [end.placed.value] : [])]));
    if (yields) return generated(yields, run, at);
    const value = end.kind === 'return' ? end.placed.value : null;
    if (fn.kept && given) fn.kept.push({ args: keyOfArguments(fn, given), value });
    return value;
  } finally {
    run.frame = outer;
  }
}

/** What a function that keeps what it gives has given for the same arguments. */
function keptFor(fn: Routine, given: Given, node: PyNode) {
  const args = keyOfArguments(fn, given);
  if (given.spread || args.some(each => each !== null && typeof each === 'object' && each !== fn.self))
    throw new Unreadable('What is kept for these arguments is not read.', spanOf(node));
  return fn.kept?.find(
    each => each.args.length === args.length && each.args.every((one, i) => Object.is(one, args[i])),
  );
}

function keyOfArguments({ self }: Routine, { positional, named }: Given): readonly Value[] {
  const own = self === undefined ? [] : [self];
  return [...own, ...positional.map(({ value }) => value), ...[...named].flatMap(([name, { value }]) => [name, value])];
}

/** Reads a generator that others take item by item: what it changes on the way, they may meet before or after. */
function unordered(names: Environment, yields: readonly Value[], node: PyNode, run: Run, read: () => void): void {
  const changes = run.journal.watch(read);
  const reason = new Unknown('A generator changes this while its items are taken.', spanOf(node));
  for (const change of changes) if (change.of !== names && change.of !== yields) change.doubt(reason);
}

function superOf(owner: Class, self: Value): Value {
  return new OwnMethod('super', ([of, object]) => wrap(new Super(as(of, Class) ?? owner, object ?? self)));
}

function callExternal({ path }: External, given: Given, node: PyNode, run: Run): Value {
  if (run.isPatched(path)) {
    const reason = 'The program changes this.';
    const made = constructed(path, unread(reason, node), node, run);
    if (made !== undefined) return made;
    mayChange(given, node, run);
    throw new Unreadable(reason, spanOf(node));
  }
  const made = constructed(path, given, node, run);
  if (made !== undefined) return made;
  if (reflective.test(path)) return reflect(path, given, node, run);
  const method = /^builtins\.(?:str|list|dict)\.(\w+)$/.exec(path)?.[1];
  const [self, ...rest] = given.positional;
  if (method !== undefined && self && /^(?!fromkeys$|maketrans$)/.test(method))
    return run.call(run.attribute(self, method, node).value, { ...given, positional: rest }, node);
  const builtin = callBuiltin(path, given, node, run);
  if (builtin !== undefined) return builtin;
  if (!pure.test(path)) mayChange(given, node, run);
  const reason = `What \`${path.replace(/^builtins\./, '')}\` gives is known only when the program runs.`;
  // It may keep what it is given.
  throw new Unreadable(reason, spanOf(node), false, valuesOf(given));
}

const reflective = /^builtins\.(?:setattr|delattr|exec|eval|globals|locals|vars|compile|__import__)$/;

/** Code that changes names as data: `setattr` of a known name is an assignment, after all others nobody knows the names that it may reach. */
function reflect(path: string, given: Given, node: PyNode, run: Run): Value {
  run.decide();
  const [object, name, value] = given.positional;
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

/** Modules of Python's own whose functions change nothing that they are given. */
const pure =
  /^(?:itertools|operator|re|string|textwrap|json|math|statistics|typing|dataclasses|inspect|enum|pprint|os\.path|builtins\.(?:str|dict)|collections)\./;

/** Makes an instance of a class of the program. */
export function instantiateClass(of: Class, given: Given, node: PyNode, run: Run): Value {
  if (isEnum(of)) return memberOf(of, given, node);
  // What makes a `TypedDict` is a dict.
  if (basesOf(of).some(path => lastOf(path) === 'TypedDict'))
    return run.call(wrap(new External('builtins.dict')), given, node);
  const names = new Environment('instance');
  const instance = wrap(new Instance(of, names));
  const init = findInClass(of, '__init__');
  const method = init && as(init.placed.value, Routine);
  const framework = frameworkOf(of);
  if (framework === undefined && findInClass(of, '__new__'))
    throw new Unreadable('What `__new__` of this class makes is not read.', spanOf(node), false, valuesOf(given));
  if (method) {
    const count = run.constructions.length;
    callFunction(method.bound(instance), given, node, run);
    if (framework !== undefined && run.constructions.length === count)
      constructed(
        framework,
        unread(`What \`__init__\` of \`${init.owner.name}\` gives is not read.`, node),
        node,
        run,
        of,
      );
    return instance;
  }
  if (framework !== undefined) return constructed(framework, given, node, run, of) ?? instance;
  const fields = dataclassFields(of, given, node, run);
  const passedOn = fields ? fieldsOf(of, run).flatMap(({ name, isPassedOn }) => (isPassedOn ? [name] : [])) : [];
  for (const [name, placed] of fields ?? []) if (!passedOn.includes(name)) names.names.set(name, placed);
  const post = fields && findInClass(of, '__post_init__');
  const after = post && as(post.placed.value, Routine);
  const positional = passedOn.flatMap(name => fields?.get(name) ?? []);
  if (after) callFunction(after.bound(instance), { positional, named: new Map() }, node, run);
  return instance;
}

/** The class of a framework that a class derives from. */
function frameworkOf(of: Class): string | undefined {
  return basesOf(of).find(frameworkClass);
}

/** Arguments of which nothing is known. */
function unread(reason: string, node: PyNode): Given {
  return { positional: [], named: new Map(), spread: { kind: '**', unknown: new Unknown(reason, spanOf(node)) } };
}

function memberOf(of: Class, { positional }: Given, node: PyNode): Value {
  const value = positional[0]?.value;
  const found = membersOf(of).find(member => member.value.value === value);
  if (!found) throw new Unreadable('Which member this is, is not known.', spanOf(node));
  return wrap(found);
}

/** A function as a decorator leaves it. */
export function decorate(inner: Value, decorator: Value): Value | undefined {
  const path = as(decorator, External)?.path ?? '';
  const name = lastOf(path);
  if (/^(?:property|cached_property|computed_field|abstractproperty)$/.test(name)) {
    const property = new Decorated('property', inner);
    property.isKept = name === 'cached_property';
    return wrap(property);
  }
  if (name === 'staticmethod' || name === 'classmethod') return wrap(new Decorated(name, inner));
  const fn = as(inner, Routine);
  if (/^(?:lru_cache|cache)$/.test(name) && fn) fn.kept = [];
  if (
    /^(?:override|final|lru_cache|cache|wraps|no_type_check|overload|abstractmethod|contextmanager|runtime_checkable|total_ordering)$/.test(
      name,
    )
  )
    return inner;
  return undefined;
}
