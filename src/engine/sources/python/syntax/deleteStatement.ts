import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { isDict, isList, keyOf } from '../../../python/index.ts';
import { doubtAll } from '../objects/mayChange.ts';
import type { Run } from '../run/sourceRun.ts';
import { type Environment, nameAt } from '../values/environment.ts';
import { unknownIn } from '../values/knownValues.ts';
import { Unknown, type Value } from '../values/values.ts';
import { assignAttribute, assignSlice } from './assignTarget.ts';

/** `del name, object.name, object[key], list[start:stop]` */
export function deleteStatement(node: PyNode, names: Environment, run: Run): void {
  for (const target of childrenOf(node).slice(1)) {
    if (target.name === 'VariableName') {
      const name = run.program.text.slice(target.from, target.to);
      run.journal.remove(names.ownerOf(name), name, new Unknown('A name that is deleted.', spanOf(target)));
    } else if (target.name === 'MemberExpression') deleteMember(target, names, run);
  }
}

function deleteMember(target: PyNode, names: Environment, run: Run): void {
  const [object, operator, ...rest] = childrenOf(target);
  if (!object || !operator) return;
  const owner = run.evaluate(object, names).value;
  const at = spanOf(target);
  if (operator.name === '.') {
    const reason = run.unknown('An attribute that is deleted.', target);
    if (rest[0]) assignAttribute(owner, nameAt(rest[0], run.program.text), { value: reason, at }, target, run);
    return;
  }
  const keys = rest.filter(({ name }) => name !== ']');
  if (keys.some(({ name }) => name === ':')) assignSlice(owner, keys, { value: [], at }, at, names, run);
  else if (keys.length === 1) deleteItem(owner, run.evaluate(keys[0]!, names).value, target, run);
  else doubtAll(owner, new Unknown('A collection that changes.', at), run);
}

function deleteItem(owner: Value, key: Value, target: PyNode, run: Run): void {
  const hole = unknownIn(key);
  if (!hole && isDict(owner) && owner.has(keyOf(owner, key))) {
    run.journal.change(owner);
    (owner as Map<Value, Value>).delete(keyOf(owner, key));
  } else if (isList(owner) && typeof key === 'number' && key >= -owner.length && key < owner.length) {
    run.journal.change(owner);
    (owner as Value[]).splice(key, 1);
    // What stood where is not followed.
    run.places.delete(owner);
  } else doubtAll(owner, hole ?? new Unknown('A collection that changes.', spanOf(target)), run);
}
