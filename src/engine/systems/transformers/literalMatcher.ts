import type { CodeText, RegexMatch } from '../../python/index.ts';

/** A beginning of literals: a node of the tree of all of them. */
interface Prefix {
  readonly depth: number;
  readonly next: Map<number, Prefix>;
  /** The longest other beginning with which this one ends. */
  shorter: Prefix | undefined;
  isWhole: boolean;
  /** The length of the longest literal that ends here; 0: none does. */
  ending: number;
}

/**
 * Several literals, none of them empty, looked for at once (Aho and Corasick): the leftmost is found, of several at one
 * place the longest. Linear in the literals, and in a text that is searched from one place.
 */
export class LiteralMatcher {
  readonly #root: Prefix = newPrefix(0);
  /** Some literal begins with another one: text that follows may make a match longer. */
  readonly canExtend: boolean;

  constructor(literals: readonly string[]) {
    let canExtend = false;
    for (const literal of new Set(literals)) {
      let node = this.#root;
      for (const character of literal) {
        if (node.isWhole) canExtend = true;
        const code = character.codePointAt(0) as number;
        let next = node.next.get(code);
        if (!next) {
          next = newPrefix(node.depth + 1);
          node.next.set(code, next);
        }
        node = next;
      }
      if (node.next.size > 0) canExtend = true;
      node.isWhole = true;
      node.ending = node.depth;
    }
    this.canExtend = canExtend;
    this.#link();
  }

  /** A search in one text, which may grow between the calls. */
  startSearch(): LiteralSearchState {
    return new LiteralSearchState(this.#root);
  }

  /** Finds for each beginning the next shorter one: level by level, as a shorter one stands on a level above. */
  #link(): void {
    let level = [this.#root];
    while (level.length > 0) {
      const below: Prefix[] = [];
      for (const node of level)
        for (const [code, next] of node.next) {
          next.shorter = node === this.#root ? this.#root : step(node.shorter ?? this.#root, code);
          if (!next.isWhole) next.ending = next.shorter.ending;
          below.push(next);
        }
      level = below;
    }
  }
}

/** How far a text was looked through for literals. The time is linear in the text, wherever the searches begin, as long as they go forward. */
class LiteralSearchState {
  readonly #root: Prefix;
  #node: Prefix;
  #from = 0;
  #position = 0;
  #found: { readonly start: number; readonly end: number } | undefined;

  constructor(root: Prefix) {
    this.#root = root;
    this.#node = root;
  }

  /**
   * As `Regex.search`: the leftmost literal from a place on, of several there the longest; with `partial`, if there is none,
   * the leftmost place where one could be if more text came.
   */
  search(text: CodeText, from: number, partial: boolean): RegexMatch | undefined {
    this.#moveTo(from);
    const { codes, length } = text;
    while (this.#position < length && !this.#isDecided) {
      const node = step(this.#node, codes[this.#position++] as number);
      this.#node = node;
      if (node.ending === 0) continue;
      const start = this.#position - node.ending;
      if (!this.#found || start <= this.#found.start) this.#found = { start, end: this.#position };
    }
    if (this.#found) return { ...this.#found, partial: false, groups: new Map() };
    if (!partial) return undefined;
    return { start: length - this.#node.depth, end: length, partial: true, groups: new Map() };
  }

  /** Nothing that began before, or where the literal did that was found, can still become one. */
  get #isDecided(): boolean {
    return this.#found !== undefined && this.#position - this.#node.depth > this.#found.start;
  }

  /** Keeps what has been read of the text behind a place. */
  #moveTo(from: number): void {
    if (from === this.#from) return;
    const isKnown = from > this.#from && from <= this.#position && (!this.#found || this.#found.start >= from);
    this.#from = from;
    if (!isKnown) {
      this.#position = from;
      this.#node = this.#root;
      this.#found = undefined;
      return;
    }
    while (this.#position - this.#node.depth < from) this.#node = this.#node.shorter ?? this.#root;
  }
}

function newPrefix(depth: number): Prefix {
  return { depth, next: new Map(), shorter: undefined, isWhole: false, ending: 0 };
}

/** The longest beginning with which the text ends behind a further character. */
function step(from: Prefix, code: number): Prefix {
  let node = from;
  for (;;) {
    const next = node.next.get(code);
    if (next) return next;
    if (!node.shorter) return node;
    node = node.shorter;
  }
}
