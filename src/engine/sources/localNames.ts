import { childOf, childrenOf, type PyNode } from '../code/python/read/syntax.ts';

const known = new WeakMap<PyNode, ReadonlySet<string>>();

/** The names that the body of a function assigns, so that they are its own from its first line on. A node's are read once. */
export function localsOf(fn: PyNode, text: string): ReadonlySet<string> {
  const before = known.get(fn);
  if (before) return before;
  const names = new Set<string>();
  const body = fn.name === 'FunctionDefinition' ? childOf(fn, 'Body') : undefined;
  const add = (target: PyNode): void => {
    if (target.name === 'VariableName') names.add(text.slice(target.from, target.to));
    else if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(target.name)) childrenOf(target).forEach(add);
  };
  body?.cursor().iterate(({ node }) => {
    for (const target of targetsOf(node)) add(target);
    return !/^(?:Function|Class)Definition$|^LambdaExpression$|Comprehension/.test(node.name);
  });
  known.set(fn, names);
  return names;
}

/** What a statement assigns. */
function targetsOf(node: PyNode): readonly PyNode[] {
  const children = /^(?:Assign|Update|For)Statement$|^(?:Function|Class)Definition$/.test(node.name)
    ? childrenOf(node)
    : [];
  switch (node.name) {
    case 'AssignStatement':
      return children.slice(
        0,
        children.findLastIndex(({ name }) => name === 'AssignOp'),
      );
    case 'UpdateStatement':
      return children.slice(0, 1);
    case 'ForStatement':
      return children.slice(
        0,
        children.findIndex(({ name }) => name === 'in'),
      );
    default:
      return children.filter(({ name }) => name === 'VariableName').slice(0, 1);
  }
}
