import { isPyDict, isPyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';

/** A value as it was read leniently, with its place in the text. */
export type LenientNode = ScalarNode | ArrayNode | ObjectNode;

/** A string, a number, a constant, or what was put in where a value is missing (then `start` is `end`). */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly value: PyValue;
  /** Nothing stands where the value of a member has to be, before a comma or a brace. */
  readonly isMissing?: true;
  /** What stands behind a comment, or nothing there: no schema guides its reading, but it is made to fit as a whole. */
  readonly isBehindComment?: true;
}

/** A list, brackets included; `end` is known once it is read. */
export interface ArrayNode {
  readonly kind: 'array';
  readonly start: number;
  end: number;
  readonly items: LenientNode[];
}

/** An object, braces included; `end` is known once it is read. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly start: number;
  end: number;
  readonly members: Map<string, LenientMember>;
}

/** A member of an object; `start` and `end` are its key's, quotes included. */
export interface LenientMember {
  readonly start: number;
  readonly end: number;
  readonly node: LenientNode;
}

/** The Python value of a node. Recursion is as deep as the reader allows. */
export function nodeValue(node: LenientNode): PyValue {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(nodeValue);
  return new Map([...node.members].map(([key, member]) => [key, nodeValue(member.node)]));
}

/** True for `""`, `[]` and `{}`. */
export function isEmptyNode(node: LenientNode): boolean {
  if (node.kind === 'array') return node.items.length === 0;
  return node.kind === 'object' ? node.members.size === 0 : node.value === '';
}

/** True for three dots, as they stand for items that are left out. */
export function isEllipsis(node: LenientNode): boolean {
  return node.kind === 'scalar' && node.value === '...';
}

/** Python's truth of the node's value. */
export function isTrueNode(node: LenientNode): boolean {
  if (node.kind !== 'scalar') return !isEmptyNode(node);
  const value = node.value;
  if (value === null || value === false || value === '' || value === 0) return false;
  return !(typeof value === 'object' && 'value' in value && value.value === 0) && !isEmptyContainer(value);
}

function isEmptyContainer(value: PyValue): boolean {
  return (isPyList(value) && value.length === 0) || (isPyDict(value) && value.size === 0);
}

/** Whether two nodes have the same types and keys throughout, whatever their scalars say. */
export function haveSameShape(a: LenientNode, b: LenientNode): boolean {
  if (a.kind === 'scalar') return b.kind === 'scalar' && pyTypeName(a.value) === pyTypeName(b.value);
  if (a.kind === 'array')
    return (
      b.kind === 'array' &&
      a.items.length === b.items.length &&
      a.items.every((item, i) => haveSameShape(item, b.items[i]!))
    );
  if (b.kind !== 'object' || a.members.size !== b.members.size) return false;
  for (const [key, member] of a.members) {
    const other = b.members.get(key);
    if (!other || !haveSameShape(member.node, other.node)) return false;
  }
  return true;
}

/** Thrown where the original raises: values nested too deeply, or a code fence where a key has to be. */
export class LenientFault extends Error {}
