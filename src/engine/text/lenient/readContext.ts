import type { ArrayNode, LenientNode, ScalarNode } from './lenientNode.ts';
import type { LookaheadText } from './lookaheadText.ts';

/** What is being read: the key of an object, a value of an object, or the items of an array. */
export type Context = 'key' | 'value' | 'array';

/** What is being read, from the outside in. */
export class ReadContext {
  private readonly stack: Context[] = [];
  private readonly counts: Record<Context, number> = { key: 0, value: 0, array: 0 };

  get current(): Context | undefined {
    return this.stack.at(-1);
  }

  get isEmpty(): boolean {
    return this.stack.length === 0;
  }

  /** Whether anything of this kind is being read, at whatever level. */
  has(context: Context): boolean {
    return this.counts[context] > 0;
  }

  /** Runs `read` with `context` as the innermost. */
  within<T>(context: Context, read: () => T): T {
    this.stack.push(context);
    this.counts[context]++;
    try {
      return read();
    } finally {
      this.stack.pop();
      this.counts[context]--;
    }
  }
}

/** The reader of values, as far as an object needs it to read its members. */
export interface ValueReader {
  text: LookaheadText;
  readonly context: ReadContext;
  /** Where reading stands, in UTF-16 units. */
  index: number;
  /** A `{` that is missing in the text, in front of this index. */
  missingBrace: number;
  /** True when the text had to be rewritten, so that places are no longer those of the text that was given. */
  isRewritten: boolean;
  /** Contexts that the next value is read in. */
  deferred: Context[];
  /** The next value; `""` where there is none. */
  readValue(): LenientNode;
  readString(): LenientNode;
  readObject(start: number): LenientNode;
  readArray(start: number, close: ']' | ')'): ArrayNode;
  readComment(): LenientNode;
  /** The unit at the index, `''` at the end of the text. */
  peek(): string;
  /** The value of what is not there. */
  nothing(): ScalarNode;
}
