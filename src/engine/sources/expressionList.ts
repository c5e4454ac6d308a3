import { type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { PyTuple } from '../python/index.ts';
import type { Environment } from './environment.ts';
import { listOf } from './evaluateExpression.ts';
import type { Run } from './sourceRun.ts';
import type { Placed } from './values.ts';

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
