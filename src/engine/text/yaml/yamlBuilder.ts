import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import { isPyDict, isPyList, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyStr } from '../../python/index.ts';
import { isScalarTag, plainScalar, taggedScalar, UnreadableYaml } from './yamlScalar.ts';

/** Nested deeper than this, PyYAML ends CPython's stack. */
export const maxDepth = 150;

/** Builds the values of one document as PyYAML constructs them, anchors and merge keys included. */
export class YamlBuilder {
  private readonly anchors = new Map<string, unknown>();
  private readonly text: string;
  private readonly budget: { nodes: number };

  /** `budget`: how many nodes may still be built, which aliases multiply. */
  constructor(text: string, budget: { nodes: number }) {
    this.budget = budget;
    this.text = text;
  }

  /** The value of a node. Throws `UnreadableYaml`. */
  build(node: unknown, depth: number): PyValue {
    if (--this.budget.nodes < 0 || depth > maxDepth) throw new UnreadableYaml();
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (!target) throw new UnreadableYaml(`found undefined alias '${node.source}'`, node.range?.[0]);
      return this.build(target, depth + 1);
    }
    if (isNode(node) && 'anchor' in node && node.anchor) this.anchors.set(node.anchor, node);
    if (isNode(node) && node.tag && isCustom(node.tag)) return this.tagged(node as ParsedNode, node.tag, depth);
    if (isScalar(node)) {
      if (node.type === 'QUOTE_DOUBLE' && this.isOpen(node)) throw new UnreadableYaml();
      if (node.type === 'PLAIN') return plainScalar(node.source ?? '');
      const value = String(node.value ?? '');
      // PyYAML adds no line feed to a block that the text ends in without one.
      const isCut = node.type?.startsWith('BLOCK') && node.range?.[1] === this.text.length && !this.text.endsWith('\n');
      return isCut ? value.replace(/\n$/, '') : value;
    }
    if (isSeq(node)) return node.items.map(item => this.build(item, depth + 1));
    if (!isMap(node)) throw new UnreadableYaml();
    const merged: PyValue[] = [];
    const own: [string, PyValue][] = [];
    for (const { key, value } of node.items) {
      const isMerge = isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
      const built = this.build(value, depth + 1);
      if (isMerge) merged.push(...(isPyList(built) ? [...built].reverse() : [built]));
      else own.push([this.key(key, depth), built]);
    }
    const dict = new Map<string, PyValue>();
    for (const source of merged) {
      if (!isPyDict(source)) throw new UnreadableYaml();
      for (const [key, value] of source) dict.set(key, value);
    }
    for (const [key, value] of own) dict.set(key, value);
    return dict;
  }

  /** The library takes an escaped quote at the end of the text for the closing one. */
  private isOpen({ range }: Scalar): boolean {
    return range?.[1] === this.text.length && /(?<!\\)(?:\\\\)*\\"$/.test(this.text.slice(range[0]));
  }

  private key(node: unknown, depth: number): string {
    if (isCollection(node)) throw new UnreadableYaml();
    // PyYAML has no constructor for a plain `=`, but takes it for text where it is a key.
    if (isScalar(node) && node.type === 'PLAIN' && node.source === '=') return '=';
    const key = this.build(node, depth + 1);
    if (isPyDict(key) || isPyList(key)) throw new UnreadableYaml();
    return jsonKey(key);
  }

  private tagged(node: ParsedNode, tag: string, depth: number): PyValue {
    const name = tag.replace('tag:yaml.org,2002:', '');
    if (name === 'str' && isScalar(node)) return String(node.source ?? '');
    if ((name === 'map' && isMap(node)) || (name === 'seq' && isSeq(node))) {
      node.tag = undefined as never;
      return this.build(node, depth);
    }
    if (isScalar(node) && isScalarTag(name)) return taggedScalar(name, node.source ?? '');
    throw new UnreadableYaml(`could not determine a constructor for the tag '${tag}'`, node.range?.[0]);
  }
}

function isCustom(tag: string): boolean {
  return tag !== '?' && tag !== '!';
}

/** A key as `json.dumps` prints it. */
function jsonKey(key: PyValue): string {
  if (key === null) return 'null';
  if (key instanceof PyOpaque) return pyStr(key.json);
  return typeof key === 'boolean' ? String(key) : pyStr(key);
}
