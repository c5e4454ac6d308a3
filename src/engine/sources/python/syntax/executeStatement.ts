import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import type { Completion, Run } from '../run/sourceRun.ts';
import type { Environment } from '../values/environment.ts';
import { truthOf, unknownOf } from '../values/knownValues.ts';
import { as, External, Unknown, Unreadable, type Value } from '../values/values.ts';
import { assignTarget, deleteStatement } from './assignTarget.ts';
import { augmentedAssignment } from './augmentedAssignment.ts';
import { defineClass, defineFunction } from './defineClass.ts';
import { importNames } from './importNames.ts';
import { forStatement, listed, whileStatement } from './loops.ts';
import { matchStatement } from './matchStatement.ts';
import { tryStatement, withStatement } from './tryStatement.ts';

const next: Completion = { kind: 'next' };

/** Runs a statement as Python would, as far as that is certain. */
export function executeStatement(node: PyNode, names: Environment, run: Run): Completion {
  switch (node.name) {
    case 'StatementGroup':
      return run.execute(
        childrenOf(node).filter(({ name }) => name !== ';'),
        names,
      );
    case 'AssignStatement':
      assign(node, names, run);
      return next;
    case 'UpdateStatement':
      augmentedAssignment(node, names, run);
      return next;
    case 'ExpressionStatement':
      for (const child of childrenOf(node)) if (child.name !== ',') run.evaluate(child, names);
      return next;
    case 'ReturnStatement':
      return { kind: 'return', placed: listed(childrenOf(node).slice(1), node, names, run) };
    case 'ImportStatement':
      importNames(node, names, run);
      return next;
    case 'FunctionDefinition':
      defineFunction(node, names, run);
      return next;
    case 'ClassDefinition':
      defineClass(node, names, run);
      return next;
    case 'DecoratedStatement':
      decorated(node, names, run);
      return next;
    case 'IfStatement':
      return ifStatement(node, names, run);
    case 'ForStatement':
      return forStatement(node, names, run);
    case 'WhileStatement':
      return whileStatement(node, names, run);
    case 'TryStatement':
      return tryStatement(node, names, run);
    case 'WithStatement':
      return withStatement(node, names, run);
    case 'MatchStatement':
      return matchStatement(node, names, run);
    case 'DeleteStatement':
      deleteStatement(node, names, run);
      return next;
    case 'ScopeStatement':
      scope(node, names, run);
      return next;
    case 'BreakStatement':
      return { kind: 'break' };
    case 'ContinueStatement':
      return { kind: 'continue' };
    case 'RaiseStatement':
      return raised(node, names, run);
    case 'YieldStatement':
      yieldStatement(node, names, run);
      return next;
    case 'AssertStatement':
      return asserted(node, names, run);
    default:
      return next;
  }
}

