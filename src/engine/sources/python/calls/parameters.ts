import { argumentsOf, childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { isDict, PyTuple } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import type { Environment } from '../values/environment.ts';
import { unknownOf } from '../values/knownValues.ts';
import {
  as,
  type Given,
  type Placed,
  type Routine,
  reasonOfError,
  Unknown,
  unknown,
  type Value,
} from '../values/values.ts';

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly kind: 'place' | 'plain' | 'named' | 'rest' | 'keywords';
  readonly initial?: PyNode;
  readonly node: PyNode;
}

const parameters = new WeakMap<PyNode, readonly Parameter[]>();

/** The parameters of a function or lambda, in their order. A node's are read once. */
export function parametersOf(node: PyNode, text: string): readonly Parameter[] {
  const list = parameters.get(node) ?? readParameters(node, text);
  parameters.set(node, list);
  return list;
}

function readParameters(node: PyNode, text: string): readonly Parameter[] {
  const list = childOf(node, 'ParamList');
  const found: Parameter[] = [];
  let kind: Parameter['kind'] = 'plain';
  let stars = '';
  let isDefault = false;
  let end = list?.from ?? 0;
  for (const child of list ? childrenOf(list) : []) {
    // The tree has no node for the `/` behind which parameters have names.
    if (/^[^#]*\//.test(text.slice(end, child.from)))
      for (const [i, each] of found.entries()) found[i] = { ...each, kind: 'place' };
    end = child.to;
    if (child.name === '*' || child.name === '**') stars = child.name;
    else if (child.name === ',') {
      if (stars === '*') kind = 'named';
      stars = '';
      isDefault = false;
    } else if (child.name === 'AssignOp') isDefault = true;
    else if (isDefault) {
      const last = found.at(-1);
      if (last) found.splice(-1, 1, { ...last, initial: child });
      isDefault = false;
    } else if (child.name === 'VariableName') {
      const own = stars === '*' ? 'rest' : stars === '**' ? 'keywords' : kind;
      found.push({ name: text.slice(child.from, child.to), kind: own, node: child });
      if (stars === '*') kind = 'named';
      stars = '';
    }
  }
  return found;
}

/** The defaults of a function's parameters, which Python reads where the function is defined. */
export function defaultsOf(node: PyNode, names: Environment, run: Run): ReadonlyMap<string, Placed> {
  const defaults = new Map<string, Placed>();
  for (const { name, initial } of parametersOf(node, run.program.text))
    if (initial) defaults.set(name, run.evaluate(initial, names));
  return defaults;
}

/** Binds arguments to parameters: those that nobody passes are unknown. */
export function bindParameters(fn: Routine, args: Given | undefined, names: Environment, run: Run): void {
  const positional = args ? [...args.positional] : [];
  const named = new Map(args?.named);
  if (fn.self !== undefined) positional.unshift({ value: fn.self, at: spanOf(fn.node) });
  const set = (name: string, placed: Placed) => names.names.set(name, placed);
  for (const { name, kind, node } of parametersOf(fn.node, run.program.text)) {
    const at = spanOf(node);
    const nobody: Placed = { value: unknown(`\`${name}\` is a parameter that nobody passes here.`, at), at };
    if (kind === 'rest') {
      const isKnown = args && args.spread?.kind !== '*';
      const rest = positional.splice(0);
      set(name, isKnown ? { value: new PyTuple(rest.map(({ value }) => value)), at } : nobody);
    } else if (kind === 'keywords') {
      const isKnown = args && args.spread?.kind !== '**';
      const value: Value = new Map<Value, Value>([...named].map(([key, placed]) => [key, placed.value]));
      if (isKnown) run.places.set(value as object, new Map([...named].map(([key, placed]) => [key, placed.at])));
      set(name, isKnown ? { value, at } : nobody);
    } else {
      const first = kind === 'named' ? undefined : positional.shift();
      const passed = first ?? (kind === 'place' ? undefined : named.get(name));
      if (kind !== 'place') named.delete(name);
      const hole = args?.spread?.unknown;
      const initial = args ? fn.defaults.get(name) : undefined;
      set(name, passed ?? (hole ? { value: unknown(hole.reason, hole.at), at: hole.at } : (initial ?? nobody)));
    }
  }
}

/** The arguments of a call, those that are spread included. */
export function readArguments(list: PyNode, names: Environment, run: Run): Given {
  const positional: Placed[] = [];
  const named = new Map<string, Placed>();
  let spread: Given['spread'];
  for (const argument of argumentsOf(list, run.program.text)) {
    const placed = run.evaluate(argument.value, names);
    if (argument.name !== undefined) named.set(argument.name, placed);
    else if (!argument.spread) positional.push(placed);
    else {
      const found = spreadOf(argument.spread, placed, run);
      if (found instanceof Unknown) spread ??= { kind: argument.spread, unknown: found };
      else if (argument.spread === '*') positional.push(...found.map(([, each]) => each));
      else for (const [key, each] of found) named.set(key, each);
    }
  }
  return { positional, named, ...(spread && { spread }) };
}

function spreadOf(kind: '*' | '**', { value, at }: Placed, run: Run): readonly (readonly [string, Placed])[] | Unknown {
  const hole = unknownOf(value);
  if (hole) return as(hole, Unknown)!;
  const places = typeof value === 'object' && value !== null ? run.places.get(value) : undefined;
  const placed = (key: Value, item: Value): Placed => run.journal.certain({ value: item, at: places?.get(key) ?? at });
  if (kind === '**') {
    if (!isDict(value)) return new Unknown('What is spread here is not a dict that can be read.', at);
    return [...value].map(([key, item]) => [String(key), placed(key, item)] as const);
  }
  try {
    return run.items(value).map((item, i) => [String(i), placed(i, item)] as const);
  } catch (error) {
    return new Unknown(reasonOfError(error), at);
  }
}
