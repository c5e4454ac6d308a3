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
