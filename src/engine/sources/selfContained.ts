import type { Environment } from './environment.ts';
import { as, External, type Placed } from './values.ts';

/** The names that a function takes from its module: the path of what is of another package; `undefined`: there is none such, so that it is Python's own. */
export type OuterNames = ReadonlyMap<string, string | undefined>;

/**
 * Functions, by their text, that stand on nothing of their program, change nothing in it and make no parser. Read once, they need
 * not be read again with each keystroke.
 */
export type SelfContained = ReadonlyMap<string, OuterNames>;

/** Whether names still are in a module what they were. */
export function holdsIn(outer: OuterNames, module: Environment): boolean {
  for (const [name, path] of outer) {
    const found = module.names.get(name);
    if (found ? path === undefined || as(found.value, External)?.path !== path : path !== undefined) return false;
  }
  return true;
}

/** Collects the names that a function takes from its module, until one of them is of the program itself. */
export class OuterNameList {
  readonly names = new Map<string, string | undefined>();
  readonly #module: Environment;
  /** Whether it takes something of the program itself. */
  isOpen = false;

  constructor(module: Environment) {
    this.#module = module;
  }

  /** Notes what was found for a name. */
  add(name: string, found: Placed | undefined): void {
    if (!found) this.names.set(name, undefined);
    else if (this.#module.names.get(name) === found) {
      const path = as(found.value, External)?.path;
      if (path === undefined) this.isOpen = true;
      else this.names.set(name, path);
    }
  }
}
