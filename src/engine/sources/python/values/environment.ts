import { childOf, type PyNode } from '../../../code/python/read/syntax.ts';
import type { Span } from '../../../core/span.ts';
import type { JinjaValue } from '../../../python/index.ts';

/** A value of a Python program that is read without being run. */
export type Value = JinjaValue;

/** A value, and the expression that it was written as. */
export interface Placed {
  readonly value: Value;
  /** In the joined text of the program's files. */
  readonly at: Span;
}

/** The names of a module, a class, an instance, or a call of a function. */
export class Environment {
  readonly kind: 'module' | 'class' | 'instance' | 'function';
  readonly parent: Environment | undefined;
  readonly names = new Map<string, Placed>();
  /** Names of a function that are the module's or an outer function's. */
  readonly elsewhere = new Map<string, Environment>();
  constructor(kind: Environment['kind'], parent?: Environment) {
    this.kind = kind;
    this.parent = parent;
  }

  /** Names that a function assigns somewhere, so that they are never those around it. */
  locals: ReadonlySet<string> | undefined;
  /** Whether it is that of a comprehension. */
  isComprehension = false;

  /** The environment that an assignment by `:=` is made in. */
  get outside(): Environment {
    return this.isComprehension && this.parent ? this.parent.outside : this;
  }

  /** Whether a name is a function's own, and has no value yet. */
  isUnbound(name: string): boolean {
    for (let at: Environment | undefined = this; at; at = at.parent)
      if (at.kind === 'function' && at.locals?.has(name) && !at.elsewhere.has(name)) return !at.names.has(name);
    return false;
  }

  /** The environment of the module around. */
  get module(): Environment {
    let at: Environment = this;
    while (at.parent) at = at.parent;
    return at;
  }

  /** What a name is where it is used; a class's names are not seen from the functions in it. */
  find(name: string): Placed | undefined {
    for (let at: Environment | undefined = this; at; at = at.parent) {
      if (at.kind === 'class' && at !== this) continue;
      const found = (at.elsewhere.get(name) ?? at).names.get(name);
      if (found) return found;
      if (at.locals?.has(name) && !at.elsewhere.has(name)) return undefined;
    }
    return undefined;
  }

  /** The environment that an assignment to a name changes. */
  ownerOf(name: string): Environment {
    return this.elsewhere.get(name) ?? this;
  }
}

/** A name as Python has it: one that begins with two underscores is, in a class, its own. */
export function nameAt(node: PyNode, text: string): string {
  const name = text.slice(node.from, node.to);
  if (!name.startsWith('__') || name.endsWith('__')) return name;
  for (let at = node.parent; at; at = at.parent) {
    const own = at.name === 'ClassDefinition' ? childOf(at, 'VariableName') : undefined;
    // Bases and decorators stand outside of it.
    if (own && at.lastChild && node.from >= at.lastChild.from)
      return `_${text.slice(own.from, own.to).replace(/^_+/, '')}${name}`;
  }
  return name;
}
