import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { PySequence, PyTuple } from '../../../python/index.ts';
import type { Completion, Run } from '../run/sourceRun.ts';
import type { Environment } from '../values/environment.ts';
import { truthOf, unknownOf } from '../values/knownValues.ts';
import { as, type Placed, Unknown, unknown, type Value, wrap } from '../values/values.ts';
import { assignTarget } from './assignTarget.ts';
import { listOf } from './evaluateExpression.ts';

const next: Completion = { kind: 'next' };

function loopBody(node: PyNode): { readonly body: readonly PyNode[]; readonly otherwise: readonly PyNode[] } {
  const [body, otherwise] = childrenOf(node).filter(({ name }) => name === 'Body');
  const of = (part: PyNode | undefined) => (part ? childrenOf(part).slice(1) : []);
  return { body: of(body), otherwise: of(otherwise) };
}

/** `for`: over known items one by one, over others once, with an unknown item. Throws like `executeStatement`. */
export function forStatement(node: PyNode, names: Environment, run: Run): Completion {
  const children = childrenOf(node);
  const at = children.findIndex(({ name }) => name === 'in');
  const targets = children.slice(children.findIndex(({ name }) => name === 'for') + 1, at);
  const { body, otherwise } = loopBody(node);
  const end = children.findIndex(({ name }) => name === 'Body');
  const values = listed(children.slice(at + 1, end), node, names, run);
  const open = as(values.value, Unknown);
  const items = open ? values.value : run.guarded(node, () => run.items(values.value).slice());
  const hole = as(items as Value, Unknown);
  if (hole) {
    const once = () => {
      assignTarget(targets, { value: wrap(hole), at: values.at }, names, run);
      return run.execute(body, names);
    };
    return run.branches(hole, [once, () => next]);
  }
  if ((items as readonly Value[]).length === 0) run.decide();
  for (const [i, item] of (items as readonly Value[]).entries()) {
    if (!run.step()) break;
    assignTarget(targets, { value: item, at: values.at }, names, run);
    const completion = run.execute(body, names);
    const goesOn = completion.kind === 'next' || completion.kind === 'continue';
    if (!goesOn && values.value instanceof PySequence) values.value.giveBack((items as readonly Value[]).slice(i + 1));
    if (completion.kind === 'break') return next;
    if (completion.kind === 'return' || completion.kind === 'raise') return completion;
    if (completion.kind === 'open') {
      const any = unknown(completion.reason.reason, completion.reason.at);
      run.branches(completion.reason, [
        () => {
          assignTarget(targets, { value: any, at: values.at }, names, run);
          return run.execute(body, names);
        },
        () => next,
      ]);
      return completion.returns ? completion : next;
    }
  }
  return run.execute(otherwise, names);
}

/** `while`, as long as its test is known. */
export function whileStatement(node: PyNode, names: Environment, run: Run): Completion {
  const [, test] = childrenOf(node);
  const { body, otherwise } = loopBody(node);
  for (;;) {
    const value = test ? run.evaluate(test, names).value : false;
    const isTrue = run.step()
      ? run.guarded(node, () => unknownOf(value) ?? truthOf(value))
      : run.unknown('Reading this takes too long.', node);
    if (typeof isTrue !== 'boolean')
      return run.branches(as(isTrue, Unknown)!, [() => run.execute(body, names), () => next]);
    run.decide();
    if (!isTrue) return run.execute(otherwise, names);
    const completion = run.execute(body, names);
    if (completion.kind === 'break') return next;
    if (completion.kind === 'return' || completion.kind === 'raise') return completion;
    if (completion.kind === 'open') {
      run.branches(completion.reason, [() => run.execute(body, names), () => next]);
      return completion.returns ? completion : next;
    }
  }
}

/** One expression, or a tuple of several; nothing is `None`. */
export function listed(nodes: readonly PyNode[], node: PyNode, names: Environment, run: Run): Placed {
  const items = nodes.filter(({ name }) => name !== ',');
  const [only] = items;
  if (!only) return { value: null, at: spanOf(node) };
  if (nodes.length === 1) return run.evaluate(only, names);
  const value = run.guarded(node, () => {
    const list = listOf(items, names, run);
    const made = new PyTuple(list);
    run.places.set(made, run.places.get(list) ?? new Map());
    return made;
  });
  return { value, at: spanOf(node) };
}
