import { addTo } from '../../../core/addTo.ts';
import { type Bound, classAround, type Scope } from './scopes.ts';

/** What the methods of classes assign to attributes: `self.hint = …`. */
export class Attributes {
  readonly #assigned = new Map<number, Map<string, Bound[]>>();

  /** Notes an assignment to `object.name` in a scope; nothing where the object is not an instance or class of its own. */
  assign(scope: Scope, object: string, name: string, bound: Bound): void {
    const owner = ownerOf(scope, object);
    if (!owner) return;
    const names = this.#assigned.get(owner.node.from) ?? new Map<string, Bound[]>();
    this.#assigned.set(owner.node.from, names);
    addTo(names, name, bound);
  }

  /** What an attribute of a class is where it is assigned once; a text says why it cannot be known; `undefined`: nothing in the text assigns it. */
  find(owner: Scope, name: string): Bound | string | undefined {
    const own = owner.names.get(name) ?? [];
    const assigned = this.#assigned.get(owner.node.from)?.get(name) ?? [];
    const [first, second] = [...own.map(({ bound }) => bound), ...assigned];
    if (second || own[0]?.isConditional) return 'an attribute that changes';
    return first?.kind === 'other' ? first.what : first;
  }
}

/** The class whose instance `self` is, or which `cls` is, in a scope. */
export function ownerOf(scope: Scope, object: string): Scope | undefined {
  return object === 'self' || object === 'cls' ? classAround(scope) : undefined;
}
