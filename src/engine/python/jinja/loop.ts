import { equals } from './compare.ts';
import { JinjaError } from './jinjaError.ts';
import { type JinjaObject, type JinjaValue, type Keywords, PyFunction, PyObject, PyTuple, Undefined } from './value.ts';

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
