import { once } from '../../core/once.ts';
import { CodeSet, classOf } from './codeSet.ts';
import type { RegexAnchor } from './regexNode.ts';

/** A text that grows, as code points: Python's view of it. Halves of a pair that come in two pieces stay two characters. */
export class CodeText {
  /** The code points; only the first `length` are of the text. */
  codes: Int32Array;
  length = 0;
  #hasPairs = false;

  constructor(text = '') {
    this.codes = new Int32Array(Math.max(16, text.length));
    this.append(text);
  }

  /** Adds a piece at the end. */
  append(text: string): void {
    const needed = this.length + text.length;
    if (needed > this.codes.length) {
      const grown = new Int32Array(Math.max(needed, 2 * this.codes.length));
      grown.set(this.codes.subarray(0, this.length));
      this.codes = grown;
    }
    const { codes } = this;
    let { length } = this;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if ((code & 0xfc00) !== 0xd800) codes[length++] = code;
      else {
        const pair = text.codePointAt(i) as number;
        codes[length++] = pair;
        if (pair > 0xffff) {
          this.#hasPairs = true;
          i++;
        }
      }
    }
    this.length = length;
  }

  /** The part from one code point up to another, as a text. */
  slice(start: number, end: number): string {
    let text = '';
    for (let from = start; from < end; from += 4096) {
      const codes = this.codes.subarray(from, Math.min(end, from + 4096));
      // Units are faster made a text than code points.
      text += this.#hasPairs
        ? String.fromCodePoint(...codes)
        : String.fromCharCode.apply(null, codes as unknown as number[]);
    }
    return text;
  }
}

const unicodeWord = once(() => new CodeSet(classOf('w', false)!));
const asciiWord = once(() => new CodeSet(classOf('w', true)!));

/** Whether an anchor holds at a position; `searchStart` is where the search began. */
export function anchorHolds(
  anchor: RegexAnchor,
  { codes, length }: CodeText,
  pos: number,
  searchStart: number,
  isAscii: boolean,
): boolean {
  switch (anchor) {
    case 'textStart':
      return pos === 0;
    case 'textEnd':
      return pos === length;
    case 'textEndOrLast':
      return pos === length || (pos === length - 1 && codes[pos] === 10);
    case 'lineStart':
      return pos === 0 || codes[pos - 1] === 10;
    case 'lineEnd':
      return pos === length || codes[pos] === 10;
    case 'searchStart':
      return pos === searchStart;
  }
  const word = isAscii ? asciiWord() : unicodeWord();
  const before = pos > 0 && word.has(codes[pos - 1] as number);
  const after = pos < length && word.has(codes[pos] as number);
  switch (anchor) {
    case 'wordStart':
      return !before && after;
    case 'wordEnd':
      return before && !after;
    case 'boundary':
      return before !== after;
    case 'nonBoundary':
      return before === after;
  }
}
