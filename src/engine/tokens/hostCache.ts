import type { Host } from '../core/host.ts';

/** What is loaded once per host and then kept as long as the host. */
export class HostCache<T> {
  readonly #hosts = new WeakMap<Host, Map<string, T | Promise<T>>>();

  /**
   * What `load` gave for that key: at once when it is there already, else as a promise, which all who ask meanwhile
   * share. A failure rejects and is forgotten, so that the next call tries again.
   */
  get(host: Host, key: string, load: () => Promise<T>): T | Promise<T> {
    const entries = this.#hosts.get(host) ?? new Map<string, T | Promise<T>>();
    this.#hosts.set(host, entries);
    const cached = entries.get(key);
    if (cached !== undefined) return cached;
    const loading = load().then(
      value => {
        entries.set(key, value);
        return value;
      },
      error => {
        entries.delete(key);
        throw error;
      },
    );
    entries.set(key, loading);
    return loading;
  }
}

/** `use(value)` as soon as the value is there. */
export function whenLoaded<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
