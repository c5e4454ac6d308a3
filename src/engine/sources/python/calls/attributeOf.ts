import { childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { literalEval, PyFunction, PyTuple, textOf } from '../../../python/index.ts';
import { modelMethod, namedTupleMethod, substitute } from '../builtins/objectFunctions.ts';
import { standardConstant } from '../builtins/standardFunctions.ts';
import { heldAttribute } from '../objects/mayChange.ts';
import type { Run } from '../run/sourceRun.ts';
import { findInClass, hasUnknownBase, isEnum, lineOf, memberNamed, namesOfMembers } from '../values/classLines.ts';
import { Part, PySet, Template } from '../values/libraryValues.ts';
import {
  as,
  Class,
  Decorated,
  External,
  Instance,
  Member,
  Module,
  type Placed,
  Routine,
  Super,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';
import { dataMethod, missing, setMethod } from './dataMethod.ts';

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
  return own(dataMethod(value, name, node, run));
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
  return run.journal.certain(found.placed);
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
    : { value: dataMethod(text, name, node, run), at: spanOf(node) };
}
