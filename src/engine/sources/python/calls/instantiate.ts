import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { dataclassFields, fieldsOf } from '../objects/dataclasses.ts';
import { valuesOf } from '../objects/mayChange.ts';
import type { Run } from '../run/sourceRun.ts';
import { basesOf, findInClass, isEnum, lastOf } from '../values/classLines.ts';
import { membersOf } from '../values/enumMembers.ts';
import { Environment } from '../values/environment.ts';
import { frameworkClass } from '../values/frameworks.ts';
import {
  as,
  type Class,
  External,
  type Given,
  Instance,
  Routine,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';
import { callFunction } from './callFunction.ts';
import { constructed } from './constructed.ts';

/** Makes an instance of a class of the program. */
export function instantiateClass(of: Class, args: Given, node: PyNode, run: Run): Value {
  if (isEnum(of)) return memberOf(of, args, node);
  // What makes a `TypedDict` is a dict.
  if (basesOf(of).some(path => lastOf(path) === 'TypedDict'))
    return run.call(wrap(new External('builtins.dict')), args, node);
  const names = new Environment('instance');
  const instance = wrap(new Instance(of, names));
  const init = findInClass(of, '__init__');
  const method = init && as(init.placed.value, Routine);
  const framework = frameworkOf(of);
  if (framework === undefined && findInClass(of, '__new__'))
    throw new Unreadable('What `__new__` of this class makes is not read.', spanOf(node), false, valuesOf(args));
  if (method) {
    const count = run.constructions.length;
    callFunction(method.bound(instance), args, node, run);
    if (framework !== undefined && run.constructions.length === count)
      constructed(
        framework,
        unread(`What \`__init__\` of \`${init.owner.name}\` gives is not read.`, node),
        node,
        run,
        of,
      );
    return instance;
  }
  if (framework !== undefined) return constructed(framework, args, node, run, of) ?? instance;
  const fields = dataclassFields(of, args, node, run);
  const passedOn = fields ? fieldsOf(of, run).flatMap(({ name, isPassedOn }) => (isPassedOn ? [name] : [])) : [];
  for (const [name, placed] of fields ?? []) if (!passedOn.includes(name)) names.names.set(name, placed);
  const post = fields && findInClass(of, '__post_init__');
  const after = post && as(post.placed.value, Routine);
  const positional = passedOn.flatMap(name => fields?.get(name) ?? []);
  if (after) callFunction(after.bound(instance), { positional, named: new Map() }, node, run);
  return instance;
}

/** The class of a framework that a class derives from. */
function frameworkOf(of: Class): string | undefined {
  return basesOf(of).find(frameworkClass);
}

/** Arguments of which nothing is known. */
export function unread(reason: string, node: PyNode): Given {
  return { positional: [], named: new Map(), spread: { kind: '**', unknown: new Unknown(reason, spanOf(node)) } };
}

function memberOf(of: Class, { positional }: Given, node: PyNode): Value {
  const value = positional[0]?.value;
  const found = membersOf(of).find(member => member.value.value === value);
  if (!found) throw new Unreadable('Which member this is, is not known.', spanOf(node));
  return wrap(found);
}
