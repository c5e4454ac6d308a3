import { childOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { dataclassFields, fieldsOf } from '../objects/dataclasses.ts';
import { valuesOf } from '../objects/mayChange.ts';
import type { Construction, Frame, Run } from '../run/sourceRun.ts';
import { basesOf, findInClass, isEnum, lastOf, membersOf } from '../values/classLines.ts';
import { Environment } from '../values/environment.ts';
import { frameworkCall, frameworkClass } from '../values/frameworks.ts';
import { Built, Part } from '../values/libraryValues.ts';
import {
  as,
  type Class,
  External,
  type Given,
  Instance,
  Routine,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';
import { callFunction } from './callFunction.ts';
import { nameOfPlace } from './constructionName.ts';
import { parametersOf } from './parameters.ts';

/** Makes an instance of a class of the program. */
export function instantiateClass(of: Class, args: Given, node: PyNode, run: Run): Value {
  if (isEnum(of)) return memberOf(of, args, node);
  // What makes a `TypedDict` is a dict.
  if (basesOf(of).some(path => lastOf(path) === 'TypedDict'))
    return run.call(wrap(new External('builtins.dict')), args, node);
  const names = new Environment('instance');
  const instance = wrap(new Instance(of, names));
  const init = findInClass(of, '__init__');
  const method = init && as(init.placed.value, Routine);
  const framework = frameworkOf(of);
  if (framework === undefined && findInClass(of, '__new__'))
    throw new Unreadable('What `__new__` of this class makes is not read.', spanOf(node), false, valuesOf(args));
  if (method) {
    const count = run.constructions.length;
    callFunction(method.bound(instance), args, node, run);
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
  if (framework !== undefined) return constructed(framework, args, node, run, of) ?? instance;
  const fields = dataclassFields(of, args, node, run);
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

/** Unknown arguments. */
export function unread(reason: string, node: PyNode): Given {
  return { positional: [], named: new Map(), spread: { kind: '**', unknown: new Unknown(reason, spanOf(node)) } };
}

function memberOf(of: Class, { positional }: Given, node: PyNode): Value {
  const value = positional[0]?.value;
  const found = membersOf(of).find(member => member.value.value === value);
  if (!found) throw new Unreadable('Which member this is, is not known.', spanOf(node));
  return wrap(found);
}

/** The parser, or the part of one, that a call of something of another package makes; `undefined`: it makes none. */
export function constructed(path: string, args: Given, node: PyNode, run: Run, of?: Class): Value | undefined {
  const call = frameworkCall(path);
  if (!call) return undefined;
  if (call.kind === 'record') return wrap(new Part(call.path, args));
  const isInit = path.endsWith('.__init__');
  // `Base.__init__(self, …)` names the instance; `super().__init__(…)` does not.
  const [first] = args.positional;
  const isSelfGiven =
    isInit && first !== undefined && as(first.value, Instance) !== undefined && isSelf(first.value, run);
  const own = isSelfGiven ? { ...args, positional: args.positional.slice(1) } : args;
  const self = isInit ? as(isSelfGiven ? first.value : selfOf(run), Instance) : undefined;
  if (isInit && !self) return undefined;
  const place = placeOf(node, run, self);
  const number = run.record({
    path: call.path,
    ...(call.factory !== undefined && { factory: call.factory }),
    args: own,
    ...((self ?? of) && { of: self?.of ?? of! }),
    node,
    ...place,
  });
  return wrap(new Built(number));
}

function selfOf(run: Run): Value | undefined {
  return run.frame.function?.self;
}

function isSelf(value: Value, run: Run): boolean {
  const [self, own] = [as(selfOf(run), Instance), as(value, Instance)];
  return self !== undefined && self === own;
}

/** Where a construction stands for its reader, and what it is called there. */
type ConstructionPlace = Pick<Construction, 'place' | 'name' | 'uncalled'> & { readonly isAgain: boolean };

/** The call that a construction stands for: it goes out of each function as long as its arguments come from the function's parameters. */
function placeOf(node: PyNode, run: Run, self: Instance | undefined): ConstructionPlace {
  let place = node;
  let frame: Frame = run.frame;
  // An instance of a subclass is made where the class is called.
  if (self)
    for (let at: Frame | undefined = frame; at; at = at.caller)
      if (as(at.function?.self, Instance) === self && at.call && functionName(at, run) === '__init__') {
        place = at.call;
        frame = at.caller ?? at;
      }
  while (
    frame.function &&
    frame.call &&
    frame.caller &&
    dependsOnParameters(place, frame.function.node, run.program.text)
  ) {
    place = frame.call;
    frame = frame.caller;
  }
  const isAgain = frame.function !== undefined && frame.isAgain;
  const uncalled = frame.function && !frame.call ? frame.function.node : undefined;
  return { place, name: nameOfPlace(place, run), isAgain, ...(uncalled && { uncalled }) };
}

function functionName(frame: Frame, run: Run): string {
  const name = frame.function && childOf(frame.function.node, 'VariableName');
  return name ? run.program.text.slice(name.from, name.to) : '';
}

const dependent = new WeakMap<object, ReadonlySet<string>>();

/** Whether an expression in a function uses a parameter of it, of a function around it, or what is made of one. */
function dependsOnParameters(node: PyNode, fn: PyNode, text: string): boolean {
  const names = dependentNames(fn, text);
  let found = false;
  node.cursor().iterate(({ name, from, to }) => {
    if (name === 'VariableName' && names.has(text.slice(from, to))) found = true;
    return !found;
  });
  return found;
}

/** The names in a function that are its parameters or made of them; `self` is none. Quadratic in the length of a chain of assignments, at most three times through the function. */
function dependentNames(fn: PyNode, text: string): ReadonlySet<string> {
  const key = fn.tree ?? fn;
  const cached = dependent.get(key);
  if (cached) return cached;
  const names = new Set<string>();
  for (let at: PyNode | null = fn; at; at = at.parent)
    if (at.name === 'FunctionDefinition' || at.name === 'LambdaExpression')
      for (const [i, { name }] of parametersOf(at, text).entries())
        if (i > 0 || (name !== 'self' && name !== 'cls')) names.add(name);
  const body = childOf(fn, 'Body');
  for (let round = 0; body && round < 3; round++) {
    const before = names.size;
    body.cursor().iterate(each => {
      if (/^(?:Assign|Update|For|With)Statement$|^NamedExpression$|Comprehension/.test(each.name))
        addTargets(each.node, names, text);
      return true;
    });
    if (names.size === before) break;
  }
  dependent.set(key, names);
  return names;
}

/** Adds what a statement assigns from something dependent. */
function addTargets(node: PyNode, names: Set<string>, text: string): void {
  const targets: string[] = [];
  let uses = false;
  let isTarget = node.name === 'ForStatement' ? false : !/Comprehension|With/.test(node.name);
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'Body') break;
    if (child.name === 'for' || child.name === 'as') isTarget = true;
    else if (child.name === 'in' || child.name === 'AssignOp' || child.name === 'UpdateOp') isTarget = false;
    else
      child.cursor().iterate(each => {
        if (each.name !== 'VariableName') return true;
        const name = text.slice(each.from, each.to);
        if (isTarget) targets.push(name);
        if (names.has(name)) uses = true;
        return true;
      });
  }
  if (uses) for (const name of targets) if (name !== 'self' && name !== 'cls') names.add(name);
}
