type Methods<A> = { readonly [name in keyof A]: (...args: never[]) => Promise<unknown> };

/** An API whose code is loaded by the first call. `methods` names all of them. */
export function whenAsked<A extends Methods<A>>(methods: Readonly<Record<keyof A, true>>, load: () => Promise<A>): A {
  const loaded = loadedOnce(load);
  const names = Object.keys(methods) as (keyof A)[];
  return Object.fromEntries(
    names.map(name => [name, async (...args: never[]) => (await loaded())[name](...args)]),
  ) as A;
}

/** What is loaded by the first call, and again after one that failed. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch(error => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
