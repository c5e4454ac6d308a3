import { bindArguments, type CallArguments } from './arguments.ts';
import { compare, equals } from './compare.ts';
import type { Context } from './jinjaContext.ts';
import { JinjaError } from './jinjaError.ts';
import { iterate, type JinjaList, type JinjaValue, PyFunction, repr } from './value.ts';

type Method = readonly [parameters: readonly string[], run: (list: JinjaValue[], given: CallArguments) => JinjaValue];

const methods: Readonly<Record<string, Method>> = {
  append: [['object'], (list, given) => done(list.push(given.get('object')))],
  extend: [
    ['iterable'],
    (list, given) => {
      for (const item of [...iterate(given.get('iterable'))]) list.push(item);
      return null;
    },
  ],
  insert: [['index', 'object'], (list, given) => done(list.splice(given.int('index', 0), 0, given.get('object')))],
  pop: [
    ['index?'],
    (list, given) => {
      const index = given.int('index', -1);
      const at = index < 0 ? index + list.length : index;
      if (list.length === 0) throw new JinjaError('IndexError', 'pop from empty list');
      if (at < 0 || at >= list.length) throw new JinjaError('IndexError', 'pop index out of range');
      return list.splice(at, 1)[0] ?? null;
    },
  ],
  remove: [
    ['value'],
    (list, given) => done(list.splice(indexOf(list, given.get('value'), 'list.remove(x): x not in list'), 1)),
  ],
  index: [['value'], (list, given) => indexOf(list, given.get('value'), `${repr(given.get('value'))} is not in list`)],
  count: [['value'], (list, given) => list.filter(item => equals(item, given.get('value'))).length],
  reverse: [[], list => done(list.reverse())],
  copy: [[], list => [...list]],
  clear: [[], list => done(list.splice(0))],
  sort: [
    ['reverse?'],
    (list, given) => {
      list.sort((a, b) => (given.flag('reverse') ? compare(b, a) : compare(a, b)));
      return null;
    },
  ],
};

/** What a method gives that changes the list: `None`. */
function done(_: unknown): null {
  return null;
}

function indexOf(list: readonly JinjaValue[], value: JinjaValue, message: string): number {
  const index = list.findIndex(item => equals(item, value));
  if (index === -1) throw new JinjaError('ValueError', message);
  return index;
}

/** A method of a list, bound to it; `undefined`: lists have none of that name. */
export function listMethod(list: JinjaList, name: string, context: Context): JinjaValue | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) return undefined;
  return new PyFunction(`<built-in method ${name} of list object>`, (args, keywords) => {
    context.spend(name === 'append' ? 1 : list.length);
    return method[1](list as JinjaValue[], bindArguments(name, method[0], args, keywords));
  });
}
