import { addTo } from '../../../core/addTo.ts';
import { type Bound, classAround, lookUp, type Scope, type ScopedNode } from './scopes.ts';
import { childOf, type PyNode, unwrap } from './syntax.ts';

/** What an expression names. */
export type Named =
  | { readonly kind: 'class' | 'value'; readonly node: PyNode; readonly scope: Scope }
  /** Something from another module (or of Python itself): its dotted path. */
  | { readonly kind: 'import'; readonly path: string }
  | { readonly kind: 'member'; readonly owner: ScopedNode; readonly name: string }
  | { readonly kind: 'unknown'; readonly what: string };

/** What a text says of its names. */
export interface NameSources {
  readonly text: string;
  /** What methods assign to attributes. */
  readonly attributes: Attributes;
  /** The scopes inside classes and functions, by where these begin. */
  readonly inner: ReadonlyMap<number, Scope>;
  /** Whether a class of the text is an enum, whose members are not attributes. */
  readonly isEnum: (owner: ScopedNode) => boolean;
}

const maxHops = 50;
const attribute: Named = { kind: 'unknown', what: 'an attribute' };

/** What an expression names, through assignments of one name to another. */
export function resolveName(expression: PyNode, scope: Scope, sources: NameSources, hops = 0): Named {
  const node = unwrap(expression);
  if (hops > maxHops) return { kind: 'unknown', what: 'a name of a name of a name' };
  if (node.name === 'VariableName') {
    const name = textOf(node, sources);
    return named(lookUp(name, node.from, scope), sources, hops) ?? { kind: 'import', path: name };
  }
  const property = node.name === 'MemberExpression' ? childOf(node, 'PropertyName') : undefined;
  const object = node.firstChild;
  if (property && object) return resolveMember(object, textOf(property, sources), scope, sources, hops);
  return { kind: 'value', node, scope };
}

/** What `object.name` names. */
function resolveMember(object: PyNode, name: string, scope: Scope, sources: NameSources, hops: number): Named {
  const own = object.name === 'VariableName' ? ownerOf(scope, textOf(object, sources)) : undefined;
  if (own) return named(sources.attributes.find(own, name), sources, hops) ?? attribute;
  const owner = resolveName(object, scope, sources, hops + 1);
  if (owner.kind === 'import') return { kind: 'import', path: `${owner.path}.${name}` };
  if (owner.kind === 'class')
    return sources.isEnum(owner)
      ? { kind: 'member', owner, name }
      : (attributeOf(owner, name, sources, hops) ?? attribute);
  return owner.kind === 'member' && name === 'value' ? owner : attribute;
}

/** What an attribute of a class of the text is; `undefined`: the class has none of this name. */
export function attributeOf(owner: ScopedNode, name: string, sources: NameSources, hops = 0): Named | undefined {
  const body = sources.inner.get(owner.node.from);
  return body && named(sources.attributes.find(body, name), sources, hops);
}

/** What a name that is bound names in the end; a text says why it cannot be known. */
function named(bound: Bound | string | undefined, sources: NameSources, hops: number): Named | undefined {
  if (typeof bound === 'string') return { kind: 'unknown', what: bound };
  if (bound?.kind === 'value') return resolveName(bound.node, bound.scope, sources, hops + 1);
  return bound?.kind === 'other' ? { kind: 'unknown', what: bound.what } : bound;
}

function textOf({ from, to }: PyNode, { text }: NameSources): string {
  return text.slice(from, to);
}

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
function ownerOf(scope: Scope, object: string): Scope | undefined {
  return object === 'self' || object === 'cls' ? classAround(scope) : undefined;
}
