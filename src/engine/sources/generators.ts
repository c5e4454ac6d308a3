import { type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { PySequence } from '../python/index.ts';
import type { Run } from './sourceRun.ts';
import type { Value } from './values.ts';

/** What a generator gave, unless nobody knows which of it. */
export function generated(yields: readonly Value[], run: Run, at: PyNode): Value {
  const { value } = run.journal.known({ value: yields, at: spanOf(at) });
  return value === yields ? new PySequence('generator', [...yields]) : value;
}

const taking = /(?:^(?:list|tuple|set|frozenset|sorted|sum|min|max|any|all|dict)|\.join)$/;

const lazy = /^(?:enumerate|zip|map|filter)$/;

/** Whether all items of what a call gives are taken before anything else happens. */
export function isTakenAtOnce(call: PyNode, text: string): boolean {
  const { parent, prevSibling } = call;
  if (parent?.name === 'ForStatement' || parent?.name.includes('Comprehension')) return prevSibling?.name === 'in';
  if (prevSibling?.name === '*' || (parent?.name === 'YieldStatement' && prevSibling?.name === 'from')) return true;
  const taker = parent?.name === 'ArgList' ? parent.parent : undefined;
  const callee = taker?.firstChild;
  if (!taker || !callee) return false;
  const name = text.slice(callee.from, callee.to);
  return taking.test(name) || (lazy.test(name) && isTakenAtOnce(taker, text)) || prevSibling?.name === 'in';
}

const generators = new WeakMap<object, boolean>();

/** Whether a function is a generator. */
export function containsYield(node: PyNode): boolean {
  const key = node.tree ?? node;
  const known = generators.get(key);
  if (known !== undefined) return known;
  let found = false;
  if (node.name === 'FunctionDefinition')
    node.cursor().iterate(each => {
      if (each.name.startsWith('Yield')) found = true;
      return (
        !found && (each.from === node.from || !/^(?:Function|Class)Definition$|^LambdaExpression$/.test(each.name))
      );
    });
  generators.set(key, found);
  return found;
}
