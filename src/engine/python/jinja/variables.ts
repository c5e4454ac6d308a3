import { pyRepr } from '../repr.ts';
import { JinjaError } from './jinjaError.ts';
import { equals } from './jinjaOperators.ts';
import type { Expression, Parameter, Statement } from './node.ts';
import {
  isIterable,
  iterate,
  type JinjaObject,
  type JinjaValue,
  type Keywords,
  PyFunction,
  PyObject,
  PyTuple,
  typeName,
  Undefined,
} from './value.ts';

/** The variables of one scope of a template, on top of those around it. */
export class Frame {
  readonly #variables = new Map<string, JinjaValue>();
  readonly #parent: Frame | undefined;

  constructor(parent?: Frame) {
    this.#parent = parent;
  }

  get(name: string): JinjaValue | undefined {
    const found = this.#variables.get(name);
    return found !== undefined ? found : this.#parent?.get(name);
  }

  set(name: string, value: JinjaValue): void {
    this.#variables.set(name, value);
  }
}

/**
 * Sets a target's names: one, those of a tuple (the value's items), or an attribute of a namespace, which `evaluate`
 * gives. Raises Python's `ValueError` for a wrong number of items, and `TemplateRuntimeError` for what is not a namespace.
 */
export function assign(
  target: Expression,
  value: JinjaValue,
  frame: Frame,
  evaluate: (name: Expression) => JinjaValue,
): void {
  if (target.type === 'name') frame.set(target.name, value);
  else if (target.type === 'tuple') {
    const items = unpacked(value, target.items.length);
    for (const [i, part] of target.items.entries()) assign(part, items[i] ?? null, frame, evaluate);
  } else if (target.type === 'nsref') namespaceOf(target, evaluate).set?.(target.attribute, value);
}

/** The items of a value that are to be `count` many. Raises Python's `TypeError` and `ValueError`. */
export function unpacked(value: JinjaValue, count: number): readonly JinjaValue[] {
  if (!isIterable(value)) throw new JinjaError('TypeError', `cannot unpack non-iterable ${typeName(value)} object`);
  const items = iterate(value);
  if (items.length < count)
    throw new JinjaError('ValueError', `not enough values to unpack (expected ${count}, got ${items.length})`);
  if (items.length > count) throw new JinjaError('ValueError', `too many values to unpack (expected ${count})`);
  return items;
}

