import { childOf, childrenOf, type PyNode, spanOf } from '../code/python/read/syntax.ts';
import {
  getAttribute,
  isDict,
  isList,
  literalEval,
  PyFunction,
  PySequence,
  PyTuple,
  textOf,
  Undefined,
} from '../python/index.ts';
import { modelMethod, namedTupleMethod, substitute } from './builtins/objectFunctions.ts';
import { standardConstant } from './builtins/standardConstants.ts';
import { sortedItems } from './builtins/valueBuiltins.ts';
import { findInClass, hasUnknownBase, isEnum, lineOf } from './classLines.ts';
import { DictView } from './dictView.ts';
import { memberNamed, namesOfMembers } from './enumMembers.ts';
import { DefaultDict, Part, PySet, Template } from './libraryValues.ts';
import { heldAttribute } from './mayChange.ts';
import { changing, missing, setMethod } from './setMethods.ts';
import type { Run } from './sourceRun.ts';
import { unknownIn } from './unknownIn.ts';
import {
  as,
  Class,
  Decorated,
  External,
  Instance,
  Member,
  Module,
  OwnMethod,
  type Placed,
  Routine,
  reasonOfError,
  Super,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from './values.ts';

/** `object.name`. Throws `Unreadable` where it is not known. */
export function attributeOf(object: Placed, name: string, node: PyNode, run: Run): Placed {
  const { value } = object;
  const own = (made: Value): Placed => ({ value: made, at: spanOf(node) });
  const hole = as(value, Unknown);
  if (hole) return own(hole.holds.length === 0 ? value : heldAttribute(hole, name, node, run));
  const external = as(value, External);
  if (external) {
    const path = `${external.path}.${name}`;
    if (run.isPatched(path) && standardConstant(path) !== undefined) return missing('The program changes this.', node);
    return own(standardConstant(path) ?? wrap(new External(path)));
  }
  const module = as(value, Module);
  if (module)
    return module.names.names.get(name) ?? missing(`\`${module.name}\` has no \`${name}\` that can be read.`, node);
  const of = as(value, Class);
  if (of) return ofClass(of, value, name, node, run);
  const instance = as(value, Instance);
  if (instance) return ofInstance(instance, value, name, node, run);
  const member = as(value, Member);
  if (member) return ofMember(member, value, name, node, run);
  const above = as(value, Super);
  if (above) return ofSuper(above, name, node);
  const template = as(value, Template);
  if (template && /^(?:safe_)?substitute$/.test(name)) return own(substitute(template, name.startsWith('safe'), run));
  const routine = as(value, Routine);
  if (routine && (name === '__name__' || name === '__doc__')) {
    if (routine.isRenamed) return missing('The name that `functools.wraps` gives is not read.', node);
    return own(nameOrDocOf(routine.node, name, run));
  }
  const set = as(value, PySet);
  if (set) return own(setMethod(set, value, name, node, run));
  if (as(value, Part)) return missing('An attribute of this object is not read.', node);
  if (value instanceof PyTuple && value.names.length === 0 && name !== 'count' && name !== 'index')
    return missing('Not an attribute of a tuple.', node);
  return own(ofData(value, name, node, run));
}

function nameOrDocOf(node: PyNode, name: '__name__' | '__doc__', run: Run): Value {
  const own = childOf(node, 'VariableName');
  if (name === '__doc__') return docOf(node, run);
  return own && node.name === 'FunctionDefinition' ? run.program.text.slice(own.from, own.to) : '<lambda>';
}

/** The docstring of a function or class; of several lines versions of Python make different texts. */
function docOf(node: PyNode, run: Run): Value {
  const body = childOf(node, 'Body');
  const first = body && childrenOf(body)[1];
  const string = first?.name === 'ExpressionStatement' ? childrenOf(first)[0] : undefined;
  if (string?.name !== 'String') return missing('A docstring that is missing, or made, is not read.', node);
  const text = literalEval(run.program.text.slice(string.from, string.to));
  if (typeof text !== 'string') return missing('This docstring is not read.', node);
  if (text.includes('\n')) return missing('A docstring of several lines depends on the version of Python.', node);
  return text;
}

/** A method of a text, list or dict; those that change their object tell the journal first. */
function ofData(value: Value, name: string, node: PyNode, run: Run): Value {
  if (typeof value === 'string' && name === 'translate')
    return new PyFunction('<translate>', ([table = null]) => translated(value, table, run));
  if (value instanceof DefaultDict && value.factory === undefined && !/^(?:items|keys|values|get)$/.test(name)) {
    if (name !== 'most_common') run.journal.doubt(value, new Unknown('A counter that changes.', spanOf(node)));
    return mostCommon(value, name, node);
  }
  if (value instanceof DefaultDict && name === 'copy') return missing('A copy of this dict is not read.', node);
  const made =
    value instanceof PyTuple && value.names.length === 0
      ? tupleMethod(value, name, run)
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

function tupleMethod(value: PyTuple, name: string, run: Run): Value {
  return getAttribute([...value.items], name, run.context);
}

function ofClass(of: Class, value: Value, name: string, node: PyNode, run: Run): Placed {
  const at = spanOf(node);
  if (name === '__name__' || name === '__qualname__') return { value: of.name, at };
  if (name === '__doc__') return { value: docOf(of.node, run), at };
  if (name === '__members__' && isEnum(of))
    return { value: new Map(namesOfMembers(of).map(each => [each, wrap(memberNamed(of, each)!)])), at };
  const found = findInClass(of, name);
  if (!found) {
    if (name === 'default_value') return { value: defaultOf(of), at };
    return missing(
      hasUnknownBase(of) ? `\`${name}\` may come from a class that is not read.` : `\`${of.name}\` has no \`${name}\`.`,
      node,
    );
  }
  const member = isEnum(of) ? memberNamed(of, name) : undefined;
  if (member) return { value: wrap(member), at: found.placed.at };
  const decorated = as(found.placed.value, Decorated);
  if (decorated?.kind === 'classmethod') return { value: bind(decorated.inner, value), at };
  if (decorated?.kind === 'staticmethod') return { value: decorated.inner, at };
  return run.journal.known(found.placed);
}

/** Langroid's `Tool.default_value("field")`. */
function defaultOf(of: Class): Value {
  return new PyFunction('<default_value>', ([field]) => {
    const found = typeof field === 'string' ? findInClass(of, field) : undefined;
    if (!found) throw new Unreadable('This default is not read.');
    return found.placed.value;
  });
}

function ofInstance(own: Instance, value: Value, name: string, node: PyNode, run: Run): Placed {
  const { of, names } = own;
  if (findInClass(of, '__getattribute__')) return missing(`What \`${name}\` gives is code of the class.`, node);
  const set = names.names.get(name);
  if (set) return set;
  if (name === '__class__') return { value: wrap(of), at: spanOf(node) };
  const found = findInClass(of, name);
  const method = found ? undefined : (namedTupleMethod(own, name, run) ?? modelMethod(own, name, run));
  if (method !== undefined) return { value: method, at: spanOf(node) };
  if (!found) return missing(`\`${name}\` of this object is not known.`, node);
  const decorated = as(found.placed.value, Decorated);
  if (decorated?.kind === 'property') {
    const made = {
      value: run.call(bind(decorated.inner, value), { positional: [], named: new Map() }, node),
      at: spanOf(node),
    };
    if (decorated.isKept) run.journal.assign(names, name, made);
    return made;
  }
  if (decorated) {
    const self = decorated.kind === 'classmethod' ? wrap(of) : undefined;
    return { value: self ? bind(decorated.inner, self) : decorated.inner, at: spanOf(node) };
  }
  const routine = as(found.placed.value, Routine);
  return routine && routine.self === undefined ? { value: wrap(routine.bound(value)), at: spanOf(node) } : found.placed;
}

function bind(inner: Value, self: Value): Value {
  const method = as(inner, Routine);
  return method ? wrap(method.bound(self)) : inner;
}

function ofSuper({ owner, self }: Super, name: string, node: PyNode): Placed {
  const line = as(self, Instance)?.of ?? as(self, Class);
  if (!line) return missing('This object is not known.', node);
  const classes = lineOf(line);
  const above = classes.slice(classes.indexOf(owner) + 1);
  for (const each of above) {
    const found = each.names.names.get(name);
    const decorated = as(found?.value, Decorated);
    const method = as(decorated ? decorated.inner : found?.value, Routine);
    if (method && decorated?.kind !== 'property' && decorated?.kind !== 'staticmethod')
      return { value: wrap(method.bound(self)), at: spanOf(node) };
    if (decorated?.kind === 'property') return missing('A property of a class above is not read.', node);
    if (found) return decorated ? { value: decorated.inner, at: found.at } : found;
  }
  for (const base of [owner, ...above].flatMap(each => each.bases)) {
    const external = as(base, External);
    if (external) return { value: wrap(new External(`${external.path}.${name}`)), at: spanOf(node) };
  }
  return missing('Not a method of a class that is read.', node);
}

function ofMember(member: Member, value: Value, name: string, node: PyNode, run: Run): Placed {
  if (name === 'value') {
    if (as(member.value.value, External)) return missing('The value of this member is not known.', node);
    return member.value;
  }
  if (name === 'name') return { value: member.name, at: member.value.at };
  const found = findInClass(member.of, name);
  if (found) {
    const decorated = as(found.placed.value, Decorated);
    if (decorated?.kind === 'property')
      return {
        value: run.call(bind(decorated.inner, value), { positional: [], named: new Map() }, node),
        at: spanOf(node),
      };
    return { value: bind(found.placed.value, value), at: spanOf(node) };
  }
  const text = member.isMixed ? textOf(member.value.value) : undefined;
  return text === undefined
    ? missing(`\`${name}\` of this member is not known.`, node)
    : { value: ofData(text, name, node, run), at: spanOf(node) };
}
