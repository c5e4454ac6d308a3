/** What is loaded or made by the first call, and again after one that failed. */
export function loadedOnce<T>(load: () => T | Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= Promise.resolve()
      .then(load)
      .catch(error => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}
