import { childOf, type PyNode } from '../code/python/read/syntax.ts';

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
