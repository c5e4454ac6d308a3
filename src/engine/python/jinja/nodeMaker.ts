import type { Expression } from './node.ts';
import type { TokenStream } from './tokenStream.ts';
import type { Token } from './tokens.ts';

/** How deep expressions may nest: deeper ones are `RecursionError`, as in Python. */
const maxDepth = 150;
/** How high the tree of an expression may be: `1+1+…` is one as well, of which Python compiles some 490 terms. */
const maxHeight = 490;

/** Makes the nodes of one template's expressions, and refuses with `RecursionError` what Python has no stack for. */
export class NodeMaker {
  readonly #stream: TokenStream;
  #depth = 0;
  readonly #heights = new WeakMap<object, number>();

  constructor(stream: TokenStream) {
    this.#stream = stream;
  }

  /** Counts how deep what it reads is nested. */
  nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw this.#stream.error('maximum recursion depth exceeded', undefined, 'RecursionError');
    const value = read();
    this.#depth--;
    return value;
  }

  /** A node from a token or another node on, up to the last token that was read. */
  make<T extends { readonly type: Expression['type'] }>(from: Token | Expression, body: T, line = from.line) {
    const start = 'span' in from ? from.span.start : from.start;
    const span = { start, end: Math.max(start, this.#stream.lastEnd) };
    const node = { ...body, line, span } as unknown as Expression;
    const height = 1 + this.#heightOf(body, 3);
    if (height > maxHeight) throw this.#stream.error('maximum recursion depth exceeded', undefined, 'RecursionError');
    this.#heights.set(node, height);
    return node;
  }

  /** The height of the highest expression in a value, which parts of a node may hold in lists and objects. */
  #heightOf(value: object, levels: number): number {
    let highest = 0;
    for (const part of Object.values(value))
      if (typeof part === 'object' && part !== null)
        highest = Math.max(highest, this.#heights.get(part) ?? (levels > 0 ? this.#heightOf(part, levels - 1) : 0));
    return highest;
  }
}
