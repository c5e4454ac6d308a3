import { fromPlain, type PyValue } from './pyValue.ts';
import type { Field } from './result.ts';
import type { Span } from './span.ts';

type Exact = PyValue | (() => PyValue);

/** Returns what it is given, so that a class that extends it adds its private fields to any object. */
class ReturnOverride {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the object is to get the private fields of the subclass.
    return object;
  }
}

/**
 * An object's value with Python's types, or what makes it when it is first asked for. The object stays plain data, equal to
 * any other of its members; a private field costs a twentieth of an entry in a `WeakMap`.
 */
class ExactValue extends ReturnOverride {
  #exact: Exact;
  #json: Span | undefined;

  constructor(object: object, exact: Exact, json?: Span) {
    super(object);
    this.#exact = exact;
    this.#json = json;
  }

  static of(object: object): PyValue | undefined {
    if (!(#exact in object)) return undefined;
    if (typeof object.#exact === 'function') object.#exact = object.#exact();
    return object.#exact;
  }

  static jsonOf(object: object): Span | undefined {
    return #json in object ? object.#json : undefined;
  }
}

/** Notes the value of a field with Python's types, or what makes it once. */
export function withFieldExact<T extends Field>(field: T, exact: Exact): T {
  new ExactValue(field, exact);
  return field;
}

/** The value of a field with Python's types: 1.0 is not an int. A copy of a field, as from a worker, has what its plain value shows. */
export function exactOf(field: Field): PyValue {
  return ExactValue.of(field) ?? fromPlain(field.value);
}

/** One for all results: with a descriptor of its own each would get another hidden class. */
const descriptor: PropertyDescriptor = {
  get(this: object) {
    return ExactValue.of(this);
  },
};

/**
 * Gives a result its `exact`, the value with Python's types, which is not enumerable; or what makes it once. `json`: see
 * {@link strictJsonOf}.
 */
export function withExact<T extends object>(result: T, exact: Exact, json?: Span): T & { readonly exact: PyValue } {
  new ExactValue(result, exact, json);
  return Object.defineProperty(result, 'exact', descriptor) as T & { readonly exact: PyValue };
}

/** Where the strict JSON stands that is a result's value, no key of it twice at its top; `undefined`: that is not known. */
export function strictJsonOf(result: object): Span | undefined {
  return ExactValue.jsonOf(result);
}
