import { argumentsOf, childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { defaultsOf, readArguments } from '../calls/parameters.ts';
import type { Run } from '../run/sourceRun.ts';
import { findInClass, lastOf, numberAutos } from '../values/classLines.ts';
import { Environment, nameAt } from '../values/environment.ts';
import { as, Class, Decorated, External, type Placed, Routine, unknown, type Value, wrap } from '../values/values.ts';

function nameOf(node: PyNode, run: Run): string {
  const name = childOf(node, 'VariableName');
  return name ? nameAt(name, run.program.text) : '';
}

/** Binds the name of a function. */
export function defineFunction(node: PyNode, names: Environment, run: Run, decorators: readonly PyNode[] = []): void {
  run.decide();
  const owner = run.classes.get(names);
  const fn = new Routine(node, names, defaultsOf(node, names, run), owner);
  run.functions.push(fn);
  let value: Value = wrap(fn);
  for (const decorator of decorators.toReversed()) value = decoratedBy(decorator, value, names, run);
  const name = nameOf(node, run);
  run.journal.assign(names.ownerOf(name), name, { value, at: spanOf(node) });
}

function decoratedBy(decorator: PyNode, inner: Value, names: Environment, run: Run): Value {
  const [, ...rest] = childrenOf(decorator);
  const list = rest.find(({ name }) => name === 'ArgList');
  const named = rest.filter(({ name }) => name === 'VariableName' || name === 'PropertyName');
  const text = named.map(({ from, to }) => run.program.text.slice(from, to));
  const [head, ...tail] = text;
  if (head === undefined) return inner;
  const property = tail.length === 1 ? as(names.find(head)?.value, Decorated) : undefined;
  if (property?.kind === 'property' && /^[gs]etter$|^deleter$/.test(tail[0]!)) {
    const isGetter = tail[0] === 'getter';
    const setter = tail[0] === 'setter' ? inner : property.setter;
    return wrap(new Decorated('property', isGetter ? inner : property.inner, setter));
  }
  const found = names.find(head);
  const path = found ? as(found.value, External)?.path : `builtins.${head}`;
  const external = path === undefined ? undefined : new External([path, ...tail].join('.'));
  const kept = external && decorate(inner, wrap(external));
  if (kept !== undefined) {
    const routine = as(kept, Routine);
    if (routine && lastOf(external!.path) === 'wraps') routine.isRenamed = true;
    return kept;
  }
  let own = found && !external ? found : undefined;
  for (const each of tail) own = own && run.attribute(own, each, decorator);
  const args = { positional: [{ value: inner, at: spanOf(decorator) }], named: new Map() };
  const called = own && run.guarded(decorator, () => decoratorOf(own, list, names, run, decorator));
  if (called && as(called, Routine)) return run.guarded(decorator, () => run.call(called, args, decorator));
  return unknown(`What \`@${text.join('.')}\` makes of it is known only when the program runs.`, spanOf(decorator));
}

/** The function that a decorator is: what it names, or what the call of that gives. */
function decoratorOf(
  own: Placed,
  list: PyNode | undefined,
  names: Environment,
  run: Run,
  decorator: PyNode,
): Value | undefined {
  if (!list) return own.value;
  return as(own.value, Routine) ? run.call(own.value, readArguments(list, names, run), decorator) : undefined;
}

const harmless = /^(?:unique|final|runtime_checkable|total_ordering|deprecated)$/;

/** Binds the name of a class, and reads its body. */
export function defineClass(node: PyNode, names: Environment, run: Run, decorators: readonly PyNode[] = []): void {
  run.decide();
  const name = nameOf(node, run);
  const list = childOf(node, 'ArgList');
  const keywords = new Map<string, Placed>();
  const bases = argumentsOf(list, run.program.text).flatMap(argument => {
    const placed = run.evaluate(argument.value, names);
    if (argument.name !== undefined) keywords.set(argument.name, placed);
    return argument.name === undefined ? [placed.value] : [];
  });
  const inner = new Environment('class', names);
  const made = new Class(name, node, bases, inner);
  made.isFrozen = keywords.get('frozen')?.value === true;
  run.classes.set(inner, made);
  run.classList.push(made);
  let value: Value = isMadeByMeta(made, keywords)
    ? unknown('What a metaclass makes of this class is known only when the program runs.', spanOf(node))
    : wrap(made);
  const body = childOf(node, 'Body');
  run.execute(body ? childrenOf(body).slice(1) : [], inner);
  numberAutos(made);
  made.initials = new Map(inner.names);
  tellBases(made, keywords, node, run);
  for (const decorator of decorators.toReversed()) {
    const text = run.program.text.slice(decorator.from + 1, decorator.to).trim();
    const own = lastOf(/^[\w.]+/.exec(text)?.[0] ?? '');
    if (own === 'dataclass') {
      made.isDataclass = true;
      made.isFrozen = /\bfrozen\s*=\s*True\b/.test(text);
    } else if (!harmless.test(own)) value = decoratedBy(decorator, value, names, run);
  }
  run.journal.assign(names.ownerOf(name), name, { value, at: spanOf(node) });
}

/** Whether a metaclass of the program makes a class, in its own way. */
function isMadeByMeta(made: Class, keywords: ReadonlyMap<string, Placed>): boolean {
  const meta = as(keywords.get('metaclass')?.value, Class);
  const own = ['__new__', '__init__', '__call__', '__prepare__', '__getattribute__', '__getattr__'];
  return meta !== undefined && own.some(name => findInClass(meta, name)) && made.node !== meta.node;
}

/** A base's `__init_subclass__` is called with the class that derives from it. */
function tellBases(made: Class, keywords: ReadonlyMap<string, Placed>, node: PyNode, run: Run): void {
  const [found] = made.bases.flatMap(base => {
    const own = as(base, Class);
    return (own && findInClass(own, '__init_subclass__')) ?? [];
  });
  if (!found) return;
  const named = new Map([...keywords].filter(([name]) => name !== 'metaclass'));
  const decorated = as(found.placed.value, Decorated);
  const method = as(decorated ? decorated.inner : found.placed.value, Routine);
  if (method) run.guarded(node, () => run.call(wrap(method.bound(wrap(made))), { positional: [], named }, node));
}

/** A function as a decorator leaves it. */
function decorate(inner: Value, decorator: Value): Value | undefined {
  const path = as(decorator, External)?.path ?? '';
  const name = lastOf(path);
  if (/^(?:property|cached_property|computed_field|abstractproperty)$/.test(name)) {
    const property = new Decorated('property', inner);
    property.isKept = name === 'cached_property';
    return wrap(property);
  }
  if (name === 'staticmethod' || name === 'classmethod') return wrap(new Decorated(name, inner));
  const fn = as(inner, Routine);
  if (/^(?:lru_cache|cache)$/.test(name) && fn) fn.kept = [];
  if (
    /^(?:override|final|lru_cache|cache|wraps|no_type_check|overload|abstractmethod|contextmanager|runtime_checkable|total_ordering)$/.test(
      name,
    )
  )
    return inner;
  return undefined;
}
