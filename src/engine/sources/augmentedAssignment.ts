import { childrenOf, type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { isDict, isList } from '../python/index.ts';
import { assignTarget } from './assignTarget.ts';
import type { Environment } from './environment.ts';
import { listed } from './expressionList.ts';
import { unknownOf } from './knownValues.ts';
import { operate } from './operate.ts';
import type { Run } from './sourceRun.ts';
import { as, Unknown, type Value } from './values.ts';

/** `x += y`, which changes a list or dict in its place. */
export function augmentedAssignment(node: PyNode, names: Environment, run: Run): void {
  const [target, operator, ...rest] = childrenOf(node);
  if (!target || !operator) return;
  const sign = run.program.text.slice(operator.from, operator.to - 1);
  const left = run.evaluate(target, names).value;
  const right = listed(rest, node, names, run);
  const hole = unknownOf(right.value) ?? unknownOf(left);
  if ((isList(left) && sign === '+') || (isDict(left) && sign === '|')) {
    if (hole) {
      run.journal.doubt(left, as(hole, Unknown)!);
      return;
    }
    run.journal.change(left);
    run.places.delete(left);
    if (isList(left)) for (const item of run.itemsOrNone(right.value, left, node)) (left as Value[]).push(item);
    else if (isDict(right.value)) for (const [key, value] of right.value) (left as Map<Value, Value>).set(key, value);
    return;
  }
  const value = run.guarded(node, () => hole ?? operate(sign, left, right.value, run));
  assignTarget([target], { value, at: spanOf(node) }, names, run);
}
