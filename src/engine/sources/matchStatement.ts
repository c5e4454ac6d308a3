import { childOf, childrenOf, type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { equals } from '../python/jinja/jinjaOperators.ts';
import type { Environment } from './environment.ts';
import { plainOf, truthOf, unknownOf } from './knownValues.ts';
import type { Completion, Run } from './sourceRun.ts';
import { as, Instance, type Placed, Unknown, unknownIn, wrap } from './values.ts';

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

/** The cases of which nobody knows which is taken. */
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
  const [, pattern] = childrenOf(clause);
  const isMatch = pattern && matchesPattern(pattern, subject, names, run);
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
  if (as(subject.value, Instance)) return undefined;
  const [only, ...rest] = children;
  if (pattern.name === 'LiteralPattern' && only && rest.length === 0 && !only.type.isError)
    return equals(plainOf(run.evaluate(only, names).value), plainOf(subject.value));
  if (pattern.name !== 'AttributePattern') return undefined;
  const value = attributeOfPattern(children, names, run);
  return value === undefined || unknownIn(value) ? undefined : equals(plainOf(value), plainOf(subject.value));
}

/** `Colour.RED` */
function attributeOfPattern([first, ...rest]: readonly PyNode[], names: Environment, run: Run) {
  let placed = first && run.evaluate(first, names);
  for (const each of rest)
    if (placed && each.name === 'PropertyName')
      placed = run.journal.known(run.attribute(placed, run.program.text.slice(each.from, each.to), each));
  return placed?.value;
}
