import { isDict, isList } from '../python/index.ts';
import type { Environment } from './environment.ts';
import { as, type Placed, PySet, type Unknown, unknown, type Value, wrap } from './values.ts';

/** A change that may not happen when the program runs. */
export interface Change {
  /** Puts back what was there before. */
  undo(): void;
  /** Says that nobody knows which of both it is. */
  doubt(reason: Unknown): void;
}

/** Every change to names and collections goes through here, so that those of a branch that may not be taken can be taken back. */
export class Journal {
  #changes: Change[] | undefined;
  readonly #doubted = new WeakMap<object, Unknown>();

  /** Gives a name its value. */
  assign(names: Environment, name: string, placed: Placed): void {
    const before = names.names.get(name);
    names.names.set(name, placed);
    this.#changes?.push({
      undo: () => (before ? names.names.set(name, before) : names.names.delete(name)),
      doubt: reason => this.assign(names, name, { value: wrap(reason), at: reason.at }),
    });
  }

  /** Takes a name away. */
  remove(names: Environment, name: string, reason: Unknown): void {
    this.assign(names, name, { value: wrap(reason), at: reason.at });
  }

  /** Called before a collection changes. */
  change(value: Value): void {
    const changes = this.#changes;
    if (!changes) return;
    const set = as(value, PySet)?.items;
    const map = set ?? (isDict(value) ? (value as Map<Value, Value>) : undefined);
    if (map) {
      const before = [...map];
      changes.push({ undo: () => refill(map, before), doubt: reason => this.doubt(value, reason) });
    } else if (isList(value)) {
      const list = value as Value[];
      const before = [...list];
      changes.push({
        undo: () => list.splice(0, list.length, ...before),
        doubt: reason => this.doubt(value, reason),
      });
    }
  }

  /** From here on nobody knows what is in a collection. */
  doubt(value: Value, reason: Unknown): void {
    const key = keyOf(value);
    if (!key) return;
    const before = this.#doubted.get(key);
    this.#doubted.set(key, before ?? reason);
    this.#changes?.push({
      undo: () => {
        if (!before) this.#doubted.delete(key);
      },
      doubt: () => this.doubt(value, reason),
    });
  }

  /** The value, or an unknown in place of a collection that nobody knows. */
  known(placed: Placed): Placed {
    const key = keyOf(placed.value);
    const reason = key && this.#doubted.get(key);
    return reason ? { value: unknown(reason.reason, reason.at), at: placed.at } : placed;
  }

  /** Gives the changes that are made in between, which stand. */
  watch(run: () => void): readonly Change[] {
    const outer = this.#changes;
    const own: Change[] = [];
    this.#changes = own;
    try {
      run();
    } finally {
      this.#changes = outer;
      outer?.push(...own);
    }
    return own;
  }

  /** Changes that stand, whatever is undone around them: the body of a module is read once. */
  apart<T>(run: () => T): T {
    const outer = this.#changes;
    this.#changes = undefined;
    try {
      return run();
    } finally {
      this.#changes = outer;
    }
  }

  /** Runs branches of which only one is taken, or none: each begins where the program was, and what any of them changes is unknown afterwards. */
  branch(reason: Unknown, branches: readonly (() => void)[]): void {
    const outer = this.#changes;
    const all: Change[] = [];
    for (const run of branches) {
      const own: Change[] = [];
      this.#changes = own;
      try {
        run();
      } finally {
        this.#changes = outer;
        for (const change of own.toReversed()) change.undo();
      }
      all.push(...own);
    }
    for (const change of all) change.doubt(reason);
  }
}

function keyOf(value: Value): object | undefined {
  const set = as(value, PySet);
  if (set) return set.items;
  return isDict(value) || isList(value) ? value : undefined;
}

function refill(map: Map<Value, Value>, entries: readonly (readonly [Value, Value])[]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
