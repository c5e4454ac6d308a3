import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { isDict, isList, PyTuple } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { PartialCall, PySet } from '../values/libraryValues.ts';
import {
  as,
  Class,
  type Given,
  Instance,
  Module,
  OwnMethod,
  Routine,
  Unknown,
  type Value,
  wrap,
} from '../values/values.ts';

/** Functions of other packages that leave their arguments as they are. */
const harmless =
  /^(?:builtins\.(?:print|repr|str|len|isinstance|id|hash|type|format)|logging|logger|log|loguru|warnings|pprint|json\.dump|yaml\.|copy\.|typing\.|pytest\.)|(?:^|\.)[A-Z]\w*$|\.from_\w+$/;

const maxDepth = 5;
const maxHeld = 50;

/** An unknown function may change a collection among its arguments, and call a function among them. */
export function mayChange(args: Given | undefined, node: PyNode, run: Run): void {
  const callee = node.firstChild;
  const text = callee ? run.program.text.slice(callee.from, callee.to) : '';
  const reason = new Unknown(`\`${text.slice(0, 60)}\` may change what it is given.`, spanOf(node));
  const isHarmless = harmless.test(text);
  for (const value of valuesOf(args))
    if (!isHarmless) doubtAll(value, reason, run);
    else if (isCallable(value)) mayCall(value, undefined, reason, node, run);
}

/** The arguments of a call. */
export function valuesOf(args: Given | undefined): readonly Value[] {
  return [...(args?.positional ?? []), ...(args?.named.values() ?? [])].map(({ value }) => value);
}

function isCallable(value: Value): boolean {
  return as(value, Routine) !== undefined || as(value, PartialCall) !== undefined || value instanceof OwnMethod;
}

/** From here on nobody knows what is in the collections that a value is, holds or may be; functions among them may have been called. */
export function doubtAll(value: Value, reason: Unknown, run: Run, depth = 0): void {
  if (depth > maxDepth) return;
  const open = as(value, Unknown);
  const isCollection = isList(value) || isDict(value) || as(value, PySet) !== undefined;
  if (isCollection) run.journal.doubt(value, reason);
  else if (isCallable(value)) mayCall(value, undefined, reason, undefined, run);
  for (const part of open ? open.holds.slice(0, maxHeld) : partsOf(value)) doubtAll(part, reason, run, depth + 1);
}

function partsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  if (value instanceof PyTuple) return value.items;
  return isDict(value) ? [...value.values()] : [];
}

const maxNested = 3;
const nesting = new WeakMap<Run, number>();

/** What a possible call does, and what it returns. `args`: its arguments, if they are known. */
function mayCall(
  callee: Value,
  args: Given | undefined,
  reason: Unknown,
  node: PyNode | undefined,
  run: Run,
): readonly Value[] {
  if (callee instanceof OwnMethod && callee.owner !== undefined) run.journal.doubt(callee.owner, reason);
  if (callee instanceof OwnMethod) return callee.owner === undefined ? [] : [callee.owner];
  const partial = as(callee, PartialCall);
  const held = partial ? [partial.callee, ...valuesOf(partial.args)] : [];
  for (const value of held) doubtAll(value, reason, run, 1);
  const fn = as(callee, Routine);
  const depth = nesting.get(run) ?? 0;
  if (!fn || depth >= maxNested) return held;
  nesting.set(run, depth + 1);
  const own = args ?? unknownArguments(reason);
  const made: Value[] = [];
  const read = () => void made.push(run.guarded(fn.node, () => run.call(callee, own, node ?? fn.node)));
  run.silently(() => run.journal.branch(reason, [read]));
  nesting.set(run, depth);
  return made;
}

function unknownArguments({ at }: Unknown): Given {
  const unknown = new Unknown('What this function is called with is known only when the program runs.', at);
  return { positional: [], named: new Map(), spread: { kind: '*', unknown } };
}

/** What a call of something returns of which only some possible values are known. */
export function callHeld(hole: Unknown, args: Given, node: PyNode, run: Run): Value {
  const made = hole.holds.slice(0, maxHeld).flatMap(each => {
    if (isCallable(each)) return mayCall(each, args, hole, node, run);
    doubtAll(each, hole, run);
    return [each];
  });
  return wrap(new Unknown(hole.reason, hole.at, made));
}

/** `unknown.name`: its possible values, from those that the whole may have. */
export function heldAttribute(hole: Unknown, name: string, node: PyNode, run: Run): Value {
  const holds = hole.holds.slice(0, maxHeld).flatMap((each): readonly Value[] => {
    if (!(as(each, Instance) || as(each, Module) || as(each, Class))) return [each];
    let found: Value | undefined;
    const read = () => {
      found = run.guarded(node, () => run.attribute({ value: each, at: spanOf(node) }, name, node).value);
    };
    run.silently(() => run.journal.branch(hole, [read]));
    return found === undefined ? [] : [found];
  });
  return wrap(new Unknown(hole.reason, hole.at, holds));
}

/** `unknown.name = …`: the attribute may be that of what it may be. */
export function assignHeld(hole: Unknown, name: string, run: Run, depth = 0): void {
  for (const each of hole.holds.slice(0, maxHeld)) {
    const names = as(each, Instance)?.names ?? as(each, Class)?.names ?? as(each, Module)?.names;
    const open = as(each, Unknown);
    if (names) run.journal.assign(names, name, { value: wrap(hole), at: hole.at });
    else if (open && depth < maxDepth) assignHeld(open, name, run, depth + 1);
  }
}
