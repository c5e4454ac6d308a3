import type { SyntaxNode } from '@lezer/common';
import type { Span } from '../../../core/span.ts';

/** A node of the tree of a Python text. */
export type PyNode = SyntaxNode;

/** The children of a node, without comments. */
export function childrenOf(node: PyNode): readonly PyNode[] {
  const children: PyNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name !== 'Comment') children.push(child);
  return children;
}

/** The first child of a name. */
export function childOf(node: PyNode, name: string): PyNode | undefined {
  return childrenOf(node).find(child => child.name === name);
}

/** The expression without parentheses around it. */
export function unwrap(node: PyNode): PyNode {
  let inner = node;
  while (inner.name === 'ParenthesizedExpression') {
    const next = childrenOf(inner).find(child => child.name !== '(' && child.name !== ')');
    if (!next) return inner;
    inner = next;
  }
  return inner;
}

/** The items between the brackets and commas of a list, tuple, set or subscript. */
export function itemsOf(node: PyNode): readonly PyNode[] {
  return childrenOf(node).filter(({ name }) => !'()[]{},'.includes(name));
}

/** The place of a node. */
export function spanOf(node: { readonly from: number; readonly to: number }): Span {
  return { start: node.from, end: node.to };
}

/** An argument of a call: positional without a name, `*` or `**` for what is spread. */
export interface Argument {
  readonly name?: string;
  readonly spread?: '*' | '**';
  readonly value: PyNode;
  readonly span: Span;
}

/** The arguments of a call or of a class's bases; an argument that is broken is left out. */
export function argumentsOf(list: PyNode | undefined, text: string): readonly Argument[] {
  const args: Argument[] = [];
  let group: PyNode[] = [];
  const close = () => {
    const [first, second, third] = group;
    if (first?.name === 'VariableName' && second?.name === 'AssignOp') {
      if (third && !third.type.isError)
        args.push({ name: text.slice(first.from, first.to), value: third, span: { start: first.from, end: third.to } });
    } else if (first && second && (first.name === '*' || first.name === '**'))
      args.push({ spread: first.name, value: second, span: { start: first.from, end: second.to } });
    else if (first && !first.type.isError) args.push({ value: first, span: spanOf(first) });
    group = [];
  };
  for (const child of list ? childrenOf(list) : []) {
    if (child.name === ',' || child.name === '(' || child.name === ')') close();
    else group.push(child);
  }
  close();
  return args;
}

/** The parts of an assignment: what stands before each `=`, the annotation, the value. */
export interface Assignment {
  readonly targets: readonly PyNode[];
  /** Whether several names are assigned at once: `a, b = …`. */
  readonly isUnpacking: boolean;
  readonly annotation?: PyNode;
  readonly value?: PyNode;
}

/** Takes an `AssignStatement` apart. */
export function assignmentOf(node: PyNode): Assignment {
  const groups: PyNode[][] = [[]];
  let annotation: PyNode | undefined;
  for (const child of childrenOf(node)) {
    if (child.name === 'TypeDef') annotation = childrenOf(child).find(({ name }) => name !== ':');
    else if (child.name === 'AssignOp') groups.push([]);
    else groups.at(-1)!.push(child);
  }
  const values = groups.length > 1 ? groups.pop()! : [];
  const value = values.length === 1 && !values[0]!.type.isError ? values[0] : undefined;
  return {
    targets: groups.flat().filter(({ name }) => name !== ','),
    isUnpacking: groups.some(group => group.length > 1),
    ...(annotation && { annotation }),
    ...(value && { value }),
  };
}

/** The members of `a | b | c`; none where another operator stands between them. The left side may be long, so it is not read recursively. */
export function barMembers(node: PyNode, text: string): readonly PyNode[] {
  const members: PyNode[] = [];
  let left = node;
  while (left.name === 'BinaryExpression') {
    const [first, operator, second] = childrenOf(left);
    if (!first || !operator || !second || text.slice(operator.from, operator.to) !== '|') return [];
    members.push(second);
    left = unwrap(first);
  }
  return [left, ...members.reverse()];
}
