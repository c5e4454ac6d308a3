import { isDict, isList } from '../../../python/index.ts';
import type { Environment } from '../values/environment.ts';
import { PySet } from '../values/libraryValues.ts';
import { as, type Placed, type Unknown, type Value, wrap } from '../values/values.ts';

/** A change that may not happen when the program runs. */
export interface Change {
  /** The names or the collection that it is of. */
  readonly of: object;
  /** Puts back what was there before. */
  undo(): void;
  /** Says that nobody knows which of both it is. */
  doubt(reason: Unknown): void;
}

/** Changes of one branch. */
interface Branch {
  readonly changes: Change[];
  /** The collections whose first state is among them: those after it need not be kept to go back to it. */
  readonly kept: Set<object>;
}

/** Every change to names and collections goes through here, so that those of a branch that may not run can be undone. */
export class Journal {
  #branch: Branch | undefined;
  #depth = 0;
  readonly #doubted = new WeakMap<object, Unknown>();
  readonly #versions = new WeakMap<object, number>();

  /** How many branches that may not run are within each other now. */
  get depth(): number {
    return this.#depth;
  }

  /** Gives a name its value. */
  assign(names: Environment, name: string, placed: Placed): void {
    const before = names.names.get(name);
    names.names.set(name, placed);
    this.#branch?.changes.push({
      of: names,
      undo: () => (before ? names.names.set(name, before) : names.names.delete(name)),
      doubt: reason => {
        const value = wrap(reason.with([...(before ? [before.value] : []), placed.value]));
        this.assign(names, name, { value, at: reason.at });
      },
    });
  }

  /** Takes a name away. */
  remove(names: Environment, name: string, reason: Unknown): void {
    this.assign(names, name, { value: wrap(reason), at: reason.at });
  }

  /** Called before a collection changes. */
  change(value: Value): void {
    const key = keyOf(value);
    if (!key) return;
    this.#versions.set(key, this.versionOf(value) + 1);
    const { changes, kept } = this.#branch ?? {};
    if (!changes || kept?.has(key)) return;
    kept?.add(key);
    changes.push({ of: key, undo: restoring(key), doubt: reason => this.doubt(value, reason) });
  }

  /** How often a collection was changed; 0 for what is none. */
  versionOf(value: Value): number {
    const key = keyOf(value);
    return (key && this.#versions.get(key)) ?? 0;
  }

  /** From here on nobody knows what is in a collection. */
  doubt(value: Value, reason: Unknown): void {
    const key = keyOf(value);
    if (!key) return;
    const before = this.#doubted.get(key);
    this.#doubted.set(key, before ?? reason);
    this.#branch?.changes.push({
      of: key,
      undo: () => {
        if (!before) this.#doubted.delete(key);
      },
      doubt: () => this.doubt(value, reason),
    });
  }

  /** The value, or an unknown in place of a collection that nobody knows. */
  certain(placed: Placed): Placed {
    const key = keyOf(placed.value);
    const reason = key && this.#doubted.get(key);
    return reason ? { value: wrap(reason.with([placed.value])), at: placed.at } : placed;
  }

  /** Gives the changes that are made in between, which stand. */
  watch(run: () => void): readonly Change[] {
    const outer = this.#branch;
    const own: Branch = { changes: [], kept: new Set() };
    this.#in(own, run, () => {
      for (const change of own.changes) outer?.changes.push(change);
    });
    return own.changes;
  }

  /** Changes that stand, whatever is undone around them: the body of a module is read once. */
  apart<T>(run: () => T): T {
    return this.#in(undefined, run);
  }

  /** Runs branches of which Python runs only one, or none: each begins where the program was, and what any of them changes is unknown afterwards. */
  branch(reason: Unknown, branches: readonly (() => void)[]): void {
    const all: Change[] = [];
    this.#depth++;
    try {
      for (const run of branches) {
        const own: Branch = { changes: [], kept: new Set() };
        this.#in(own, run, () => {
          for (const change of own.changes.toReversed()) change.undo();
        });
        for (const change of own.changes) all.push(change);
      }
    } finally {
      this.#depth--;
    }
    for (const change of all) change.doubt(reason);
  }

  #in<T>(branch: Branch | undefined, run: () => T, after?: () => void): T {
    const outer = this.#branch;
    this.#branch = branch;
    try {
      return run();
    } finally {
      this.#branch = outer;
      after?.();
    }
  }
}

/** What distinguishes a collection: of a set its items. */
function keyOf(value: Value): Map<Value, Value> | Value[] | undefined {
  const set = as(value, PySet);
  if (set) return set.items;
  if (isDict(value)) return value as Map<Value, Value>;
  return isList(value) ? (value as Value[]) : undefined;
}

/** Puts back what is in a collection now. */
function restoring(of: Map<Value, Value> | Value[]): () => void {
  if (of instanceof Map) {
    const before = [...of];
    return () => {
      of.clear();
      for (const [key, value] of before) of.set(key, value);
    };
  }
  const before = [...of];
  return () => {
    of.length = 0;
    for (const value of before) of.push(value);
  };
}
