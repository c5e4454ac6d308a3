import type { PyValue } from './pyValue.ts';

type Exact = PyValue | (() => PyValue);

/** Returns what it is given, so that a class that extends it adds its private fields to any object. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the object is to get the private fields of the subclass.
    return object;
  }
}

/** An object's `exact`, or what makes it when it is first asked for. A private field costs a twentieth of an entry in a `WeakMap`. */
class Held extends Given {
  #exact: Exact;

  constructor(object: object, exact: Exact) {
    super(object);
    this.#exact = exact;
  }

  static of(object: Held): PyValue {
    const exact = object.#exact;
    if (typeof exact !== 'function') return exact;
    const made = exact();
    object.#exact = made;
    return made;
  }
}

/** One for all objects: with a descriptor of its own each would get another hidden class. */
const descriptor: PropertyDescriptor = {
  get(this: Held) {
    return Held.of(this);
  },
};

/** Gives an object its `exact`, the value with Python's types, which is not enumerable; or what makes it once. */
export function withExact<T extends object>(object: T, exact: Exact): T & { readonly exact: PyValue } {
  new Held(object, exact);
  return Object.defineProperty(object, 'exact', descriptor) as T & { readonly exact: PyValue };
}
