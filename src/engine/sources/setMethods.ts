import { type PyNode, spanOf } from '../code/python/read/syntax.ts';
import { PyFunction } from '../python/index.ts';
import { PySet } from './libraryValues.ts';
import type { Run } from './sourceRun.ts';
import { as, OwnMethod, Unknown, Unreadable, type Value, wrap } from './values.ts';

const setMethods: Readonly<Record<string, (set: Map<Value, Value>, others: readonly (readonly Value[])[]) => Value>> = {
  copy: set => wrap(new PySet(new Map(set))),
  union: (set, others) => wrap(new PySet(new Map([...set, ...others.flat().map(each => [each, each] as const)]))),
  intersection: (set, others) =>
    wrap(new PySet(new Map([...set].filter(([key]) => others.every(other => other.includes(key)))))),
  difference: (set, others) =>
    wrap(new PySet(new Map([...set].filter(([key]) => !others.some(other => other.includes(key)))))),
  issubset: (set, [other = []]) => [...set.keys()].every(key => other.includes(key)),
  issuperset: (set, [other = []]) => other.every(key => set.has(key)),
};

/** Methods of lists, dicts and sets that change them. */
export const changing = new Set(
  'append extend insert update setdefault pop popitem remove clear add discard sort reverse intersection_update difference_update symmetric_difference_update'.split(
    ' ',
  ),
);

/** Throws `Unreadable` for an attribute that is not read. */
export function missing(reason: string, node: PyNode): never {
  throw new Unreadable(reason, spanOf(node));
}

/** A method of a set; those that change it tell the journal first. Throws `Unreadable`. */
export function setMethod(set: PySet, value: Value, name: string, node: PyNode, run: Run): Value {
  const method = Object.hasOwn(setMethods, name) ? setMethods[name] : undefined;
  if (method)
    return new PyFunction(`<${name}>`, args =>
      method(
        set.items,
        args.map(arg => [...(as(arg, PySet)?.items.keys() ?? run.items(arg))]),
      ),
    );
  if (name === 'add' || name === 'discard' || name === 'update') {
    const changed = new OwnMethod(`<${name}>`, args => {
      run.journal.change(value);
      const items =
        name === 'update' ? args.flatMap(arg => [...(as(arg, PySet)?.items.keys() ?? run.items(arg))]) : args;
      for (const item of items) {
        if (typeof item !== 'string' && typeof item !== 'number') {
          run.journal.doubt(value, new Unknown('A set of these is not read.', spanOf(node)));
          break;
        }
        if (name === 'discard') set.items.delete(item);
        else set.items.set(item, item);
      }
      return null;
    });
    changed.owner = value;
    return changed;
  }
  if (changing.has(name)) run.journal.doubt(value, new Unknown('A set that changes.', spanOf(node)));
  return missing(`\`${name}\` of a set is not read.`, node);
}
