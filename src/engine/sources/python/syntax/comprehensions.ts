import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { keyOf, PySequence } from '../../../python/index.ts';
import { madeLater } from '../objects/generators.ts';
import type { Run } from '../run/sourceRun.ts';
import { Environment } from '../values/environment.ts';
import { hashOf, truthOf, unknownOf } from '../values/knownValues.ts';
import { PySet } from '../values/libraryValues.ts';
import { as, Unknown, Unreadable, type Value, wrap } from '../values/values.ts';
import { assignTarget } from './assignTarget.ts';

/** `for targets in values`, or `if test`. */
type Clause =
  | { readonly kind: 'for'; readonly targets: readonly PyNode[]; readonly values: PyNode }
  | { readonly kind: 'if'; readonly test: PyNode };

/** What a comprehension makes. */
export function comprehend(node: PyNode, names: Environment, run: Run): Value {
  const children = childrenOf(node).filter(({ name }) => !'[](){}'.includes(name));
  const { element, clauses } = partsOf(children);
  const kind = node.name;
  const list: Value[] = [];
  const dict = new Map<Value, Value>();
  const set = new Map<Value, Value>();
  const places = new Map<Value, { start: number; end: number }>();
  const [key, , item] = element;
  const add = (inner: Environment) => {
    if (kind === 'DictionaryComprehensionExpression' && key && item) {
      const name = run.evaluate(key, inner).value;
      raiseUnknown(name);
      run.comprehended.set(node.from, name);
      const { value, at } = run.evaluate(item, inner);
      dict.set(keyOf(dict, name), value);
      places.set(name, at);
      return;
    }
    if (!key) throw new Unreadable('Not valid Python.', spanOf(node));
    run.comprehended.set(node.from, list.length);
    const { value, at } = run.evaluate(key, inner);
    if (kind === 'SetComprehensionExpression') {
      raiseUnknown(value);
      set.set(hashOf(value), value);
      return;
    }
    places.set(list.length, at);
    list.push(value);
  };
  const all = () => loop(clauses, names, scopeIn(names), run, add, kind === 'SetComprehensionExpression');
  if (kind === 'ComprehensionExpression') madeLater(node, run, all);
  else all();
  run.comprehended.delete(node.from);
  if (kind === 'DictionaryComprehensionExpression') {
    run.places.set(dict, places);
    return dict;
  }
  if (kind === 'SetComprehensionExpression') return wrap(new PySet(set));
  if (kind === 'ComprehensionExpression') return lateGenerator(node, list, names, run);
  run.places.set(list, places);
  return list;
}

/** A generator that runs later: what it stands on must be then what it is now. */
function lateGenerator(node: PyNode, items: readonly Value[], names: Environment, run: Run): Value {
  const used = new Set<string>();
  node.cursor().iterate(({ name, from, to }) => {
    if (name === 'VariableName') used.add(run.program.text.slice(from, to));
  });
  const stateOf = (name: string): readonly [Value, number] => {
    const placed = names.find(name);
    const value = placed ? run.journal.certain(placed).value : null;
    return [value, run.journal.versionOf(value)];
  };
  const before = new Map([...used].map(name => [name, stateOf(name)]));
  return new PySequence('generator', () => {
    for (const [name, [value, version]] of before) {
      const [other, now] = stateOf(name);
      if (!Object.is(other, value) || now !== version)
        throw new Unreadable('What this generator stands on changes before it is taken.', spanOf(node));
    }
    return items;
  });
}

/** The generator that is the only argument of a call; `undefined`: the arguments are others. */
export function generate(list: PyNode, names: Environment, run: Run): Value | undefined {
  const children = childrenOf(list).filter(({ name }) => name !== '(' && name !== ')');
  if (!children.some(({ name }) => name === 'for')) return undefined;
  const { element, clauses } = partsOf(children);
  const [item] = element;
  if (!item || element.length > 1) throw new Unreadable('Not valid Python.', spanOf(list));
  const items: Value[] = [];
  const add = (inner: Environment) => {
    run.comprehended.set(list.from, items.length);
    items.push(run.evaluate(item, inner).value);
  };
  const isFromSet = madeLater(item, run, () => loop(clauses, names, scopeIn(names), run, add, true));
  run.comprehended.delete(list.from);
  if (!isFromSet) return new PySequence('generator', items);
  const set = new Map(items.map(each => [hashOf(each), each]));
  // Items that are equal would be one.
  if (set.size < items.length)
    throw new Unreadable('The order of a set is known only when the program runs.', spanOf(list));
  return wrap(new PySet(set));
}

function partsOf(children: readonly PyNode[]): { element: readonly PyNode[]; clauses: readonly Clause[] } {
  const first = children.findIndex(({ name }) => name === 'for' || name === 'async');
  if (first < 0) throw new Unreadable('Not valid Python.');
  const clauses: Clause[] = [];
  for (let i = first; i < children.length; i++) {
    const { name } = children[i]!;
    if (name === 'if' && children[i + 1]) clauses.push({ kind: 'if', test: children[++i]! });
    else if (name === 'for') {
      const end = children.findIndex((each, at) => at > i && each.name === 'in');
      const values = children[end + 1];
      if (end < 0 || !values) throw new Unreadable('Not valid Python.');
      clauses.push({ kind: 'for', targets: children.slice(i + 1, end), values });
      i = end + 1;
    }
  }
  return { element: children.slice(0, first), clauses };
}

function scopeIn(names: Environment): Environment {
  const scope = new Environment('function', names);
  scope.isComprehension = true;
  return scope;
}

/**
 * Runs through the clauses; true: one of them goes through a set, whose order nobody knows. The first values are read where the
 * comprehension stands, in `outer`.
 */
function loop(
  clauses: readonly Clause[],
  outer: Environment,
  names: Environment,
  run: Run,
  add: (names: Environment) => void,
  takesSets: boolean,
): boolean {
  const [clause, ...rest] = clauses;
  if (!clause) {
    add(names);
    return false;
  }
  if (clause.kind === 'if') {
    const { value } = run.evaluate(clause.test, names);
    raiseUnknown(value, () => loop(rest, names, names, run, add, takesSets), run);
    run.decide();
    return truthOf(value) && loop(rest, names, names, run, add, takesSets);
  }
  const { value } = run.evaluate(clause.values, outer);
  if (unknownOf(value)) {
    // What is made for each item is worth knowing, even if nobody knows the items.
    run.journal.branch(as(value, Unknown)!, [
      () => {
        assignTarget(clause.targets, { value, at: spanOf(clause.values) }, names, run);
        loop(rest, names, names, run, add, takesSets);
      },
    ]);
    raiseUnknown(value);
  }
  const set = takesSets ? as(value, PySet) : undefined;
  let isFromSet = set !== undefined && set.items.size > 1;
  const items = set ? [...set.items.values()] : run.items(value);
  if (items.length === 0) run.decide();
  for (const item of items) {
    if (!run.step()) throw new Unreadable('Reading this takes too long.', spanOf(clause.values));
    assignTarget(clause.targets, { value: item, at: spanOf(clause.values) }, names, run);
    try {
      isFromSet = loop(rest, names, names, run, add, takesSets) || isFromSet;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new Unreadable(error.message, error.at, error.isUnknown, [...error.holds, ...items]);
    }
  }
  return isFromSet;
}

function raiseUnknown(value: Value, before?: () => unknown, run?: Run): void {
  const hole = as(value, Unknown);
  if (!hole) return;
  if (before && run) run.journal.branch(hole, [() => void before()]);
  throw Unreadable.for(hole);
}
