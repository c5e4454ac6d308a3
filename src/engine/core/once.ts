/** What gives a value that is made when it is first asked for: what takes a while costs nothing where nobody wants it. What `make` throws it throws, and tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
