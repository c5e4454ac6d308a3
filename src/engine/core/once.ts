/** What gives a value that is made when it is first asked for: what takes a while costs nothing where nobody wants it. What `make` throws it throws, and tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * A function of an object that is worked out once for each: what follows from a definition is the same for all responses.
 * Nothing is kept longer than its object.
 */
export function keptFor<Of extends object, T>(make: (of: Of) => T): (of: Of) => T {
  const kept = new WeakMap<Of, { readonly value: T }>();
  return of => {
    let found = kept.get(of);
    if (!found) {
      found = { value: make(of) };
      kept.set(of, found);
    }
    return found.value;
  };
}

/** By this name Node asks an object what is printed of it; no other platform does. */
export const printed = Symbol.for('nodejs.util.inspect.custom');

const descriptor: PropertyDescriptor = { value: members };

/** The object, whose members may be made when they are first asked for, and which Node prints with them, as plain data. */
export function printedPlain<T extends object>(object: T): T {
  return Object.defineProperty(object, printed, descriptor);
}

function members(this: object): object {
  return { ...this };
}