function raised(node: PyNode, names: Environment, run: Run): Completion {
  const [, expression] = childrenOf(node);
  if (!expression) return { kind: 'raise' };
  run.evaluate(expression, names);
  const [error] = /^\w+(?=\(|$)/.exec(run.program.text.slice(expression.from, expression.to)) ?? [];
  return { kind: 'raise', ...(error !== undefined && { error }) };
}

/** It raises where it certainly does not hold. */
function asserted(node: PyNode, names: Environment, run: Run): Completion {
  const [, test, ...rest] = childrenOf(node);
  const value = test ? run.evaluate(test, names).value : null;
  const holds = run.guarded(node, () => truthOf(value));
  if (holds !== false) return next;
  for (const child of rest) if (child.name !== ',') run.evaluate(child, names);
  return { kind: 'raise', error: 'AssertionError' };
}

const maxYields = 2000;

function yieldStatement(node: PyNode, names: Environment, run: Run): void {
  const [, ...parts] = childrenOf(node);
  const isFrom = parts[0]?.name === 'from';
  const { value } = listed(isFrom ? parts.slice(1) : parts, node, names, run);
  const { yields } = run.frame;
  if (!yields) return;
  run.journal.change(yields);
  const items = isFrom ? run.itemsOrNone(value, yields, node) : [value];
  if (yields.length + items.length > maxYields)
    throw new Unreadable('This generator gives too much to be read.', spanOf(node));
  yields.push(...items);
}

function assign(node: PyNode, names: Environment, run: Run): void {
  const groups: PyNode[][] = [[]];
  for (const child of childrenOf(node)) {
    if (child.name === 'AssignOp') groups.push([]);
    else if (child.name !== 'TypeDef') groups.at(-1)!.push(child);
    else if (names.kind === 'class') evaluateTypes(child, names, run);
  }
  if (groups.length < 2) return;
  const placed = listed(groups.pop()!, node, names, run);
  for (const group of groups) assignTarget(group, placed, names, run);
}

/** Reads the calls in an annotation. */
function evaluateTypes(annotation: PyNode, names: Environment, run: Run): void {
  annotation.cursor().iterate(each => {
    if (each.name !== 'ArgList') return true;
    for (const child of childrenOf(each.node))
      if (!/^(?:[(),]|AssignOp|\*\*?)$/.test(child.name)) run.evaluate(child, names);
    return false;
  });
}

function decorated(node: PyNode, names: Environment, run: Run): void {
  const children = childrenOf(node);
  const decorators = children.filter(({ name }) => name === 'Decorator');
  const inner = children.at(-1);
  if (inner?.name === 'FunctionDefinition') defineFunction(inner, names, run, decorators);
  else if (inner?.name === 'ClassDefinition') defineClass(inner, names, run, decorators);
}

/** The tests and bodies of an `if`; the last without a test is the `else`. */
function armsOf(node: PyNode): readonly { readonly test?: PyNode; readonly body: readonly PyNode[] }[] {
  const children = childrenOf(node);
  return children.flatMap((body, i) => {
    if (body.name !== 'Body') return [];
    const before = children[i - 1];
    const isElse = before?.name === 'else';
    return [{ ...(!isElse && before && { test: before }), body: childrenOf(body).slice(1) }];
  });
}

function ifStatement(node: PyNode, names: Environment, run: Run): Completion {
  return arms(armsOf(node), names, run);
}

function arms(all: ReturnType<typeof armsOf>, names: Environment, run: Run): Completion {
  const [first, ...rest] = all;
  if (!first) return next;
  if (!first.test) return run.execute(first.body, names);
  const { value } = run.evaluate(first.test, names);
  const isOpen =
    unknownOf(value) ??
    (as(value, External)
      ? isTypeChecking(value)
        ? undefined
        : run.unknown('This depends on what is known only when the program runs.', first.test)
      : undefined);
  if (!isOpen) {
    const decided = as(value, External) ? false : run.guarded(first.test, () => truthOf(value));
    if (!as(value, External)) run.decide();
    if (typeof decided === 'boolean') return decided ? run.execute(first.body, names) : arms(rest, names, run);
    return either(first, rest, as(decided, Unknown)!, names, run);
  }
  return either(first, rest, as(isOpen, Unknown)!, names, run);
}

function either(
  first: ReturnType<typeof armsOf>[number],
  rest: ReturnType<typeof armsOf>,
  reason: Unknown,
  names: Environment,
  run: Run,
): Completion {
  const because = new Unknown(`This depends on a condition: ${reason.reason}`, reason.at);
  return run.branches(because, [() => run.execute(first.body, names), () => arms(rest, names, run)]);
}

/** `TYPE_CHECKING` is false when the program runs. */
function isTypeChecking(value: Value): boolean {
  return as(value, External)?.path.endsWith('TYPE_CHECKING') ?? false;
}

function scope(node: PyNode, names: Environment, run: Run): void {
  run.decide();
  const [word, ...rest] = childrenOf(node);
  for (const each of rest) {
    if (each.name !== 'VariableName') continue;
    const name = run.program.text.slice(each.from, each.to);
    let owner = names.module;
    if (word?.name === 'nonlocal')
      for (let at = names.parent; at; at = at.parent)
        if (at.kind === 'function' && at.names.has(name)) {
          owner = at;
          break;
        }
    names.elsewhere.set(name, owner);
  }
}