/** The namespace that an attribute is set on. Raises `TemplateRuntimeError` for anything else. */
export function namespaceOf(
  target: Expression & { readonly type: 'nsref' },
  evaluate: (name: Expression) => JinjaValue,
): JinjaObject {
  const object = evaluate({ ...target, type: 'name' });
  if (!(object instanceof PyObject) || !object.object.set)
    throw new JinjaError('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
  return object.object;
}

/** Jinja's `loop`: where a `for` is in what it goes through. */
export class Loop {
  index0 = -1;
  readonly items: readonly JinjaValue[];
  readonly value: PyObject;
  #changed: PyTuple | undefined;

  constructor(
    items: readonly JinjaValue[],
    depth0: number,
    isStrict: boolean,
    recurse: ((iterable: JinjaValue) => JinjaValue) | undefined,
  ) {
    this.items = items;
    const missing = (message: string) => new Undefined(message, isStrict);
    const attributes: Readonly<Record<string, () => JinjaValue>> = {
      index: () => this.index0 + 1,
      index0: () => this.index0,
      revindex: () => items.length - this.index0,
      revindex0: () => items.length - this.index0 - 1,
      first: () => this.index0 === 0,
      last: () => this.index0 === items.length - 1,
      length: () => items.length,
      depth: () => depth0 + 1,
      depth0: () => depth0,
      previtem: () => (this.index0 > 0 ? (items[this.index0 - 1] ?? null) : missing('there is no previous item')),
      nextitem: () =>
        this.index0 + 1 < items.length ? (items[this.index0 + 1] ?? null) : missing('there is no next item'),
      cycle: () => new PyFunction('<bound method LoopContext.cycle>', args => this.#cycle(args)),
      changed: () => new PyFunction('<bound method LoopContext.changed>', args => this.#isChanged(args)),
    };
    const object: JinjaObject = {
      type: 'LoopContext',
      repr: () => `<LoopContext ${this.index0 + 1}/${items.length}>`,
      length: () => items.length,
      attribute: name => (Object.hasOwn(attributes, name) ? attributes[name]?.() : undefined),
      call: (args: readonly JinjaValue[], _: Keywords) => {
        if (!recurse)
          throw new JinjaError('TypeError', "The loop must have the 'recursive' marker to be called recursively.");
        return recurse(args[0] ?? null);
      },
    };
    this.value = new PyObject(object);
  }

  #cycle(args: readonly JinjaValue[]): JinjaValue {
    if (args.length === 0) throw new JinjaError('TypeError', 'no items for cycling given');
    return args[this.index0 % args.length] ?? null;
  }

  #isChanged(args: readonly JinjaValue[]): boolean {
    const value = new PyTuple(args);
    if (this.#changed && equals(this.#changed, value)) return false;
    this.#changed = value;
    return true;
  }
}

/** What a macro needs of the interpreter that runs it. `capture` gives what a body prints; `nested` raises for calls that go too deep. */
export interface MacroRunner {
  readonly isStrict: boolean;
  evaluate(expression: Expression, frame: Frame): JinjaValue;
  capture(body: readonly Statement[], frame: Frame): JinjaValue;
  nested<T>(run: () => T): T;
}

interface MacroBody {
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

/** A macro, or the body of a `call`, as a function with the attributes of Jinja's `Macro`. Its calls raise Jinja's `TypeError`s. */
export function macro(name: string, { parameters, body }: MacroBody, frame: Frame, runner: MacroRunner): PyFunction {
  const names = parameters.map(parameter => parameter.name);
  const specials = specialsIn(body);
  const catching = (special: string) => !names.includes(special) && specials.has(special);
  const catches = { caller: catching('caller'), kwargs: catching('kwargs'), varargs: catching('varargs') };
  const attributes = new Map<string, JinjaValue>([
    ['name', name],
    ['arguments', new PyTuple(names)],
    ['catch_kwargs', catches.kwargs],
    ['catch_varargs', catches.varargs],
    ['caller', catches.caller],
  ]);
  const call = (args: readonly JinjaValue[], keywords: Keywords) =>
    runner.nested(() => {
      const inner = new Frame(frame);
      const rest = new Map(keywords);
      // Arguments are bound before a default is looked at.
      const bound = parameters.map((parameter, i) => {
        if (i < args.length) return args[i];
        const value = rest.get(parameter.name);
        rest.delete(parameter.name);
        return value;
      });
      const caller = rest.get('caller') ?? new Undefined('No caller defined', runner.isStrict);
      if (catches.caller) rest.delete('caller');
      if (!catches.kwargs) refuseKeywords(name, rest);
      if (!catches.varargs && args.length > names.length)
        throw new JinjaError('TypeError', `macro ${pyRepr(name)} takes not more than ${names.length} argument(s)`);
      for (const [i, parameter] of parameters.entries())
        inner.set(parameter.name, bound[i] !== undefined ? bound[i] : defaultOf(parameter, inner, runner));
      if (catches.caller) inner.set('caller', caller);
      if (catches.kwargs) inner.set('kwargs', new Map<JinjaValue, JinjaValue>(rest));
      if (catches.varargs) inner.set('varargs', new PyTuple(args.slice(names.length)));
      return runner.capture(body, inner);
    });
  return new PyFunction(`<Macro ${pyRepr(name)}>`, call, attributes);
}

function defaultOf(parameter: Parameter, frame: Frame, { isStrict, evaluate }: MacroRunner): JinjaValue {
  if (parameter.default) return evaluate(parameter.default, frame);
  return new Undefined(`parameter ${pyRepr(parameter.name)} was not provided`, isStrict);
}

function refuseKeywords(name: string, keywords: Keywords): void {
  const [first] = keywords.keys();
  if (first === undefined) return;
  throw new JinjaError(
    'TypeError',
    first === 'caller'
      ? `macro ${pyRepr(name)} was invoked with two values for the special caller argument. This is most likely a bug.`
      : `macro ${pyRepr(name)} takes no keyword argument ${pyRepr(first)}`,
  );
}

/** What was found by {@link specialsIn}: a template that is rendered often defines its macros each time. */
const foundSpecials = new WeakMap<readonly Statement[], ReadonlySet<string>>();

/** Which of `caller`, `kwargs` and `varargs` are used anywhere in a macro's body. Linear. */
function specialsIn(body: readonly Statement[]): ReadonlySet<string> {
  const cached = foundSpecials.get(body);
  if (cached) return cached;
  const found = new Set<string>();
  addSpecials(body, found);
  foundSpecials.set(body, found);
  return found;
}

function addSpecials(node: unknown, found: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) addSpecials(item, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, name } = node as { readonly type?: string; readonly name?: string };
  if (type === 'name' && (name === 'caller' || name === 'kwargs' || name === 'varargs')) found.add(name);
  for (const [key, child] of Object.entries(node)) if (key !== 'span') addSpecials(child, found);
}
