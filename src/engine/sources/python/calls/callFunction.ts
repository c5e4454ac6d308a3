import { childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { containsYield, generated, isTakenAtOnce, isTakenWhole } from '../objects/generators.ts';
import { mayChange, valuesOf } from '../objects/mayChange.ts';
import type { Completion, Frame, Run } from '../run/sourceRun.ts';
import { Environment } from '../values/environment.ts';
import {
  as,
  Class,
  type Given,
  OwnMethod,
  type Routine,
  Super,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';
import { bindParameters } from './parameters.ts';

const maxDepth = 40;

function depthOf(frame: Frame): number {
  let depth = 0;
  for (let at: Frame | undefined = frame; at; at = at.caller) depth++;
  return depth;
}

/** How many branches deep each call of a function stands that is being read with unknown arguments. */
function opened(fn: Routine, frame: Frame): readonly number[] {
  const found: number[] = [];
  for (let at: Frame | undefined = frame; at; at = at.caller) {
    const { function: of, openAt } = at;
    const isSame = of?.node.from === fn.node.from && of.closure === fn.closure && of.self === fn.self;
    if (isSame && openAt !== undefined) found.push(openAt);
  }
  return found;
}

/** Reads the body of a function with the arguments of a call. */
export function callFunction(fn: Routine, args: Given | undefined, node: PyNode | undefined, run: Run): Value {
  const at = node ?? fn.node;
  if (depthOf(run.frame) > maxDepth) throw new Unreadable('Functions that call each other too often.', spanOf(at));
  const openAt = valuesOf(args).every(value => as(value, Unknown)) ? run.journal.depth : undefined;
  // Once it was read where nobody knows whether it runs, all that it changes is unknown: it would be read without end.
  if (openAt !== undefined && new Set(opened(fn, run.frame)).size > 1) {
    mayChange(args, at, run);
    throw new Unreadable('Functions that call each other too often.', spanOf(at), false, valuesOf(args));
  }
  const isGenerator = containsYield(fn.node);
  // An item that is read later may meet other values than now.
  const yields = isGenerator && node && isTakenAtOnce(node, run.program.text) ? [] : undefined;
  if (isGenerator && !yields) mayChange(args, at, run);
  const earlier = fn.kept && args && keptFor(fn, args, at);
  if (earlier) return earlier.value;
  const names = new Environment('function', fn.closure);
  names.locals = localsOf(fn.node, run.program.text);
  bindParameters(fn, args, names, run);
  if (fn.owner && fn.self !== undefined)
    names.names.set('super', { value: superOf(fn.owner, fn.self), at: spanOf(at) });
  const frame: Frame = {
    function: fn,
    ...(node && { call: node }),
    caller: run.frame,
    ...(openAt !== undefined && { openAt }),
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
    if (fn.kept && args) fn.kept.push({ args: keyOfArguments(fn, args), value });
    return value;
  } finally {
    run.frame = outer;
  }
}

/** What a function that keeps its results returned for the same arguments. */
function keptFor(fn: Routine, callArgs: Given, node: PyNode) {
  const args = keyOfArguments(fn, callArgs);
  if (callArgs.spread || args.some(each => each !== null && typeof each === 'object' && each !== fn.self))
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

const namesOf = new WeakMap<PyNode, ReadonlySet<string>>();

/** The names that the body of a function assigns, so that they are its own from its first line on. A node's are read once. */
function localsOf(fn: PyNode, text: string): ReadonlySet<string> {
  const before = namesOf.get(fn);
  if (before) return before;
  const names = new Set<string>();
  const body = fn.name === 'FunctionDefinition' ? childOf(fn, 'Body') : undefined;
  const add = (target: PyNode): void => {
    if (target.name === 'VariableName') names.add(text.slice(target.from, target.to));
    else if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(target.name)) childrenOf(target).forEach(add);
  };
  body?.cursor().iterate(({ node }) => {
    for (const target of targetsOf(node)) add(target);
    return !/^(?:Function|Class)Definition$|^LambdaExpression$|Comprehension/.test(node.name);
  });
  namesOf.set(fn, names);
  return names;
}

/** What a statement assigns. */
function targetsOf(node: PyNode): readonly PyNode[] {
  const children = /^(?:Assign|Update|For)Statement$|^(?:Function|Class)Definition$/.test(node.name)
    ? childrenOf(node)
    : [];
  switch (node.name) {
    case 'AssignStatement':
      return children.slice(
        0,
        children.findLastIndex(({ name }) => name === 'AssignOp'),
      );
    case 'UpdateStatement':
      return children.slice(0, 1);
    case 'ForStatement':
      return children.slice(
        0,
        children.findIndex(({ name }) => name === 'in'),
      );
    default:
      return children.filter(({ name }) => name === 'VariableName').slice(0, 1);
  }
}
