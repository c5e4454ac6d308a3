import {
  type ArrayNode,
  haveSameShape,
  isEllipsis,
  isEmptyNode,
  isTrueNode,
  LenientFault,
  type LenientNode,
  nodeValue,
  type ScalarNode,
} from './lenientNode.ts';
import { LookaheadText } from './lookaheadText.ts';
import { isOneOf, quotes } from './membersAhead.ts';
import { ObjectReader } from './objectReader.ts';
import { type StringStart, secondQuote, simpleString } from './openString.ts';
import { type Context, ReadContext, type ValueReader } from './readContext.ts';
import {
  commentEnd,
  constantAt,
  isCommaAround,
  isExplicitTuple,
  leadingValue,
  numberOf,
  startsParenthesized,
} from './smallTokens.ts';
import { StringReader } from './stringReader.ts';

/** Stack frames that CPython has for the reader, and those that one array takes; an object takes one more. */
const frameLimit = 940;
const framesOfArray = 3;
const framesOfObject = 4;

const numberUnits = '0123456789-.eE/,_';

/** A comparison of values that stand one after the other. */
interface Comparison<T> {
  isTrue(value: T): boolean;
  haveSameShape(a: T, b: T): boolean;
}

/** Reads what is meant for JSON, value by value. It goes through the text once; where it looks ahead, lists bound the cost. */
export class LenientReader implements ValueReader {
  text: LookaheadText;
  readonly context = new ReadContext();
  index = 0;
  /** A `{` that is missing in the text, in front of this index. */
  missingBrace = -1;
  /** True when the text had to be rewritten, so that places are no longer those of the input. */
  isRewritten = false;
  /** Contexts that the next value is read in: what an object leaves behind that was read as something else. */
  deferred: Context[] = [];
  /** Version 0.61.7 with `stream_stable`: a text that is cut off stays as it is read so far. Otherwise it is 0.61.2. */
  private readonly isGrowing: boolean;
  private hasTriedSuffix = false;
  private frames = 0;

  constructor(text: string, isGrowing = false) {
    this.text = new LookaheadText(text);
    this.isGrowing = isGrowing;
  }

  /** All values of the text: one as it is, several as an array; a value that repeats the shape of the one before replaces it. */
  readAll(): LenientNode {
    const nodes = this.readEach(node => node, { isTrue: isTrueNode, haveSameShape });
    const [only] = nodes;
    return nodes.length === 1 && only ? only : { kind: 'array', start: 0, end: this.text.length, items: nodes };
  }

  /** The values of the text, each as `finish` makes it right after it was read. */
  readEach<T>(finish: (node: LenientNode) => T, { isTrue, haveSameShape: areAlike }: Comparison<T>): T[] {
    const values = [finish(this.readValue())];
    while (this.index < this.text.length) {
      this.deferred = [];
      const isListed = isCommaAround(this.text, this.index);
      const value = finish(this.readValue());
      if (!isTrue(value)) {
        this.index++;
        continue;
      }
      const last = values.at(-1)!;
      if ((!isListed && areAlike(last, value)) || !isTrue(last)) values.pop();
      values.push(value);
    }
    return values;
  }

  /** The next value; `""` where there is none. */
  readValue(): LenientNode {
    if (this.deferred.length > 0) {
      const [context, ...rest] = this.deferred;
      this.deferred = rest;
      return this.context.within(context!, () => this.readValue());
    }
    const { text, context } = this;
    for (; ; this.index++) {
      if (this.takeMissingBrace()) return this.readObject(this.index);
      const unit = text.at(this.index);
      if (unit === '') return this.nothing();
      if (isOneOf(unit, '{[')) {
        const valid = this.readValidSuffix();
        if (valid) return valid;
      }
      if (unit === '{') return this.readObject(++this.index);
      if (unit === '[') return this.readArray(++this.index, ']');
      if (unit === '(' && (!context.isEmpty || startsParenthesized(text, this.index))) return this.readParenthesized();
      if (!context.isEmpty && (isOneOf(unit, quotes) || text.isLetter(this.index))) return this.readString();
      if (!context.isEmpty && (text.isDigit(this.index) || unit === '-' || unit === '.')) return this.readNumber();
      if (unit === '#' || unit === '/') return this.readComment();
    }
  }

  /** The first value behind something else, where it is JSON as it stands: since 0.61.3 that is tried once. */
  private readValidSuffix(): LenientNode | undefined {
    const { index } = this;
    if (!this.isGrowing || this.hasTriedSuffix || !this.context.isEmpty || index === 0) return undefined;
    this.hasTriedSuffix = true;
    const valid = leadingValue(this.text.text.slice(index));
    if (!valid) return undefined;
    this.index += valid.end;
    return { kind: 'scalar', start: index, end: this.index, value: valid.value };
  }

  /** An empty string, for a value that is not there. */
  nothing(): ScalarNode {
    return { kind: 'scalar', start: this.index, end: this.index, value: '' };
  }

  /** The unit at the index, with the brace that is missing. */
  peek(): string {
    return this.missingBrace === this.index ? '{' : this.text.at(this.index);
  }

  private takeMissingBrace(): boolean {
    if (this.missingBrace !== this.index) return false;
    this.missingBrace = -1;
    return true;
  }

