import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { isDict, isList } from '../../../python/index.ts';
import { doubtAll } from '../objects/mayChange.ts';
import { operate } from '../objects/operate.ts';
import { callSpecial } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { type Environment, nameAt } from '../values/environment.ts';
import { unknownOf } from '../values/knownValues.ts';
import { DefaultDict, PySet } from '../values/libraryValues.ts';
import { as, type Placed, Unknown, type Value } from '../values/values.ts';
import { assignAttribute, assignItem, assignTarget } from './assignTarget.ts';
import { listed } from './loops.ts';
import { itemOf } from './subscripts.ts';

/** `x += y`: the target is looked at once, a list, set or dict changes in its place. */
export function augmentedAssignment(node: PyNode, names: Environment, run: Run): void {
  const [target, operator, ...rest] = childrenOf(node);
  if (!target || !operator) return;
  const sign = run.program.text.slice(operator.from, operator.to - 1);
  const place = placeOf(target, names, run);
  const left = place.before;
  const right = listed(rest, node, names, run).value;
  const hole = unknownOf(right) ?? unknownOf(left);
  const isChanged = isDict(left) || (isList(left) && (sign === '+' || sign === '*')) || as(left, PySet) !== undefined;
  if (hole && (isChanged || unknownOf(left))) {
    doubtAll(left, as(hole, Unknown)!, run);
    if (isChanged) return;
  }
  const value = run.guarded(
    node,
    () => hole ?? inPlace(left, sign, right, node, run) ?? operate(sign, left, right, run),
  );
  place.assign({ value, at: spanOf(node) });
}

/** What a target is before, and how it gets another value. */
function placeOf(target: PyNode, names: Environment, run: Run): { before: Value; assign(placed: Placed): void } {
  const [object, operator, last, end] = target.name === 'MemberExpression' ? childrenOf(target) : [];
  const isItem = operator?.name === '[' && end?.name === ']';
  if (!object || !last || !(isItem || operator?.name === '.'))
    return {
      before: run.evaluate(target, names).value,
      assign: placed => assignTarget([target], placed, names, run),
    };
  const owner = run.evaluate(object, names);
  if (!isItem) {
    const name = nameAt(last, run.program.text);
    const before = run.guarded(target, () => run.journal.certain(run.attribute(owner, name, target)).value);
    return { before: before as Value, assign: placed => assignAttribute(owner.value, name, placed, target, run) };
  }
  const key = run.evaluate(last, names).value;
  const before = run.guarded(target, () => run.journal.certain(itemOf(owner.value, key, target, run)).value);
  return { before: before as Value, assign: placed => assignItem(owner.value, key, placed, target, run) };
}

/** What changes in its place, changed; `undefined`: a new value is made. */
function inPlace(left: Value, sign: string, right: Value, node: PyNode, run: Run): Value | undefined {
  const [set, other] = [as(left, PySet), as(right, PySet)];
  if (isList(left) && sign === '+') {
    const items = run.itemsOrNone(right, left, node);
    run.journal.change(left);
    run.places.delete(left);
    for (const item of items) (left as Value[]).push(item);
    return left;
  }
  if (isDict(left) && sign === '|' && isDict(right) && !(left instanceof DefaultDict)) {
    run.journal.change(left);
    run.places.delete(left);
    for (const [key, value] of right) (left as Map<Value, Value>).set(key, value);
    return left;
  }
  if (set && other) {
    const made = as(operate(sign, left, right, run), PySet);
    run.journal.change(left);
    set.items.clear();
    for (const [key, value] of made?.items ?? []) set.items.set(key, value);
    return left;
  }
  if (isList(left) || isDict(left) || set) {
    run.journal.doubt(left, new Unknown('What this takes in is not read.', spanOf(node)));
    return left;
  }
  return callSpecial(left, `__i${specialNames[sign] ?? sign}__`, [right], run);
}

const specialNames: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '|': 'or',
  '&': 'and',
  '^': 'xor',
};
