import { spanOf } from '../../../code/python/read/syntax.ts';
import { isDict, isList, PyTuple, str } from '../../../python/index.ts';
import { isChecked, keptFields } from '../objects/dataclasses.ts';
import { printedByStr } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { basesOf, findInClass, isNamedTuple, lastOf, lineOf } from '../values/classLines.ts';
import { Environment } from '../values/environment.ts';
import { unknownIn } from '../values/knownValues.ts';
import { DefaultDict, PySet, Template } from '../values/libraryValues.ts';
import {
  as,
  Class,
  External,
  Instance,
  OwnMethod,
  type Placed,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';
import { type BuiltinCall, textArgument } from './builtinCall.ts';

/** `collections.namedtuple(name, fields, defaults=…)`: a class of tuples with names. */
export function namedTuple({ args: [name, fields = null], named, node, run }: BuiltinCall): Value {
  const listed = named.get('field_names') ?? fields;
  const names =
    typeof listed === 'string' ? (listed.match(/[^\s,]+/g) ?? []) : run.items(listed).map(each => textArgument(each));
  if ([...named.keys()].some(key => !/^(?:typename|field_names|defaults)$/.test(key)))
    throw new Unreadable('What `namedtuple` makes of this is not read.');
  const defaultValues = named.get('defaults') ?? null;
  const defaults = defaultValues === null ? [] : run.items(defaultValues);
  const made = new Class(
    textArgument(name ?? named.get('typename') ?? ''),
    node,
    [wrap(new External('typing.NamedTuple'))],
    new Environment('class'),
  );
  made.tupleFields = names.map((each, i) => {
    const initial = defaults[i - names.length + defaults.length];
    return { name: each, type: '', ...(initial !== undefined && { initial: { value: initial, at: spanOf(node) } }) };
  });
  return wrap(made);
}

/** `types.SimpleNamespace(…)` */
export function namespaceOf({ args, callArgs, node }: BuiltinCall): Value {
  if (args.length > 0) throw new Unreadable('What `SimpleNamespace` makes of this is not read.');
  const names = new Environment('instance');
  for (const [name, placed] of callArgs.named) names.names.set(name, placed);
  return wrap(new Instance(new Class('SimpleNamespace', node, [], new Environment('class')), names));
}

/** `dataclasses.fields(…)`: objects of which the names are read. */
export function fieldList({ args: [object], node, run }: BuiltinCall): Value {
  const of = as(object, Class) ?? as(object, Instance)?.of;
  if (!of || !lineOf(of).some(({ isDataclass }) => isDataclass)) throw new Unreadable('These fields are not read.');
  const made = keptFields(of, run).map(({ name }) => {
    const names = new Environment('instance');
    names.names.set('name', { value: name, at: spanOf(node) });
    return wrap(new Instance(new Class('Field', node, [], new Environment('class')), names));
  });
  return new PyTuple(made);
}

/** `dataclasses.replace(object, …)` */
export function replaced({ args: [object], callArgs }: BuiltinCall): Value {
  const { of, names } = dataObject(object);
  if (findInClass(of, '__post_init__') || findInClass(of, '__init__'))
    throw new Unreadable('What `replace` makes of this object is not read.');
  return wrap(new Instance(of, withNames(names.names, callArgs.named)));
}

/** What every named tuple has; `undefined`: something else. */
export function namedTupleMethod(own: Instance, name: string, run: Run): Value | undefined {
  const { of, names } = own;
  if (!isNamedTuple(of)) return undefined;
  if (name === '_fields') return new PyTuple([...names.names.keys()]);
  if (name === '_asdict') return new OwnMethod('<_asdict>', () => dictOfFields(names.names, run));
  return name === '_replace' ? replacedTuple(own) : undefined;
}

/** `model.model_dump()`; `undefined`: something else. */
export function modelMethod({ of, names }: Instance, name: string, run: Run): Value | undefined {
  const isModel = basesOf(of).some(path => lastOf(path) === 'BaseModel');
  if (!isModel || !/^(?:model_dump|dict)$/.test(name) || isChecked(of, run)) return undefined;
  return new OwnMethod(`<${name}>`, (args, keywords) => {
    if (args.length > 0 || keywords.size > 0) throw new Unreadable('What is left out here is not read.');
    const kept = keptFields(of, run).flatMap(field => {
      const placed = names.names.get(field.name);
      return placed ? [[field.name, placed] as const] : [];
    });
    return dictOfFields(new Map(kept), run);
  });
}

function replacedTuple({ of, names }: Instance): Value {
  return new OwnMethod('<_replace>', (_args, keywords) => {
    const own = [...keywords].map(([key, value]): [string, Placed] => [key, { value, at: { start: 0, end: 0 } }]);
    return wrap(new Instance(of, withNames(names.names, new Map(own))));
  });
}

function withNames(before: ReadonlyMap<string, Placed>, after: ReadonlyMap<string, Placed>): Environment {
  const made = new Environment('instance');
  for (const [name, placed] of [...before, ...after]) made.names.set(name, placed);
  return made;
}

/** `dataclasses.asdict(object)` and `object._asdict()`. Throws `Unreadable` where other objects are inside. */
export function asDict({ args: [object], run }: BuiltinCall): Value {
  const { of, names } = dataObject(object);
  const fields = keptFields(of, run).flatMap(({ name }): [string, Placed][] => {
    const placed = names.names.get(name);
    return placed ? [[name, placed]] : [];
  });
  return dictOfFields(new Map(fields), run);
}

function dictOfFields(names: ReadonlyMap<string, Placed>, run: Run): Value {
  const values = [...names].map(([name, placed]) => [name, run.journal.certain(placed).value] as const);
  if (values.some(([, value]) => holdsObject(value, 0))) throw new Unreadable('Objects inside of this are not read.');
  return new Map<Value, Value>(values.map(([name, value]) => [name, deepCopy(value)]));
}

function holdsObject(value: Value, depth: number): boolean {
  if (as(value, Instance) || depth > 20) return true;
  const parts = isList(value)
    ? value
    : value instanceof PyTuple
      ? value.items
      : isDict(value)
        ? [...value.values()]
        : [];
  return parts.some(part => holdsObject(part, depth + 1));
}

function dataObject(value: Value | undefined): Instance {
  const own = as(value, Instance);
  const isData = own && (lineOf(own.of).some(({ isDataclass }) => isDataclass) || isNamedTuple(own.of));
  if (!isData) throw new Unreadable('This is not an object whose fields are read.');
  return own;
}

/** `string.Template(text)` */
export function templateOf({ args: [text], named }: BuiltinCall): Value {
  return wrap(new Template(textArgument(text ?? named.get('template') ?? '')));
}

/** `template.substitute(…)`, and `safe_substitute`, which leaves missing names. */
export function substitute(template: Template, isSafe: boolean, run: Run): Value {
  return new OwnMethod('<substitute>', ([mapping], keywords) => {
    const variables = new Map<string, Value>(
      mapping !== undefined && isDict(mapping) ? ([...mapping] as [string, Value][]) : [],
    );
    for (const [key, value] of keywords) variables.set(key, value);
    const hole =
      [...variables.values()].map(unknownIn).find(Boolean) ?? (mapping === undefined ? undefined : unknownIn(mapping));
    if (hole) return wrap(hole);
    return template.text.replace(/\$(?:(\$)|([a-z_]\w*)|\{([a-z_]\w*)\})?/gi, (whole, dollar, bare, braced) => {
      const name = bare ?? braced;
      if (dollar !== undefined) return '$';
      const value = name === undefined ? undefined : variables.get(name);
      if (value !== undefined) return str(printedByStr(value, run));
      if (isSafe) return whole;
      throw new Unreadable('Python raises here: not all names of the template are given.');
    });
  });
}

/** `copy.copy(value)` */
export function shallowCopy(value: Value): Value {
  if (as(value, Instance) || value instanceof DefaultDict) throw new Unreadable('A copy of this object is not read.');
  const set = as(value, PySet);
  if (set) return wrap(new PySet(new Map(set.items)));
  return isList(value) ? [...value] : isDict(value) ? new Map(value) : value;
}

/** `copy.deepcopy(value)` */
export function deepCopy(value: Value): Value {
  if (as(value, Instance) || value instanceof DefaultDict) throw new Unreadable('A copy of this object is not read.');
  if (value instanceof PyTuple) return new PyTuple(value.items.map(deepCopy), value.names);
  if (isList(value)) return value.map(deepCopy);
  if (isDict(value)) return new Map([...value].map(([key, item]) => [key, deepCopy(item)]));
  const set = as(value, PySet);
  return set ? wrap(new PySet(new Map(set.items))) : value;
}
