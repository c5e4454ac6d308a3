import { partitionPoint } from '../../../core/partitionPoint.ts';
import type { PyNode } from './syntax.ts';

/** What a name is bound to. */
export type Bound =
  | { readonly kind: 'value' | 'class'; readonly node: PyNode; readonly scope: Scope }
  | { readonly kind: 'import'; readonly path: string }
  | { readonly kind: 'other'; readonly what: string };

/** A binding at its place, and whether the name could be something else there, because of it or of those before it. */
export interface Binding {
  readonly from: number;
  readonly bound: Bound;
  readonly isConditional: boolean;
  readonly isImport: boolean;
  readonly other?: string;
}

/** The names of a module, class or function. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function';
  readonly parent?: Scope;
  readonly node: PyNode;
  /** In the order of the text. */
  readonly names: Map<string, Binding[]>;
}

/** A node with the scope that its names are looked up in. */
export interface ScopedNode {
  readonly node: PyNode;
  readonly scope: Scope;
}

/** The class that a scope is of or stands in. */
export function classAround(scope: Scope): Scope | undefined {
  let at: Scope | undefined = scope;
  while (at && at.kind !== 'class') at = at.parent;
  return at;
}

/**
 * What a name is where it is used: the last binding before it in its own scope, or the last one of an outer scope.
 * `undefined`: nothing in the text binds it. A text says why it cannot be known.
 */
export function lookUp(name: string, at: number, from: Scope): Bound | string | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const bindings = scope.names.get(name);
    if (!bindings || (scope.kind === 'class' && scope !== from)) continue;
    const count = scope === from ? partitionPoint(bindings, binding => binding.from < at) : bindings.length;
    const last = bindings[count - 1];
    if (!last) {
      const { bound } = bindings[0]!;
      return bound.kind === 'class' ? bound : bound.kind === 'other' ? bound.what : 'a name that has no value yet';
    }
    if (last.other !== undefined) return last.other;
    return count > 1 && last.isConditional && !last.isImport ? 'a name that depends on a condition' : last.bound;
  }
  return undefined;
}
