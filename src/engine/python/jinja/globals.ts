import { bindArguments } from './arguments.ts';
import { pairsOf } from './dictMethods.ts';
import type { Context } from './jinjaContext.ts';
import { JinjaError } from './jinjaError.ts';
import { integerOf } from './jinjaNumbers.ts';
import {
  type JinjaObject,
  type JinjaValue,
  type Keywords,
  PyFunction,
  PyObject,
  PySequence,
  repr,
  typeName,
} from './value.ts';

type Global = (args: readonly JinjaValue[], keywords: Keywords, context: Context) => JinjaValue;

const globals: ReadonlyMap<string, readonly [repr: string, call: Global]> = new Map<string, readonly [string, Global]>([
  ['range', ["<class 'range'>", range]],
  ['dict', ["<class 'dict'>", (args, keywords) => dict(args, keywords)]],
  ['namespace', ["<class 'jinja2.utils.Namespace'>", (args, keywords) => namespace(dict(args, keywords))]],
  ['cycler', ["<class 'jinja2.utils.Cycler'>", args => cycler(args)]],
  ['joiner', ["<class 'jinja2.utils.Joiner'>", joiner]],
  [
    'lipsum',
    [
      '<function generate_lorem_ipsum>',
      () => {
        throw new JinjaError('TemplateError', 'lipsum() gives another text every time, so it is not shown here.');
      },
    ],
  ],
]);

/** A function that every template has; `undefined`: there is none of that name. */
export function globalNamed(name: string, context: Context): JinjaValue | undefined {
  const found = globals.get(name);
  return found && new PyFunction(found[0], (args, keywords) => found[1](args, keywords, context));
}

function range(args: readonly JinjaValue[], _: Keywords, context: Context): JinjaValue {
  if (args.length === 0 || args.length > 3)
    throw new JinjaError('TypeError', `range expected at least 1 argument, got ${args.length}`);
  const bounds = args.map(value => {
    const bound = integerOf(value);
    if (bound === undefined)
      throw new JinjaError('TypeError', `'${typeName(value)}' object cannot be interpreted as an integer`);
    return bound;
  });
  const [start = 0, stop = 0, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds;
  if (step === 0) throw new JinjaError('ValueError', 'range() arg 3 must not be zero');
  const size = Math.max(0, Math.ceil((stop - start) / step));
  context.spend(size);
  const items = Array.from({ length: size }, (_item, i) => start + i * step);
  return new PySequence('range', items, `range(${start}, ${stop}${step === 1 ? '' : `, ${step}`})`);
}

function dict(args: readonly JinjaValue[], keywords: Keywords): Map<JinjaValue, JinjaValue> {
  const made = new Map<JinjaValue, JinjaValue>();
  for (const value of args) for (const [key, item] of pairsOf(value)) made.set(key, item);
  for (const [key, item] of keywords) made.set(key, item);
  return made;
}

function namespace(values: Map<JinjaValue, JinjaValue>): PyObject {
  return new PyObject({
    type: 'Namespace',
    repr: () => `<Namespace ${repr(values)}>`,
    attribute: name => values.get(name),
    set: (name, value) => values.set(name, value),
  });
}

function cycler(items: readonly JinjaValue[]): PyObject {
  if (items.length === 0) throw new JinjaError('RuntimeError', 'at least one item has to be provided');
  let position = 0;
  const methods: Readonly<Record<string, () => JinjaValue>> = {
    next: () => {
      const item = items[position] ?? null;
      position = (position + 1) % items.length;
      return item;
    },
    reset: () => {
      position = 0;
      return null;
    },
  };
  const object: JinjaObject = {
    type: 'Cycler',
    repr: () => '<jinja2.utils.Cycler object>',
    attribute: name => {
      if (name === 'current') return items[position] ?? null;
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      return method && new PyFunction(`<bound method Cycler.${name}>`, method);
    },
  };
  return new PyObject(object);
}

function joiner(args: readonly JinjaValue[], keywords: Keywords): PyObject {
  const separator = bindArguments('joiner', ['sep?'], args, keywords);
  let isUsed = false;
  return new PyObject({
    type: 'Joiner',
    repr: () => '<jinja2.utils.Joiner object>',
    attribute: () => undefined,
    call: () => {
      const text = isUsed ? (separator.has('sep') ? separator.get('sep') : ', ') : '';
      isUsed = true;
      return text;
    },
  });
}
