import type { Node } from 'jsonc-parser';
import type { PyDict, PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { members, spanOfNode } from '../json/jsonSource.ts';
import { type MappedText, unescapeJsonString } from '../json/jsonStringMap.ts';
import type { DefinitionSource } from './parser.ts';

type Path = readonly (string | number)[];
interface PropertyNodes {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
  /** The property's other keys, where it stands more than once. */
  readonly earlier?: readonly Node[];
}

/** A definition's part of the source tree. */
export interface DefinitionNode {
  readonly node: Node;
  readonly config: PyDict;
  readonly name: string;
  /** The file's name, a path or a URI. */
  readonly file: string;
  /** The whole file. */
  readonly text: string;
  /** Where the keys stand that the definition's own object does not have: a source's definition, behind the file's own text. */
  readonly linked?: { readonly node: Node };
}

/** The source tree of one definition. Where a key stands twice, the last one is meant. */
export class NodeSource implements DefinitionSource {
  readonly name: string;
  readonly file: string;
  readonly config: PyDict;
  /** What it was made of. */
  readonly parts: DefinitionNode;
  readonly #text: string;
  readonly #root: Node;
  readonly #linked: { readonly node: Node } | undefined;
  readonly #members = new Map<Node, ReadonlyMap<string, PropertyNodes>>();

  constructor(parts: DefinitionNode) {
    const { name, file, config, node, text, linked } = parts;
    this.parts = { name, file, config, node, text, ...(linked && { linked }) };
    this.name = name;
    this.file = file;
    this.config = config;
    this.#root = node;
    this.#text = text;
    this.#linked = linked;
  }

  /** The same source as if a key of its own had another value; every place stays what it is. */
  withKey(key: string, value: PyValue): NodeSource {
    return new NodeSource({ ...this.parts, config: new Map(this.config).set(key, value) });
  }

  spanOf(path: Path): Span | undefined {
    const node = this.#find(path)?.value;
    return node && spanOfNode(node);
  }

  keySpanOf(path: Path): Span | undefined {
    const node = this.#find(path)?.key;
    return node && spanOfNode(node);
  }

  /** The spans of the property name at a path, of each where it stands more than once. */
  keySpansOf(path: Path): Span[] {
    const place = this.#find(path);
    return place?.key ? [...(place.earlier ?? []), place.key].map(spanOfNode) : [];
  }

  /** The string at a path with the place of each of its characters in the file; `undefined` where there is no string. */
  stringAt(path: Path): MappedText | undefined {
    const node = this.#find(path)?.value;
    if (node?.type !== 'string') return undefined;
    return unescapeJsonString(this.#text, node.offset + 1, node.offset + node.length - 1);
  }

  /** The node of the value at a path. */
  nodeAt(path: Path): Node | undefined {
    return this.#find(path)?.value;
  }

  #find(path: Path): PropertyNodes | undefined {
    const [key] = path;
    const isLinked = typeof key === 'string' && !this.#membersOf(this.#root).has(key);
    let place: PropertyNodes | undefined = { key: undefined, value: (isLinked && this.#linked?.node) || this.#root };
    for (const step of path) {
      const node: Node | undefined = place?.value;
      if (!node) return undefined;
      place =
        typeof step === 'string'
          ? this.#membersOf(node).get(step)
          : node.type === 'array' && node.children?.[step]
            ? { key: undefined, value: node.children[step] }
            : undefined;
    }
    return place;
  }

  /** Indexed once per object: a check may ask for every key of a large hint. */
  #membersOf(node: Node): ReadonlyMap<string, PropertyNodes> {
    const cached = this.#members.get(node);
    if (cached) return cached;
    const found = new Map<string, PropertyNodes & { earlier?: Node[] }>();
    for (const { key, value } of members(node)) {
      const before = found.get(key.value);
      if (before?.key) {
        const earlier = before.earlier ?? [];
        earlier.push(before.key);
        found.set(key.value, { key, value, earlier });
      } else found.set(key.value, { key, value });
    }
    this.#members.set(node, found);
    return found;
  }
}
