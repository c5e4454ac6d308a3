import type { ArrayNode, LenientNode, ScalarNode } from './lenientNode.ts';
import type { LookaheadText } from './lookaheadText.ts';
import type { Context, ReadContext } from './readContext.ts';

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
