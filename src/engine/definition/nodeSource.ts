import type { Node } from 'jsonc-parser';
import type { DefinitionSource } from '../parsers/parserType.ts';
import type { PyDict } from '../python/value.ts';
import type { Span } from '../span.ts';
import { type MappedText, unescapeJsonString } from '../text/jsonStringMap.ts';
import { members, spanOfNode } from './jsonSource.ts';

type Path = readonly (string | number)[];
interface Place {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
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
}

/** The source tree of one definition. Where a key stands twice, the last one is meant. */
export class NodeSource implements DefinitionSource {
  readonly name: string;
  readonly file: string;
  readonly config: PyDict;
  readonly #text: string;
  readonly #root: Node;
  readonly #members = new Map<Node, ReadonlyMap<string, Place>>();

  constructor({ name, file, config, node, text }: DefinitionNode) {
    this.name = name;
    this.file = file;
    this.config = config;
    this.#root = node;
    this.#text = text;
  }

  spanOf(path: Path): Span | undefined {
    const node = this.#find(path)?.value;
    return node && spanOfNode(node);
  }

  keySpanOf(path: Path): Span | undefined {
    const node = this.#find(path)?.key;
    return node && spanOfNode(node);
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

  #find(path: Path): Place | undefined {
    let place: Place | undefined = { key: undefined, value: this.#root };
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
  #membersOf(node: Node): ReadonlyMap<string, Place> {
    let found = this.#members.get(node);
    if (!found) {
      found = new Map(members(node).map(({ key, value }) => [key.value as string, { key, value }]));
      this.#members.set(node, found);
    }
    return found;
  }
}
