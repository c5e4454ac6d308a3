import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { getAttribute, isDict, isList, PyFunction, PySequence, PyTuple, Undefined } from '../../../python/index.ts';
import { sortedItems } from '../builtins/valueBuiltins.ts';
import type { Run } from '../run/sourceRun.ts';
import { unknownIn } from '../values/knownValues.ts';
import { DefaultDict, PySet } from '../values/libraryValues.ts';
import { as, OwnMethod, reasonOfError, Unknown, Unreadable, type Value, wrap } from '../values/values.ts';

/** A method of a text, list or dict; those that change their object tell the journal first. */
export function dataMethod(value: Value, name: string, node: PyNode, run: Run): Value {
  if (typeof value === 'string' && name === 'translate')
    return new PyFunction('<translate>', ([table = null]) => translated(value, table, run));
  if (value instanceof DefaultDict && value.factory === undefined && !/^(?:items|keys|values|get)$/.test(name)) {
    if (name !== 'most_common') run.journal.doubt(value, new Unknown('A counter that changes.', spanOf(node)));
    return mostCommon(value, name, node);
  }
  if (value instanceof DefaultDict && name === 'copy') return missing('A copy of this dict is not read.', node);
  const made =
    value instanceof PyTuple && value.names.length === 0
      ? getAttribute([...value.items], name, run.context)
      : getAttribute(value, name, run.context);
  if (name === 'popitem' && isDict(value)) return lastItemOf(value as Map<Value, Value>, run);
  const isFound = made instanceof PyFunction;
  if (!isFound && (made instanceof Undefined || made === undefined || isDict(value))) {
    // It may be a method that changes it.
    run.journal.doubt(value, new Unknown('A collection that changes.', spanOf(node)));
    missing(`\`${name}\` of this value is not read.`, node);
  }
  if (isFound && isDict(value) && /^(?:keys|values|items)$/.test(name))
    return new PyFunction(made.repr, (args, keywords) => viewOf(made, args, keywords));
  if (!isFound || !(isDict(value) || isList(value)) || !(changing.has(name) || name === 'get')) return made;
  const method = new OwnMethod(made.repr, (args, keywords) => {
    const hole = storingHole(name, args, run) ?? [...keywords.values()].map(each => as(each, Unknown)).find(Boolean);
    if (hole) {
      if (changing.has(name)) run.journal.doubt(value, hole);
      return wrap(hole.with([value, ...args]));
    }
    if (changing.has(name)) {
      run.journal.change(value);
      run.places.delete(value);
    }
    if (name === 'sort' && isList(value)) {
      sortInPlace(value as Value[], keywords, node, run);
      return null;
    }
    const items = name === 'extend' ? args.map(arg => [...run.items(arg)]) : args;
    return made.call(items, keywords);
  });
  if (changing.has(name)) method.owner = value;
  return method;
}

/** `list.sort(key=…, reverse=…)` */
function sortInPlace(list: Value[], keywords: ReadonlyMap<string, Value>, node: PyNode, run: Run): void {
  try {
    for (const [i, item] of sortedItems([...list], keywords, node, run).entries()) list[i] = item;
  } catch (error) {
    run.journal.doubt(list, new Unknown('A list that is sorted by what is not read.', spanOf(node)));
    throw error;
  }
}

/** `dict.popitem()` */
function lastItemOf(dict: Map<Value, Value>, run: Run): Value {
  const method = new OwnMethod('<popitem>', () => {
    run.journal.change(dict);
    const last = [...dict].at(-1);
    if (!last) throw new Unreadable('Python raises here: the dict is empty.');
    dict.delete(last[0]);
    return new PyTuple(last);
  });
  method.owner = dict;
  return method;
}

/** What `keys`, `values` or `items` of a dict gives: it has at any time what the dict has then. */
function viewOf(method: PyFunction, args: readonly Value[], keywords: Parameters<PyFunction['call']>[1]): Value {
  const read = () => method.call(args, keywords);
  const first = read();
  return first instanceof PySequence ? new DictView(first, read as () => PySequence) : first;
}

/** `counter.most_common(count)` */
function mostCommon(counter: DefaultDict, name: string, node: PyNode): Value {
  if (name !== 'most_common') return missing(`\`${name}\` of a counter is not read.`, node);
  return new PyFunction('<most_common>', ([count = null]) => {
    const all = [...counter].sort(([, a], [, b]) => Number(b) - Number(a));
    return all.slice(0, typeof count === 'number' ? Math.max(0, count) : undefined).map(each => new PyTuple(each));
  });
}

/** `text.translate(table)` */
function translated(text: string, table: Value, run: Run): string {
  if (!isDict(table)) throw new Unreadable('This table is not read.');
  return Array.from(text, each => {
    const code = each.codePointAt(0)!;
    const made = table.has(code) ? table.get(code)! : each;
    if (made !== null && typeof made !== 'string' && typeof made !== 'number')
      throw new Unreadable('This table is not read.');
    if (typeof made === 'string') run.spend(made.length);
    return typeof made === 'number' ? String.fromCodePoint(made) : (made ?? '');
  }).join('');
}

/** What of the arguments has to be known: not what is stored as it is. */
function storingHole(name: string, args: readonly Value[], run: Run): Unknown | undefined {
  const [first = null] = args;
  if (name === 'append') return undefined;
  if (name === 'extend' || name === 'update') return as(first, Unknown) ?? orderless(first, run);
  return unknownIn(first);
}

function orderless(value: Value, run: Run): Unknown | undefined {
  if (!as(value, PySet)) return undefined;
  try {
    run.items(value);
    return undefined;
  } catch (error) {
    return new Unknown(reasonOfError(error), { start: 0, end: 0 });
  }
}

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
const changing = new Set(
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

/** A view of a dict, which has at any time what the dict has then. */
class DictView extends PySequence {
  readonly #read: () => PySequence;

  constructor({ type, repr }: PySequence, read: () => PySequence) {
    super(type, [], repr);
    this.#read = read;
  }

  override take(): readonly Value[] {
    return this.#read().take() as readonly Value[];
  }
}
