/** A token that is found in the text before anything else is done to it. */
export interface AddedToken {
  readonly content: string;
  readonly id: number;
}

interface Node {
  readonly next: Map<number, Node>;
  id: number;
}

/** Finds added tokens: of those that begin at one place the longest. */
export class AddedTokens {
  readonly #root: Node = { next: new Map(), id: -1 };
  /** By UTF-16 unit: 1 where a token begins with it. */
  readonly #first = new Uint8Array(0x10000);

  constructor(tokens: readonly AddedToken[]) {
    for (const { content, id } of tokens) {
      let node = this.#root;
      for (let at = 0; at < content.length; at++) {
        const unit = content.charCodeAt(at);
        const child = node.next.get(unit) ?? { next: new Map(), id: -1 };
        node.next.set(unit, child);
        node = child;
      }
      if (content === '') continue;
      node.id = id;
      this.#first[content.charCodeAt(0)] = 1;
    }
  }

  /** The token that begins at `at`; `undefined`: none does. */
  at(text: string, at: number): { readonly id: number; readonly end: number } | undefined {
    if (this.#first[text.charCodeAt(at)] !== 1) return undefined;
    let node: Node | undefined = this.#root;
    let id = -1;
    let end = at;
    for (let next = at; node; next++) {
      if (node.id >= 0) {
        id = node.id;
        end = next;
      }
      node = node.next.get(text.charCodeAt(next));
    }
    return id < 0 ? undefined : { id, end };
  }

  /** Where the first token begins in `[from, to)`; `to` where none does. */
  next(text: string, from: number, to: number): number {
    for (let at = from; at < to; at++) if (this.at(text, at)) return at;
    return to;
  }
}