  /** Reads an object from behind its brace. */
  readObject(start: number): LenientNode {
    return this.deeper(framesOfObject, () => new ObjectReader(this, start).read());
  }

  /** Reads the items of an array from behind its bracket. */
  readArray(start: number, close: ']' | ')'): ArrayNode {
    const node: ArrayNode = { kind: 'array', start: start - 1, end: start, items: [] };
    const { text } = this;
    this.deeper(framesOfArray, () =>
      this.context.within('array', () => {
        this.index = text.skipSpace(start);
        while (this.index < text.length && !isOneOf(this.peek(), `${close}}`)) {
          const item = this.readItem();
          if (isEmptyNode(item) && !isOneOf(this.peek(), `${close},`)) this.index++;
          else if (!isEllipsis(item) || text.at(this.index - 1) !== '.') node.items.push(item);
          while (isOneOf(this.peek(), ',') || (text.isSpace(this.index) && this.peek() !== '{')) this.index++;
        }
      }),
    );
    node.end = Math.min(++this.index, text.length);
    return node;
  }

  private readItem(): LenientNode {
    const { text } = this;
    const quote = this.peek();
    if (!isOneOf(quote, quotes)) return this.readValue();
    const end = text.find(quote, this.index + 1);
    // A string before a colon is the first key of an object that has no brace.
    return text.at(text.skipSpace(end + 1)) === ':' ? this.readObject(this.index) : this.readString();
  }

  /** A tuple as an array; parentheses around one value are nothing. */
  private readParenthesized(): LenientNode {
    const isTuple = isExplicitTuple(this.text, this.index);
    const node = this.readArray(++this.index, ')');
    const [only] = node.items;
    return isTuple || node.items.length !== 1 || !only ? node : only;
  }

  private readNumber(): LenientNode {
    const { text } = this;
    const start = this.index;
    const isItem = this.context.current === 'array';
    let digits = '';
    for (; isOneOf(text.at(this.index), numberUnits); this.index++) {
      const unit = text.at(this.index);
      if (isItem && unit === ',') break;
      if (unit !== '_') digits += unit;
    }
    if (this.index < text.length && text.isLetter(this.index)) {
      this.index -= digits.length;
      return this.readString();
    }
    if (isOneOf(digits.slice(-1), '-eE/,')) {
      digits = digits.slice(0, -1);
      this.index--;
    }
    return { kind: 'scalar', start, end: Math.max(start, this.index), value: numberOf(digits) };
  }

  /** Leaves a comment out. Outside of everything the value after it is read. */
  readComment(): LenientNode {
    const node = this.behindComment();
    if (!this.isGrowing) return node;
    return { kind: 'scalar', start: node.start, end: node.end, value: nodeValue(node), isBehindComment: true };
  }

  private behindComment(): LenientNode {
    const { text, context } = this;
    for (;;) {
      this.index = commentEnd(text, this.index, context);
      if (!context.isEmpty) return this.nothing();
      this.index = text.skipSpace(this.index);
      // What is no value may begin another comment.
      if (!isOneOf(text.at(this.index), '#/')) return this.deeper(2, () => this.readValue());
    }
  }

  /** A quoted or bare string, or one of the constants. */
  readString(): LenientNode {
    const { text, context } = this;
    if (isOneOf(text.at(this.index), '#/')) return this.readComment();
    while (this.index < text.length && !isOneOf(text.at(this.index), quotes) && !text.isAlphanumeric(this.index))
      this.index++;
    if (this.index >= text.length) return this.nothing();
    const start = this.index;
    const simple = simpleString(text, start, context.current);
    if (simple) {
      this.index = simple.end;
      return simple;
    }
    const quote = text.at(start);
    const isBare = !isOneOf(quote, quotes);
    if (isBare && context.current !== 'key') {
      const constant = constantAt(text.text, start);
      if (constant) {
        this.index += constant[0].length;
        return { kind: 'scalar', start, end: this.index, value: constant[1] };
      }
    }
    if (!isBare) this.index++;
    if (text.text.startsWith('```json', this.index) && text.text.startsWith('```', text.find('`', this.index + 7))) {
      this.index += 7;
      const value = this.readValue();
      // The original takes this one value for nothing.
      if (value.kind !== 'scalar' || value.value !== false) return value;
    }
    const open = quote === "'" || quote === '“' ? quote : '"';
    const close = quote === '“' ? '”' : open;
    const scalar = (value: string): LenientNode => ({ kind: 'scalar', start, end: this.index, value });
    const second =
      text.at(this.index) === open ? secondQuote(text, this.index, open, close, context.current) : undefined;
    if (second) this.index = second.next;
    if (second?.meaning === 'empty') return scalar('');
    const begin: StringStart = { index: this.index, open, close, isBare, isDoubled: second?.meaning === 'doubled' };
    const read = new StringReader(text, context, begin, this.isGrowing).read();
    this.index = read.next;
    return { kind: 'scalar', start, end: Math.min(read.end, text.length), value: read.text };
  }

  private deeper<T>(frames: number, read: () => T): T {
    this.frames += frames;
    if (this.frames > frameLimit) throw new LenientFault('Input nesting exceeds the supported parser recursion depth.');
    const result = read();
    this.frames -= frames;
    return result;
  }
}
