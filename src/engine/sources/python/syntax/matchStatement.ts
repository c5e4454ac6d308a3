import { childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { equals, isDict, isList, PyObject, PySequence, PyTuple } from '../../../python/index.ts';
import { isInstance } from '../builtins/valueBuiltins.ts';
import type { Completion, Run } from '../run/sourceRun.ts';
import { lacksAttribute } from '../values/classLines.ts';
import type { Environment } from '../values/environment.ts';
import { plainOf, truthOf, unknownIn, unknownOf } from '../values/knownValues.ts';
import { as, External, Instance, type Placed, Unknown, type Value, wrap } from '../values/values.ts';
import { assignTarget } from './assignTarget.ts';

/** Runs the case that matches; patterns that are not read make it unknown which that is. */
export function matchStatement(node: PyNode, names: Environment, run: Run): Completion {
  const clauses = childrenOf(childOf(node, 'MatchBody') ?? node).filter(({ name }) => name === 'MatchClause');
  const subject = childrenOf(node)[1];
  const placed = subject && run.evaluate(subject, names);
  const reason = (placed && unknownIn(placed.value)) ?? new Unknown('Which case this is, is not read.', spanOf(node));
  for (const [i, clause] of clauses.entries()) {
    run.decide();
    const isMatch = placed && !unknownIn(placed.value) ? matches(clause, placed, names, run) : undefined;
    if (isMatch) return run.execute(bodyOf(clause), names);
    if (isMatch === undefined) return anyOf(clauses.slice(i), reason, names, run);
  }
  return { kind: 'next' };
}

/** The cases any of which may run. */
function anyOf(clauses: readonly PyNode[], reason: Unknown, names: Environment, run: Run): Completion {
  return run.branches(reason, [
    ...clauses.map(clause => () => {
      clause.cursor().iterate(each => {
        const name = each.name === 'CapturePattern' ? run.program.text.slice(each.from, each.to) : undefined;
        if (name !== undefined) run.journal.assign(names, name, { value: wrap(reason), at: reason.at });
        return each.name !== 'Body';
      });
      return run.execute(bodyOf(clause), names);
    }),
    () => ({ kind: 'next' }),
  ]);
}

function bodyOf(clause: PyNode): readonly PyNode[] {
  const body = childOf(clause, 'Body');
  return body ? childrenOf(body).slice(1) : [];
}

/** Whether a clause matches; `undefined`: nobody knows. */
function matches(clause: PyNode, subject: Placed, names: Environment, run: Run): boolean | undefined {
  const parts = childrenOf(clause);
  const end = parts.findIndex(({ name }) => name === 'Body' || name === 'Guard');
  const patterns = parts.slice(1, end);
  const [pattern] = patterns;
  const isMatch =
    patterns.length > 1
      ? matchesSequence(patterns, subject, names, run)
      : pattern && matchesPattern(pattern, subject, names, run);
  const guard = childOf(clause, 'Guard');
  if (!isMatch || !guard) return isMatch;
  const test = childrenOf(guard)[1];
  const value = test && run.evaluate(test, names).value;
  return value === undefined || unknownOf(value) ? undefined : truthOf(value);
}

function matchesPattern(pattern: PyNode, subject: Placed, names: Environment, run: Run): boolean | undefined {
  const children = childrenOf(pattern);
  if (pattern.name === 'CapturePattern') {
    const name = run.program.text.slice(pattern.from, pattern.to);
    if (name !== '_') run.journal.assign(names.ownerOf(name), name, subject);
    return true;
  }
  if (pattern.name === 'OrPattern') {
    const all = children.filter(({ name }) => name !== 'LogicOp');
    const found = all.map(each => matchesPattern(each, subject, names, run));
    return found.includes(undefined) ? undefined : found.includes(true);
  }
  if (pattern.name === 'ClassPattern') return matchesClass(pattern, subject, names, run);
  if (as(subject.value, Instance)) return undefined;
  if (pattern.name === 'AsPattern') {
    const [inner, , name] = children;
    const isMatch = inner && matchesPattern(inner, subject, names, run);
    if (isMatch && name) assignTarget([name], subject, names, run);
    return isMatch;
  }
  // The tree has a mistake where nothing stands in brackets.
  const inner = isEmpty(pattern, run) ? [] : children.slice(1, -1);
  if (pattern.name === 'SequencePattern') return matchesSequence(inner, subject, names, run);
  if (pattern.name === 'MappingPattern') return matchesMapping(inner, subject, names, run);
  const [only, ...rest] = children;
  if (pattern.name === 'LiteralPattern' && only && rest.length === 0 && !only.type.isError)
    return equals(plainOf(run.evaluate(only, names).value), plainOf(subject.value));
  if (pattern.name !== 'AttributePattern') return undefined;
  const value = attributeOfPattern(children, names, run);
  return value === undefined || unknownIn(value) ? undefined : equals(plainOf(value), plainOf(subject.value));
}

function isEmpty({ from, to }: PyNode, run: Run): boolean {
  return /^.\s*.$/.test(run.program.text.slice(from, to));
}

/** `str()`, `int(number)`, `Point(x=0, y=y)` */
function matchesClass(pattern: PyNode, subject: Placed, names: Environment, run: Run): boolean | undefined {
  const [named, list] = childrenOf(pattern);
  const parts = named?.name === 'AttributePattern' ? childrenOf(named) : named ? [named] : [];
  const type = attributeOfPattern(parts, names, run);
  if (type === undefined || !list) return undefined;
  const isOne = run.guarded(pattern, () => isInstance(subject.value, type));
  if (typeof isOne !== 'boolean') return undefined;
  if (!isOne || isEmpty(list, run)) return isOne;
  const patterns = childrenOf(list).filter(({ name }) => !/^[(),]$/.test(name));
  return allMatch(
    patterns.map(each => () => {
      const [key, inner] = childrenOf(each);
      // What stands by its place is the whole of a text or number; other classes say what it is.
      if (each.name !== 'KeywordPattern')
        return patterns.length === 1 && as(type, External) ? matchesPattern(each, subject, names, run) : undefined;
      const name = key && run.program.text.slice(key.from, key.to);
      if (!name || !inner || lacksAttribute(subject.value, name, run.program.text)) return inner && false;
      const found = run.guarded(each, () => run.journal.certain(run.attribute(subject, name, each)).value) as Value;
      return unknownIn(found) ? undefined : matchesPattern(inner, { value: found, at: subject.at }, names, run);
    }),
  );
}

/** Whether all of several patterns match; nobody knows where nobody knows it of one that comes before the first that does not. */
function allMatch(tests: readonly (() => boolean | undefined)[]): boolean | undefined {
  for (const test of tests) {
    const isMatch = test();
    if (!isMatch) return isMatch;
  }
  return true;
}

/** `[a, *rest]` */
function matchesSequence(
  children: readonly PyNode[],
  { value, at }: Placed,
  names: Environment,
  run: Run,
): boolean | undefined {
  const patterns = children.filter(({ name }) => name !== ',');
  // `(a)` is no sequence; what else is one, only Python knows.
  if (children.length === 1 && patterns[0]?.parent?.firstChild?.name === '(') return undefined;
  const items = isList(value) ? value : value instanceof PyTuple ? value.items : undefined;
  if (!items) return value instanceof PyObject || value instanceof PySequence ? undefined : false;
  const star = patterns.findIndex(({ name }) => name === 'StarPattern');
  const isLong = star < 0 ? items.length === patterns.length : items.length >= patterns.length - 1;
  if (!isLong) return false;
  const rest = items.length - patterns.length + 1;
  return allMatch(
    patterns.map((pattern, i) => () => {
      const index = star < 0 || i < star ? i : i + rest - 1;
      if (i !== star) return matchesPattern(pattern, { value: items[index]!, at }, names, run);
      const inner = childrenOf(pattern)[1];
      return inner && matchesPattern(inner, { value: items.slice(i, i + rest), at }, names, run);
    }),
  );
}

/** `{"key": value, **rest}` */
function matchesMapping(
  children: readonly PyNode[],
  { value, at }: Placed,
  names: Environment,
  run: Run,
): boolean | undefined {
  if (!isDict(value)) return value instanceof PyObject ? undefined : false;
  const keys = new Set<Value>();
  const tests: (() => boolean | undefined)[] = [];
  for (let i = 0; i < children.length; i++) {
    const [key, sign, item] = children.slice(i, i + 3);
    if (key?.name === '**' && sign) {
      const rest = () => new Map([...value].filter(([each]) => !keys.has(each)));
      tests.push(() => matchesPattern(sign, { value: rest(), at }, names, run));
      i++;
    } else if (key?.name === 'LiteralPattern' && key.firstChild && sign?.name === ':' && item) {
      const name = run.evaluate(key.firstChild, names).value;
      if (typeof name !== 'string') return undefined;
      keys.add(name);
      tests.push(() => value.has(name) && matchesPattern(item, { value: value.get(name)!, at }, names, run));
      i += 2;
    } else if (key?.name !== ',') return undefined;
  }
  return allMatch(tests);
}

/** `Colour.RED` */
function attributeOfPattern([first, ...rest]: readonly PyNode[], names: Environment, run: Run) {
  let placed = first && run.evaluate(first, names);
  for (const each of rest)
    if (placed && each.name === 'PropertyName')
      placed = run.journal.certain(run.attribute(placed, run.program.text.slice(each.from, each.to), each));
  return placed?.value;
}
