import { childrenOf, type PyNode } from './syntax.ts';

/** The names that an import statement binds, each with the dotted path of what it is. */
export function importsOf(
  node: PyNode,
  nameOf: (node: PyNode) => string,
): readonly { local: string; path: string; from: number }[] {
  const found: { local: string; path: string; from: number }[] = [];
  const [first, ...children] = childrenOf(node);
  let module: string | undefined;
  let path: string[] = [];
  let local: string | undefined;
  let start = node.from;
  let isAlias = false;
  const isFrom = first?.name === 'from';
  const close = () => {
    if (path.length > 0 && (!isFrom || module !== undefined))
      found.push({
        local: local ?? path[0]!,
        path: module === undefined ? (local === undefined ? path[0]! : path.join('.')) : `${module}.${path.join('.')}`,
        from: start,
      });
    path = [];
    local = undefined;
    isAlias = false;
  };
  for (const child of children) {
    if (child.name === 'import') {
      module = isFrom ? path.join('.') : undefined;
      path = [];
    } else if (child.name === ',') close();
    else if (child.name === 'as') isAlias = true;
    else if (child.name === 'VariableName') {
      if (isAlias) local = nameOf(child);
      else {
        if (path.length === 0) start = child.from;
        path.push(nameOf(child));
      }
    }
  }
  close();
  return found;
}
