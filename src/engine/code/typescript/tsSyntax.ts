import type { SyntaxNode } from '@lezer/common';

/** How many wrappers are taken off an expression. */
const maxHops = 50;

/** The children of a node. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

/** The expressions among the children of a node. */
export function expressionsOf(node: SyntaxNode): SyntaxNode[] {
  return children(node).filter(isExpression);
}

/** The arguments of a call. */
export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = call.getChild('ArgList');
  return list ? expressionsOf(list) : [];
}

/** The expression without what only says its type, and without parentheses. */
export function bareExpression(node: SyntaxNode): SyntaxNode {
  let inner = node;
  for (let hops = 0; hops < maxHops; hops++) {
    const isOuter = /^(?:Parenthesized|Postfix|Binary)Expression$|^PrefixCast$/.test(inner.name) && isTypeOnly(inner);
    const [next] = isOuter ? expressionsOf(inner) : [];
    if (!next) break;
    inner = next;
  }
  return inner;
}

/** Types, operators and punctuation are not. */
export function isExpression({ name }: SyntaxNode): boolean {
  return /^(?:String|Number|BooleanLiteral|null|RegExp|TemplateString|VariableName|ArrowFunction|PrefixCast|[A-Z]\w*Expression)$/.test(
    name,
  );
}

/** `x as const`, `x satisfies T`, `x!`, `(x)`: the same value. */
export function isTypeOnly(node: SyntaxNode): boolean {
  if (node.name === 'BinaryExpression') return node.getChild('as') !== null || node.getChild('satisfies') !== null;
  return expressionsOf(node).length === 1 && !node.getChild('ArithOp');
}
